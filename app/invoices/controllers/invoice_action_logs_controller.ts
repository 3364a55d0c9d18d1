import type { HttpContext } from '@adonisjs/core/http'
import { ACTION_WORDING } from '#app/invoices/log_wording'
import { actionLogsList, OF_NAMED_INVOICE } from '#app/invoices/queries/list_action_logs'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'

/** Who did what to which invoice, with what was there before and after. */
export default class InvoiceActionLogsController {
  async index(ctx: HttpContext) {
    const { filter } = logFilters(ctx)
    const request = listRequest(ctx, actionLogsList.definition)
    if (await exportDeclared(ctx, actionLogsList, { request, filter })) return
    return ctx.inertia.render('invoices/action_logs/index', {
      logs: await listOf(actionLogsList, request, filter),
      actions: Object.entries(ACTION_WORDING).map(([value, { title }]) => ({ value, label: title })),
    })
  }
}

function logFilters(ctx: HttpContext): QueryFilters {
  const filters = new QueryFilters(ctx)
    .keys('user_id', 'l.user_id')
    .keys('invoice_id', 'l.invoice_id')
    .oneOf('action', 'l.action', Object.keys(ACTION_WORDING))
    .instants('at', 'l.at')
  const text = searchText(ctx)
  // By its reference or number, as people name an invoice.
  if (text) filters.add(OF_NAMED_INVOICE, { text, textLike: text.replace(/[\\%_]/g, '\\$&') })
  return filters
}
