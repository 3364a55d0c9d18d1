import type { HttpContext } from '@adonisjs/core/http'
import { accountChoices } from '#app/accounts/queries/account_choices'
import { limitToAccounts } from '#app/accounts/queries/account_scope'
import { limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { asksForWorth, listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, type ListOf, listOf } from '#app/kernel/lists/listing'
import { type Outage, openOutages } from '#app/payments/bank/open_outages'
import { kindsThat } from '#app/payments/kinds/payment_kind'
import { limitPayments } from '#app/payments/orders/controllers/scoped'
import {
  countOrderTabs,
  ORDER_TABS,
  ORDER_WORDS,
  type OrderRow,
  ordersList,
} from '#app/payments/orders/page/list_orders'
import {
  type OrderChoices,
  STATES_OF_TAB,
  STEPS_OF_TAB,
  stateChoices,
} from '#app/payments/orders/page/order_choices'
import { limitToUnreserved } from '#app/payments/orders/page/payment_visibility'

export type OrderListing = ListOf<OrderRow> & { choices: OrderChoices; outages: Outage[] }

type Screen = {
  /** The address of the page whose payments they are. */
  page: string
  tab: string
  /** Of the file. */
  name: string
  counters?: Record<string, number>
}

/**
 * The payments of one tab of a payment screen (area 28 §9) with what its filters offer. Null when they were asked for as a
 * file, which is the answer then.
 */
export async function orderTab(ctx: HttpContext, screen: Screen): Promise<OrderListing | null> {
  const { user, siteIds } = requireSignedIn(ctx)
  const list = ordersList(
    { id: user.id, role: user.role, siteIds },
    { name: screen.name, showsWorth: asksForWorth(ctx) }
  )
  const request = listRequest(ctx, list.definition)
  const filter = await orderFilter(ctx, screen)
  if (await exportDeclared(ctx, list, { request, filter })) return null
  return {
    ...(await listOf(list, request, filter)),
    counters: screen.counters ?? (await countOrderTabs(await screenScope(ctx, screen.page))),
    outages: await openOutages(await accountsInView(ctx)),
    choices: { states: stateChoices(screen.tab), accounts: await accountChoices(siteIds, user.id) },
  }
}

/** The accounts `b` whose payments the caller may see. */
async function accountsInView(ctx: HttpContext): Promise<Filter> {
  const filter: Filter = { where: [], bindings: {} }
  limitToScope(ctx, 'b.site_id', filter)
  await limitToAccounts(requireSignedIn(ctx).user.id, 'b.id', filter)
  return filter
}

/** SQL: whether a payment `o` stands on a page. */
function isListedOn(page: string): string {
  const names = kindsThat(({ list }) => list.page === page).map((name) => `'${name}'`)
  return `o.kind in (${names.join(', ')})`
}

/** The payments of a screen that the caller may see, whatever else is asked for. */
export async function screenScope(ctx: HttpContext, page: string): Promise<Filter> {
  const scope = await limitPayments(ctx, 'o', { where: [], bindings: {} }, 'o.payer_site_id')
  scope.where.push(isListedOn(page))
  return scope
}

async function orderFilter(ctx: HttpContext, { page, tab }: Screen): Promise<Filter> {
  const text = searchText(ctx)
  const filters = new QueryFilters(ctx)
    .add(isListedOn(page))
    .add(ORDER_TABS[tab] ?? 'false')
    .words(text, ORDER_WORDS)
    .keys('ids', 'o.id')
    .keys('site_ids', 'o.site_id')
    .keys('payer_ids', 'o.payer_site_id')
    .keys('account_id', 'o.debtor_account_id')
    .oneOf('status', 'o.status', STATES_OF_TAB[tab] ?? [])
    .oneOf('step', 'o.sub_status', STEPS_OF_TAB[tab] ?? [])
    .due('due', 'o.execution_date')
    .amounts('amount', 'o.amount_minor')
  approvedBy(ctx, filters)
  if (text !== '') limitToUnreserved(filters.filter, 'o', requireSignedIn(ctx).user)
  return limitPayments(ctx, 'o', filters.filter, 'o.payer_site_id')
}

/** Payments that somebody has approved and whose approval still counts. */
function approvedBy({ request }: HttpContext, filters: QueryFilters): void {
  const approverId = Number((request.qs() as Record<string, unknown>).approver_id)
  if (!Number.isSafeInteger(approverId) || approverId <= 0) return
  filters.add(
    `exists (select 1 from approval_decisions a where a.document_type = 'payment_order' and a.document_id = o.id and a.user_id = :approverId and a.decision = 'approve' and a.revoked_at is null)`,
    { approverId }
  )
}
