import type { HttpContext } from '@adonisjs/core/http'
import { limitToScope } from '#app/identity/http/scope'
import { INVOICE_SOURCES, INVOICE_TABS } from '#app/invoices/queries/list_invoices'
import { invoiceWorkflow, PAYMENT_STATES } from '#app/invoices/workflows/invoice_workflow'
import { searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'

/** The filters of the index of invoices, within the companies of who asks (area 05 §4). */
export function invoiceFilters(ctx: HttpContext): QueryFilters {
  const filters = new QueryFilters(ctx)
  limitToScope(ctx, 'i.site_id', filters.filter)
  const query = ctx.request.qs() as Record<string, unknown>
  const tab = INVOICE_TABS[String(query.tab ?? '')]
  if (tab) filters.add(tab)
  if (query.category_id === 'none') filters.add('i.category_id is null')
  if (typeof query.currency === 'string' && /^[A-Z]{3}$/i.test(query.currency))
    filters.add('i.currency = :currency', { currency: query.currency.toUpperCase() })
  if (typeof query.alarm === 'string' && /^[A-Z]\d{1,2}$/.test(query.alarm))
    filters.add(WITH_ALARM, { alarm: query.alarm })
  return filters
    .words(searchText(ctx), 'i.search_text')
    .keys('ids', 'i.id')
    .keys('site_ids', 'i.site_id')
    .keys('provider_id', 'i.provider_id')
    .keys('category_id', 'i.category_id')
    .keys('uploader_id', 'i.created_by')
    .oneOf('status', 'i.status', Object.keys(invoiceWorkflow.states))
    .oneOf('payment_state', 'i.payment_state', Object.keys(PAYMENT_STATES))
    .oneOf('source', 'i.source', Object.keys(INVOICE_SOURCES))
    .days('issued', 'i.issued_on')
    .days('due', 'i.due_on')
    .days('posted', 'i.posted_on')
    .instants('received', 'i.received_at')
    .amounts('amount', 'i.total_minor')
}

/** The invoices with an open alarm lie in an index of their own; of those the rule is looked up. */
const WITH_ALARM = `i.open_alarms > 0 and exists (select 1 from invoice_alarms a where a.invoice_id = i.id and a.status = 'open' and a.rule_code = :alarm)`
