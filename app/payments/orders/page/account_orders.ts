import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type ListOf, listOf } from '#app/kernel/lists/listing'
import { limitPayments } from '#app/payments/orders/controllers/scoped'
import { ORDER_WORDS, type OrderRow, ordersList } from '#app/payments/orders/page/list_orders'
import { isSeenKind, limitToUnreserved } from '#app/payments/orders/page/payment_visibility'

/** What is told of an order beside its account, where that is the page. */
const SHOWN = ['number', 'creditor', 'concept', 'executionDate', 'amount', 'status', 'approvals']

/** The orders of one account that the caller may see, whatever became of them: the newest first, unless asked otherwise. */
export async function accountOrders(ctx: HttpContext, bankAccountId: number): Promise<ListOf<OrderRow>> {
  const { user, siteIds } = requireSignedIn(ctx)
  const list = ordersList({ id: user.id, role: user.role, siteIds }, { name: 'ordenes', showsWorth: false })
  const text = searchText(ctx)
  const { filter } = new QueryFilters(ctx)
    .add('o.debtor_account_id = :bankAccountId', { bankAccountId })
    .add(isSeenKind('o', user.role))
    .words(text, ORDER_WORDS)
  if (text !== '') limitToUnreserved(filter, 'o', user)
  const shown = { ...list, columns: list.columns.filter(({ key }) => SHOWN.includes(key)) }
  return listOf(
    shown,
    listRequest(ctx, list.definition),
    await limitPayments(ctx, 'o', filter, 'o.payer_site_id')
  )
}
