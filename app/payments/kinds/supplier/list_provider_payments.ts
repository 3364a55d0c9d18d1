import { limitToAccounts } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import { IS_PAID_BY_HAND } from '#app/payments/orders/page/list_orders'
import { type BadgeFacts, orderBadge } from '#app/payments/orders/page/order_badges'
import { limitToSeenKinds, limitToUnreserved } from '#app/payments/orders/page/payment_visibility'
import type { Reader, SupplierPayment } from '#app/providers/ports'

const SHOWN_MAX = 50

/** The last payments to a supplier, and to those that were merged into it, of which the reader may know the payee. */
export async function listProviderPayments(providerId: number, reader: Reader): Promise<SupplierPayment[]> {
  const { siteIds } = reader
  const filter: Filter = {
    where: [
      `o.creditor_type = 'provider'`,
      'o.creditor_id in (select id from providers where :providerId::bigint in (id, merged_into_id))',
      `o.status <> 'cancelled'`,
      '(:all or o.site_id = any(:siteIds::bigint[]))',
    ],
    bindings: { providerId, all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds },
  }
  limitToSeenKinds(filter, 'o', reader)
  limitToUnreserved(filter, 'o', reader)
  await limitToAccounts(reader.id, 'o.debtor_account_id', filter)
  const found = await rows<
    {
      id: number
      number: string
      on: string
      site: string
      amountMinor: number
      currency: string
    } & BadgeFacts
  >(
    `select o.id, o.number, o.execution_date::text as "on", s.code as site, o.amount_minor, o.currency, o.status, o.sub_status, o.channel, o.hold_reason,
        o.rejected_at is not null as is_rejected, coalesce(r.downloads > 0, false) as is_downloaded, ${IS_PAID_BY_HAND} as is_paid_by_hand
       from payment_orders o join sites s on s.id = o.site_id left join payment_batches r on r.id = o.batch_id where ${filter.where.join(' and ')} order by o.execution_date desc, o.id desc limit ${SHOWN_MAX}`,
    filter.bindings
  )
  return found.map(({ id, number, on, site, amountMinor, currency, ...facts }) => ({
    id,
    number,
    on,
    site,
    amount: { minor: amountMinor, currency },
    status: orderBadge(facts),
  }))
}
