import type { HttpContext } from '@adonisjs/core/http'
import { limitToScope } from '#app/identity/http/scope'
import { searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import type { Filter } from '#app/kernel/lists/listing'
import { WORTH_CURRENCY } from '#app/ledger/fx/worth_sql'
import { OPEN } from '#app/reports/queries/open_invoices'
import type { LinesKey } from '#app/reports/queries/summary_lines'
import { START } from '#app/reports/site_report/payment_period'
import { chosenSites } from '#app/reports/summary_request'

/** Narrows lines to days: those of one day, or all until it. Whether any were asked for. */
export function narrowToDays(ctx: HttpContext, filter: Filter): boolean {
  const days = new QueryFilters(ctx).days('posted', 'm.posted_on').filter
  filter.where.push(...days.where)
  Object.assign(filter.bindings, days.bindings)
  return days.where.length > 0
}

/** Which row of the summary the lines are of. */
export function linesKey(ctx: HttpContext): LinesKey {
  const query = ctx.request.qs() as Record<string, unknown>
  const provider = keyOf(query.provider_id)
  return {
    providerId: provider === 'none' ? null : provider,
    categoryId: keyOf(query.category_id),
    centerId: keyOf(query.center_id),
  }
}

function keyOf(value: unknown): number | 'none' | null {
  if (value === 'none') return 'none'
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Open invoices of the caller's companies as the query string narrows them; 404 for a foreign company. */
export function openFilter(ctx: HttpContext): Filter {
  chosenSites(ctx)
  const query = ctx.request.qs() as Record<string, unknown>
  const filters = new QueryFilters(ctx).add(OPEN).words(searchText(ctx), 'i.search_text')
  limitToScope(ctx, 'i.site_id', filters.filter)
  filters
    .keys('site_ids', 'i.site_id')
    .keys('provider_id', 'i.provider_id')
    .days('due', 'i.due_on')
    .days('posted', 'i.posted_on')
    .days('operation', START)
    .amounts('amount', 'i.payable_minor')
  if (typeof query.currency === 'string' && /^[A-Z]{3}$/.test(query.currency))
    filters.add('i.currency = :currency', { currency: query.currency })
  if (typeof query.books === 'string' && /^[A-Z]{3}$/.test(query.books))
    filters.add(`${WORTH_CURRENCY} = :books`, { books: query.books })
  if (query.due === 'none') filters.add('i.due_on is null')
  if (query.eliminates === '1')
    filters.add(
      `not exists (select 1 from providers gp where gp.id = i.provider_id and (gp.site_id_if_group is not null or gp.ledger_prefix = '403'))`
    )
  return filters.filter
}
