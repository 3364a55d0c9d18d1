import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A line billed above what was agreed. Prices in ten-thousandths, amounts in minor units, `percent` in basis points of the agreed price. */
export type PriceDeviation = {
  invoiceId: number
  lineId: number
  contractId: number
  reference: string
  itemId: number
  code: string
  description: string
  unit: string
  quantity: string
  day: CalendarDate
  currency: string
  agreedMinor4: number
  /** What was billed for one unit, discounts taken off. */
  billedMinor4: number
  excessMinor: number
  percentBasisPoints: number
}

/**
 * Question of rule C1, for many invoices at once: lines linked to an item whose base is more than the agreed price of that
 * quantity on the day of the operation allows, amendments, revisions and tiers included. `tolerancePercent` is whole
 * percent above the agreed price (0 unless told); a cent of rounding is never an excess. Credit notes are not asked about.
 * One question of two index lookups a linked line; unlinked lines cost nothing.
 */
export function findPriceDeviations(
  invoiceIds: readonly number[],
  { tolerancePercent = 0, client }: { tolerancePercent?: number; client?: Client | undefined } = {}
): Promise<PriceDeviation[]> {
  return rows<PriceDeviation>(
    `select l.invoice_id, l.line_id, l.contract_id, c.reference, a.item_id, it.code, it.description, it.unit, l.quantity::text, l.day, l.currency,
            a.price::bigint as agreed_minor4, round(l.base_minor * s.scale / l.quantity)::bigint as billed_minor4,
            (l.base_minor - round(a.price * l.quantity / s.scale))::bigint as excess_minor,
            case when a.price = 0 then 10000 else round((l.base_minor * s.scale / l.quantity - a.price) * 10000 / a.price)::int end as percent_basis_points
       from contract_lines l
       join provider_contracts c on c.id = l.contract_id
       join currencies u on u.code = l.currency
       cross join lateral (select 10 ^ (4 - u.exponent)::numeric as scale) s
       cross join lateral (select coalesce(contract_item_at(l.item_id, l.day), l.item_id) as item_id) e
       cross join lateral (select e.item_id, contract_price_at(e.item_id, l.quantity, l.day)::numeric as price) a
       join contract_items it on it.id = a.item_id
      where l.invoice_id = any(:ids::bigint[]) and l.item_id is not null and l.base_minor > 0 and l.quantity > 0
        and l.base_minor > round(a.price * l.quantity * (100 + :tolerance::int) / 100 / s.scale) + 1
      order by l.invoice_id, l.line_id`,
    { ids: [...invoiceIds], tolerance: tolerancePercent },
    client
  )
}
