import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'

export type FxRateRow = {
  id: number
  on_date: string
  currency: string
  /** Units of the currency for one euro, as a decimal. */
  rate: string
  source: string
  author: string | null
}

export const fxRatesList: ListDefinition = {
  from: 'fx_rates r',
  key: 'r.id',
  joins: `join currencies c on c.code = r.currency left join users u on u.id = r.created_by`,
  select: `r.id, r.on_date, c.code || ' · ' || c.name as currency, trim_scale(r.rate)::text as rate,
    case r.source when 'ecb' then 'Banco Central Europeo' else 'Manual' end as source, u.name as author`,
  sorts: { on_date: { sql: 'r.on_date', type: 'date' } },
  defaultSort: '-on_date',
}

type Found = Omit<FxRateRow, 'on_date'> & { onDate: string }

/** Exchange rates, the latest first; they are of no company. */
export async function listFxRates(request: ListRequest, filter: Filter): Promise<ListOf<FxRateRow>> {
  const page = await listPage<Found>(fxRatesList, request, filter)
  return { ...page, rows: page.rows.map(({ onDate, ...rest }) => ({ ...rest, on_date: onDate })) }
}
