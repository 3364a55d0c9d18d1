import { type Client, row } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Charge, ChargeCost } from '#app/rebilling/charges/charge'
import type { ALERTS } from '#app/rebilling/charges/list_charges'

type ShownCost = Pick<ChargeCost, 'id' | 'sourceType' | 'concept' | 'accountCode' | 'amountMinor'> & {
  document: string | null
  href: string | null
  on: CalendarDate | null
  /** What it is now; null once it has left the books, and of what no document is behind. */
  costMinor: number | null
}

type NotShown =
  | 'originIsActive'
  | 'vatCodeId'
  | 'vatBasisPoints'
  | 'incomeAccount'
  | 'expenseAccount'
  | 'groupKey'
  | 'correctsId'
  | 'costs'

/** A charge as its page reads it; amounts in cents. */
export type ShownCharge = Omit<Charge, NotShown> & {
  settingName: string | null
  taxName: string | null
  sourceAlert: keyof typeof ALERTS | null
  discardReason: string | null
  /** What takes it back or corrects it, and what it takes back or corrects itself. */
  related: { id: number; number: string; how: 'reverses' | 'corrects' | 'reversed_by' | 'corrected_by' }[]
  costs: ShownCost[]
}

const COST = `jsonb_build_object('id', x.id, 'sourceType', x.source_type, 'concept', x.concept, 'accountCode', x.account_code, 'amountMinor', x.amount_minor,
    'costMinor', c.base_minor, 'on', c.posted_on,
    'document', case x.source_type
      when 'invoice_line' then (select coalesce(i.invoice_number, i.reference) || coalesce(' de ' || p.legal_name, '') from invoice_lines l join invoices i on i.id = l.invoice_id left join providers p on p.id = i.provider_id where l.id = x.source_id)
      when 'expense_note_line' then (select n.number || ' de ' || n.claimant_name from expense_note_lines l join expense_notes n on n.id = l.note_id where l.id = x.source_id)
      when 'legal_cost' then (select p.number from legal_procedure_costs k join legal_procedures p on p.id = k.procedure_id where k.id = x.source_id) end,
    'href', case x.source_type
      when 'invoice_line' then (select '/invoices/' || l.invoice_id from invoice_lines l where l.id = x.source_id)
      when 'expense_note_line' then (select '/payexpenses/' || l.note_id from expense_note_lines l where l.id = x.source_id)
      when 'legal_cost' then (select '/legal_procedure/' || k.procedure_id || '/edit' || chr(63) || 'tab=costs' from legal_procedure_costs k where k.id = x.source_id) end)`

/** A charge with its costs as they are now; null where there is none. */
export function showCharge(chargeId: number, client?: Client): Promise<ShownCharge | null> {
  return row<ShownCharge>(
    `select t.id, t.number, t.split_id, t.setting_id, r.name as setting_name, t.origin_site_id, o.legal_name::text as origin_name, t.target_site_id, g.legal_name::text as target_name,
        g.status = 'active' as target_is_active, t.period_from, t.period_to, t.concept, t.base_minor, t.markup_minor, t.vat_minor, t.total_minor, t.markup_basis_points, t.treatment,
        v.name as tax_name, t.settlement, t.status, t.issued_on, t.due_on, t.invoice_number, t.issued_invoice_id, t.target_invoice_id, t.settled_minor, t.reverses_id, t.is_chain,
        t.source_alert, t.discard_reason, t.created_by, t.lock_version,
        (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'number', n.number, 'how', n.how) order by n.id), '[]') from (
           select b.id, b.number, case when b.id = t.reverses_id then 'reverses' else 'corrects' end as how from rebilling_transactions b where b.id in (t.reverses_id, t.corrects_id)
           union all
           select b.id, b.number, case when b.reverses_id = t.id then 'reversed_by' else 'corrected_by' end from rebilling_transactions b where (b.reverses_id = t.id or b.corrects_id = t.id) and b.status <> 'discarded') n) as related,
        (select coalesce(jsonb_agg(${COST} order by x.id), '[]') from rebilling_sources x
           left join rebillable_costs c on c.source_type = x.source_type and c.source_id = x.source_id where x.transaction_id = t.id) as costs
       from rebilling_transactions t join sites o on o.id = t.origin_site_id join sites g on g.id = t.target_site_id
       left join rebilling_settings r on r.id = t.setting_id left join tax_codes v on v.id = t.vat_code_id where t.id = :chargeId`,
    { chargeId },
    client
  )
}
