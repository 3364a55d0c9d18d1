import type { HttpContext } from '@adonisjs/core/http'
import { limitToAccounts } from '#app/accounts/queries/account_scope'
import { limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import type { Filter } from '#app/kernel/lists/listing'
import { limitToUnreserved } from '#app/payments/orders/page/payment_visibility'
import {
  FINAL_STATES,
  PAYEE_TYPES,
  PAYMENT_METHODS,
  paymentTitles,
} from '#app/reports/queries/payment_history'

/** What the query string leaves of the payments of the caller's companies, from accounts they may see. */
export async function historyFilter(ctx: HttpContext): Promise<Filter> {
  const filters = new QueryFilters(ctx)
  limitToScope(ctx, 'h.site_id', filters.filter)
  await limitToAccounts(requireSignedIn(ctx).user.id, 'h.account_id', filters.filter)
  filters
    .words(searchText(ctx), 'h.search_text')
    .keys('site_ids', 'h.site_id')
    .keys('account_id', 'h.account_id')
    .keys('user_id', 'h.requested_by')
    .oneOf('kind', 'h.kind', Object.keys(paymentTitles()))
    .oneOf('payee_type', 'h.payee_type', Object.keys(PAYEE_TYPES))
    .oneOf('method', 'h.method', Object.keys(PAYMENT_METHODS))
    .oneOf('status', 'h.status', FINAL_STATES)
    .oneOf('origin', 'h.origin', ['order', 'import'])
    .days('paid', 'h.paid_on')
    .amounts('amount', 'h.amount_minor')
  payeeOf(ctx, filters)
  categoryOf(ctx, filters)
  const iban = normalizeIban(textOf(ctx, 'iban'))
  const viewer = requireSignedIn(ctx).user
  const asksForPayee = searchText(ctx) !== '' || textOf(ctx, 'provider_id') !== '' || iban !== ''
  if (asksForPayee) limitToUnreserved(filters.filter, 'h', viewer)
  if (iban !== '') filters.add('h.iban = :iban', { iban })
  return filters.filter
}

function payeeOf(ctx: HttpContext, filters: QueryFilters): void {
  const providerId = Number(textOf(ctx, 'provider_id'))
  if (!Number.isSafeInteger(providerId) || providerId <= 0) return
  filters.add(`h.payee_type = 'provider' and h.payee_id = :providerId`, { providerId })
}

/** The main category of the invoice that was paid; a payment of anything else has none. */
function categoryOf(ctx: HttpContext, filters: QueryFilters): void {
  const asked = textOf(ctx, 'category_id')
  const categoryId = Number(asked)
  if (asked !== 'none' && (!Number.isSafeInteger(categoryId) || categoryId <= 0)) return
  const found = `select 1 from invoices i where h.source_type = 'invoice' and i.id = h.source_id and invoice_main_category(i.id)`
  if (asked === 'none') filters.add(`not exists (${found} is not null)`)
  else filters.add(`exists (${found} = :categoryId)`, { categoryId })
}

function textOf({ request }: HttpContext, name: string): string {
  const value = (request.qs() as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim().slice(0, 60) : ''
}
