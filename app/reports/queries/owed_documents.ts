import type { Viewer } from '#app/accounts/viewer'
import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { RESERVED } from '#app/legal/legal_labels'
import { EXPENSE_NOTE } from '#app/payments/kinds/expense_note/kind'
import { LIVE } from '#app/payments/orders/checks/live_orders'
import { isReserved } from '#app/payments/orders/page/payment_veil'

/** A document without an invoice that something is left to pay of, in cents of EUR; what is on its way is part of it. */
export type OwedDocument = {
  kind: 'expense_note' | 'legal_cost' | 'provision'
  id: number
  /** Where it is shown: the note, or the procedure of the cost. Null where it may not be told, and for provisions. */
  pageId: number | null
  concept: string
  payee: string | null
  site: string
  payOn: CalendarDate
  minor: number
}

/** Of a cost, who answers for its confidential procedure (0 for nobody); null for all others. */
type Found = OwedDocument & { responsibleId: number | null }

/** Approved notes: on the day of their payment, or since they were approved. */
const EXPENSE_NOTES = `
  select 'expense_note' as kind, n.id, n.id as page_id, n.number || ' · ' || n.title as concept, n.claimant_name as payee, s.code as site, d.pay_on, (n.approved_minor - n.settled_minor)::bigint as minor, null::bigint as responsible_id
    from expense_notes n join sites s on s.id = n.site_id
    cross join lateral (select coalesce(min(o.execution_date), (coalesce(n.approved_at, n.received_at) at time zone 'Europe/Madrid')::date) as pay_on
      from payment_orders o where o.source_type = '${EXPENSE_NOTE}' and o.source_id = n.id and o.status in ${LIVE}) d
   where n.status in ('approved', 'in_payment') and n.approved_minor > n.settled_minor and n.currency = 'EUR' and d.pay_on <= :until and (:all or n.site_id = any(:ids::bigint[]))`

/** Approved costs; one whose invoice is owed is owed with it. */
const LEGAL_COSTS = `
  select 'legal_cost', c.id, p.id, p.number || ' · ' || c.description, coalesce(v.legal_name, c.payee_name), s.code, c.due_on, (c.total_minor - c.paid_minor)::bigint,
      case when p.confidential then coalesce(p.responsible_user_id, 0) end
    from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id join sites s on s.id = p.site_id left join providers v on v.id = c.provider_id
   where c.status in ('payable', 'ordered') and c.total_minor > c.paid_minor and c.due_on <= :until and (:all or p.site_id = any(:ids::bigint[]))
     and not exists (select 1 from invoices i where i.id = c.invoice_id and i.outstanding_minor > 0 and i.status in ('booked', 'disputed'))`

/** What suppliers are to be paid before their invoice comes. */
const PROVISIONS = `
  select 'provision', v.id, null::bigint, v.concept, p.legal_name, s.code, v.expected_on, (v.amount_minor - v.settled_minor)::bigint, null::bigint
    from supplier_provisions v join sites s on s.id = v.site_id join providers p on p.id = v.provider_id
   where v.status = 'open' and v.settled_minor < v.amount_minor and v.currency = 'EUR' and v.expected_on <= :until and (:all or v.site_id = any(:ids::bigint[]))`

/**
 * Expense notes, costs of legal procedures and provisions that are to be paid until a day. Their orders are not told
 * apart: what an order takes is still left of its document until the bank has charged it.
 */
export async function owedDocuments(
  { userId, role, siteIds }: Viewer,
  until: CalendarDate
): Promise<OwedDocument[]> {
  const found = await rows<Found>(
    `select * from (${EXPENSE_NOTES} union all ${LEGAL_COSTS} union all ${PROVISIONS}) owed order by pay_on, kind, id`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, until }
  )
  return found.map(({ responsibleId, ...owed }) =>
    isReserved(responsibleId, { id: userId, role })
      ? { ...owed, concept: RESERVED, payee: null, pageId: null }
      : owed
  )
}
