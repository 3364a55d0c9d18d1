import type { Transaction } from '#app/kernel/database/sql'
import { ask } from '#app/payments/orders/checks/ask_orders'

/** What fewer payments come to says nothing of what is usual (area 28 §3.2). */
const MEDIAN_PAYMENTS_MIN = 6

/** Another payment `t` of the amount of `o`, within ten days. */
const SAME = `t.amount_minor = o.amount_minor and t.id <> o.id and t.status not in ('cancelled', 'failed', 'returned') and abs(t.execution_date - o.execution_date) <= 10`

type Surroundings = {
  id: number
  hasTwin: boolean
  twinNumber: string | null
  hasSame: boolean
  sameNumber: string | null
  availableMinor: number
  accountMinor: number
  reservedMinor: number
  payments: number
  median: number | null
  isQuoteOver: boolean
}

/**
 * The position of an account is a sum over its reservations: it is worked out once an account, not once an order. The
 * history names the states it leaves out, so that it is looked up by payee: by state it would read all that was sent. Who is
 * neither supplier nor employee has no account that somebody verified: another IBAN is another payee, and the key of one is
 * a beneficiary, an own account or anything else by the kind of the payment. Without an IBAN two payments go to the same account
 * where they are for the same beneficiary, else for the same payee of one kind.
 */
export function readSurroundings(orderIds: number[], trx: Transaction): Promise<Surroundings[]> {
  return ask(orderIds)<Surroundings>(
    `with wanted as materialized (
        select id, site_id, kind, source_type, source_id, debtor_account_id, debtor_virtual_account_id, creditor_type, creditor_id, creditor_iban, provider_beneficiary_id, quote_id, amount_minor, execution_date from payment_orders where id = any(:orderIds::bigint[])),
      position as materialized (
        select bank_account_id, available_minor from bank_account_positions where bank_account_id in (select debtor_account_id from wanted))
     select w.id, twin.id is not null as has_twin, case when twin.site_id = w.site_id then twin.number end as twin_number,
        same.id is not null as has_same, case when same.site_id = w.site_id then same.number end as same_number,
        (case when w.debtor_virtual_account_id is null then position.available_minor
              else coalesce((select f.amount_minor from account_holds f where f.document_type = 'reserve_fund' and f.document_id = w.debtor_virtual_account_id and f.released_at is null), 0)
         end + coalesce(held.amount_minor, 0))::bigint as available_minor, position.available_minor as account_minor,
        case when held.bank_account_id = w.debtor_account_id then held.amount_minor else 0 end as reserved_minor, history.payments, history.median,
        coalesce((select q.expires_at <= now() from provider_quotes q where q.id = w.quote_id), false) as is_quote_over
       from wanted w join position on position.bank_account_id = w.debtor_account_id
       left join account_holds held on held.document_type = 'payment_order' and held.document_id = w.id and held.released_at is null and held.kind = 'hard'
       left join invoices paid on w.source_type = 'invoice' and paid.id = w.source_id
       left join (
         select distinct on (pair.of) pair.of, pair.id, pair.number, pair.site_id from (
             select o.id as of, o.site_id as home, t.id, t.number, t.site_id from wanted o join payment_orders t on t.creditor_iban = o.creditor_iban and ${SAME}
             union all
             select o.id, o.site_id, t.id, t.number, t.site_id from wanted o join payment_orders t on t.provider_beneficiary_id = o.provider_beneficiary_id and ${SAME} where o.creditor_iban is null
             union all
             select o.id, o.site_id, t.id, t.number, t.site_id from wanted o join payment_orders t on t.creditor_type = o.creditor_type and t.creditor_id = o.creditor_id and t.kind = o.kind and t.creditor_iban is null and ${SAME}
              where o.creditor_iban is null and o.provider_beneficiary_id is null) pair
          order by pair.of, pair.site_id <> pair.home, pair.id) twin on twin.of = w.id
       left join lateral (
         select t.id, t.number, t.site_id from invoices i join payment_orders t on t.source_type = 'invoice' and t.source_id = i.id
          where i.provider_id = paid.provider_id and i.number_key = paid.number_key and i.status in ('approved', 'booked', 'disputed') and i.id <> paid.id
            and t.status not in ('cancelled', 'failed', 'returned') order by t.site_id <> w.site_id, t.id limit 1) same on true
       cross join lateral (
         select cardinality(last.amounts) as payments,
            case when cardinality(last.amounts) >= ${MEDIAN_PAYMENTS_MIN} then (select percentile_cont(0.5) within group (order by a)::bigint from unnest(last.amounts) a) end as median
           from (select array(select h.amount_minor from payment_orders h where h.creditor_type = w.creditor_type and h.creditor_id = w.creditor_id
              and (w.creditor_type <> 'other' or h.kind = w.kind and h.creditor_iban is not distinct from w.creditor_iban and h.provider_beneficiary_id is not distinct from w.provider_beneficiary_id) and h.id <> w.id
              and h.status not in ('draft', 'buffered', 'approved', 'failed', 'returned', 'cancelled') order by h.id desc limit 12) as amounts offset 0) last) history
      order by w.id`,
    { orderIds },
    trx
  )
}
