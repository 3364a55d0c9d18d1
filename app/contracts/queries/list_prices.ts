import type ProviderContract from '#app/contracts/models/provider_contract'
import { minor4Text, type Tier } from '#app/contracts/pricing/rate'
import { rows } from '#app/kernel/database/sql'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'

export type PriceStep = {
  from: CalendarDate
  to: CalendarDate | null
  price: string
  why: string
  isNow: boolean
}
export type PricedCode = {
  code: string
  description: string
  unit: string
  minQty: string | null
  maxQty: string | null
  tiers: { fromQty: string; price: string }[]
  keywords: string[]
  steps: PriceStep[]
}

type FoundPrice = {
  code: string
  description: string
  unit: string
  minQty: string | null
  maxQty: string | null
  tiers: Tier[]
  keywords: string[]
  fromDay: CalendarDate
  toDay: CalendarDate | null
  priceMinor4: number
  amendmentNo: number
  why: string | null
}

/** Every agreed code with its prices over time, amendments and revisions included, the present one marked. */
export async function listPrices({ id, isAmendment }: ProviderContract): Promise<PricedCode[]> {
  const found = await rows<FoundPrice>(
    `select i.code, i.description, i.unit, i.min_qty::text, i.max_qty::text, i.tiers, i.keywords, s.from_day, i.valid_to as to_day, s.price_minor4, k.amendment_no, s.why
       from provider_contracts k join contract_items i on i.contract_id = k.id
       cross join lateral (select i.valid_from as from_day, i.unit_price_minor4 as price_minor4, null::text as why
          union all select p.effective_on, p.unit_price_minor4, x.kind from contract_item_prices p join contract_indexations x on x.id = p.indexation_id where p.item_id = i.id) s
      where k.${isAmendment ? 'id' : 'root_id'} = :id and (k.id = :id or k.status not in ('draft', 'pending_approval'))
      order by i.code, s.from_day, k.amendment_no, i.position`,
    { id }
  )
  return [...Map.groupBy(found, ({ code }) => code)].map(([code, prices]) => pricedCode(code, prices))
}

const REVISIONS: Record<string, string> = {
  ipc: 'IPC',
  fixed_percent: 'Porcentaje fijo',
  manual: 'Revisión pactada',
}

function pricedCode(code: string, prices: FoundPrice[]): PricedCode {
  const day = today()
  const last = prices.at(-1)
  const ends = (at: number) =>
    prices.slice(at + 1).find(({ fromDay }) => fromDay > (prices[at]?.fromDay ?? ''))?.fromDay
  return {
    code,
    description: last?.description ?? '',
    unit: last?.unit ?? '',
    minQty: last?.minQty ?? null,
    maxQty: last?.maxQty ?? null,
    tiers: (last?.tiers ?? []).map(({ from_qty, price_minor4 }) => ({
      fromQty: from_qty,
      price: minor4Text(price_minor4),
    })),
    keywords: last?.keywords ?? [],
    steps: prices.map(({ fromDay, toDay, priceMinor4, why, amendmentNo }, at) => {
      const next = ends(at)
      return {
        from: fromDay,
        to: toDay,
        price: minor4Text(priceMinor4),
        why: why ? (REVISIONS[why] ?? why) : amendmentNo > 0 ? `Adenda ${amendmentNo}` : 'Contrato',
        isNow: fromDay <= day && (toDay === null || toDay >= day) && (next === undefined || next > day),
      }
    }),
  }
}
