import { type Client, rows } from '#app/kernel/database/sql'
import { shareOutByRule } from '#app/rebilling/allocation/share_by_rule'
import { spreadOverCosts } from '#app/rebilling/allocation/spread_over_costs'
import type { Allocation } from '#app/rebilling/rebilling_labels'

export type SharedLine = {
  lineId: number
  concept: string
  accountCode: string
  categoryId: number | null
  centerId: number | null
  /** What it costs, in cents of the books. */
  costMinor: number
}

export type ShareTarget = {
  siteId: number
  site: string
  percentage: string | null
  amountMinor: number | null
  keyValue: string | null
}

/** How lines of an invoice are shared out, as one sum. */
export type Share = {
  id: number
  coversInvoice: boolean
  allocation: Allocation
  allocationKey: string | null
  ruleName: string | null
  targets: ShareTarget[]
  /** Those that have an account. */
  lines: SharedLine[]
  /** All of them, whether they have an account or not. */
  chosen: { lineId: number; concept: string | null }[]
}

/** How an invoice is shared out, with what its lines cost as they are now. */
export function readShares(invoiceId: number, client?: Client): Promise<Share[]> {
  return rows<Share>(
    `select s.id, s.covers_invoice, s.allocation, s.allocation_key, s.rule_name,
        (select jsonb_agg(jsonb_build_object('siteId', t.site_id, 'site', w.legal_name, 'percentage', t.percentage::text, 'amountMinor', t.amount_minor, 'keyValue', t.key_value::text) order by t.position)
           from cost_share_targets t join sites w on w.id = t.site_id where t.share_id = s.id) as targets,
        (select coalesce(jsonb_agg(jsonb_build_object('lineId', c.line_id, 'concept', c.concept, 'accountCode', c.account_code, 'categoryId', c.category_id, 'centerId', c.center_id, 'costMinor', c.cost_minor) order by c.line_id), '[]')
           from invoice_line_costs c where c.invoice_id = s.invoice_id
            and (s.covers_invoice or exists (select 1 from cost_share_lines h where h.share_id = s.id and h.line_id = c.line_id))) as lines,
        (select coalesce(jsonb_agg(jsonb_build_object('lineId', l.id, 'concept', l.concept) order by l.id), '[]') from invoice_lines l
          where l.invoice_id = s.invoice_id and (s.covers_invoice or exists (select 1 from cost_share_lines h where h.share_id = s.id and h.line_id = l.id))) as chosen
       from cost_shares s where s.invoice_id = :invoiceId and (s.covers_invoice or exists (select 1 from cost_share_lines h where h.share_id = s.id)) order by s.id`,
    { invoiceId },
    client
  )
}

/** What a company bears of each line of a share, in cents with the sign of the line. */
export type SharePart = {
  siteId: number
  amountMinor: number
  lines: { line: SharedLine; amountMinor: number }[]
}

/** The parts of a share: cents by largest remainder over the whole, no line more than it is. Throws E_NO_KEY. */
export function sharePartsOf({ allocation, allocationKey, targets, lines }: Share): SharePart[] {
  const costs = lines.map(({ costMinor }) => costMinor)
  const parts = shareOutByRule(
    costs.reduce((sum, cost) => sum + cost, 0),
    {
      allocation,
      targets,
      values: new Map(targets.map(({ siteId, keyValue }) => [siteId, keyValue ?? '0'])),
      keyText: allocationKey ?? '',
      periodText: 'el mes de la factura',
    }
  )
  const spread = spreadOverCosts(
    costs,
    parts.map(({ amountMinor }) => amountMinor)
  )
  return parts.map((part, place) => ({
    ...part,
    lines: lines.map((line, at) => ({ line, amountMinor: spread[place]?.[at] ?? 0 })),
  }))
}
