import type { OwedDocuments } from '#app/payments/kinds/payment_kind'
import { LIVE } from '#app/payments/orders/checks/live_orders'

/** Charges that are settled by a payment: of who pays, on the day of that payment or when they fall due. */
export const owedCharges: OwedDocuments = {
  label: 'Refacturación',
  href: (chargeId) => `/refacturacion/${chargeId}`,
  sql: `
    select t.id, t.id as page_id, t.invoice_number || ' · ' || t.concept as concept, c.legal_name::text as payee, p.code as site, d.pay_on, abs(t.total_minor - t.settled_minor)::bigint as minor, null::bigint as responsible_id
      from rebilling_transactions t
      join sites p on p.id = case when t.total_minor > 0 then t.target_site_id else t.origin_site_id end
      join sites c on c.id = case when t.total_minor > 0 then t.origin_site_id else t.target_site_id end
      cross join lateral (select coalesce(min(o.execution_date), t.due_on) as pay_on
        from payment_orders o where o.source_type = 'rebilling_transaction' and o.source_id = t.id and o.status in ${LIVE}) d
     where t.status in ('issued', 'settling') and t.settlement = 'payment' and t.settled_minor <> t.total_minor and d.pay_on <= :until and (:all or p.id = any(:ids::bigint[]))`,
}
