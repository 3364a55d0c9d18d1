import type { Tier } from '#app/contracts/pricing/rate'
import { rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type Priced = {
  itemId: number
  code: string
  description: string
  validFrom: CalendarDate
  agreedMinor4: number
  agreedTiers: Tier[]
  currentMinor4: number
  currentTiers: Tier[]
}

/** Each code once, as the latest amendment has it on that day, and what holds for it until then. */
export function pricedItems(contractId: number, day: CalendarDate, trx: Transaction): Promise<Priced[]> {
  return rows<Priced>(
    `select distinct on (i.code) i.id as item_id, i.code, i.description, i.valid_from, i.unit_price_minor4 as agreed_minor4, i.tiers as agreed_tiers,
            coalesce(p.unit_price_minor4, i.unit_price_minor4) as current_minor4, coalesce(p.tiers, i.tiers) as current_tiers
       from provider_contracts k join contract_items i on i.contract_id = k.id
       left join lateral (select unit_price_minor4, tiers from contract_item_prices where item_id = i.id order by effective_on desc limit 1) p on true
      where k.root_id = :contractId and k.status not in ('draft', 'pending_approval') and i.valid_from < :day and (i.valid_to is null or i.valid_to >= :day)
      order by i.code, k.amendment_no desc`,
    { contractId, day },
    trx
  )
}
