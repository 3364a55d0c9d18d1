import type { List, ListDefinition } from '#app/kernel/lists/listing'

export type FxRateRow = {
  id: number
  onDate: string
  currency: string
  /** Units of the currency for one euro, as a decimal. */
  rate: string
  source: string
  author: string | null
}

const definition: ListDefinition = {
  from: 'fx_rates r',
  key: 'r.id',
  joins: `join currencies c on c.code = r.currency left join users u on u.id = r.created_by`,
  select: `r.id, r.on_date, c.code || ' · ' || c.name as currency, trim_scale(r.rate)::text as rate,
    case r.source when 'ecb' then 'Banco Central Europeo' else 'Manual' end as source, u.name as author`,
  sorts: { on_date: { sql: 'r.on_date', type: 'date' } },
  defaultSort: '-on_date',
}

/** Exchange rates, the latest first; they are of no company. */
export const fxRatesList: List<FxRateRow, FxRateRow> = {
  name: 'tipos-de-cambio',
  definition,
  toRow: (found) => found,
  columns: [
    { key: 'onDate', title: 'Fecha', kind: 'day', sort: 'on_date' },
    { key: 'currency', title: 'Divisa', kind: 'name' },
    { key: 'rate', title: 'Por 1 €', kind: 'own', isFigure: true, card: 'figure', only: 'page' },
    { key: 'source', title: 'Fuente', kind: 'text' },
    { key: 'author', title: 'Introducido por', kind: 'text' },
  ],
}
