import type { OwedDocuments } from '#app/payments/kinds/payment_kind'
import { LIVE } from '#app/payments/orders/checks/live_orders'

/** Approved notes: on the day of their payment, or since they were approved. */
export const owedNotes: OwedDocuments = {
  label: 'Nota de gastos',
  href: (noteId) => `/payexpenses/${noteId}`,
  sql: `
    select n.id, n.id as page_id, n.number || ' · ' || n.title as concept, n.claimant_name as payee, s.code as site, d.pay_on, (n.approved_minor - n.settled_minor)::bigint as minor, null::bigint as responsible_id
      from expense_notes n join sites s on s.id = n.site_id
      cross join lateral (select coalesce(min(o.execution_date), (coalesce(n.approved_at, n.received_at) at time zone 'Europe/Madrid')::date) as pay_on
        from payment_orders o where o.source_type = 'expense_note' and o.source_id = n.id and o.status in ${LIVE}) d
     where n.status in ('approved', 'in_payment') and n.approved_minor > n.settled_minor and n.currency = 'EUR' and d.pay_on <= :until and (:all or n.site_id = any(:ids::bigint[]))`,
}
