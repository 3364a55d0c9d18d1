import type { HttpContext } from '@adonisjs/core/http'
import { CATEGORIES, categoriesIn } from '#app/expenses/expense_categories'
import { lineOptions } from '#app/expenses/queries/line_options'
import {
  countNoteTabs,
  HAS_CATEGORY,
  HAS_NOTICE,
  NOTE_TABS,
  NOTE_WORDS,
  notesList,
} from '#app/expenses/queries/list_notes'
import { countRequests, REQUEST_WORDS, requestsList } from '#app/expenses/queries/list_requests'
import { listTemplates } from '#app/expenses/queries/list_templates'
import { NOTICE_LABELS } from '#app/expenses/queries/note_doubts'
import { policiesPage } from '#app/expenses/queries/policies_page'
import { limitNotes } from '#app/expenses/scoped'
import { expenseNoteWorkflow } from '#app/expenses/workflows/expense_note_workflow'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AD, C } from '#app/identity/roles'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import { countOrderTabs, ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab, screenScope } from '#app/payments/orders/page/order_tab'

/** Nota de Gastos: the notes by where they stand, their payments, and who asks to be taken in as a supplier. */
export default class PayExpensesController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const isOwn = user.role === AD
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'review')
    const isOrders = !isOwn && tab in ORDER_TABS
    const isRequests = tab === 'providers' && !isOwn
    const shown = isOrders || isRequests ? tab : tab in NOTE_TABS ? tab : isOwn ? 'own' : 'review'
    const filter = noteFilter(ctx, shown)
    const list = notesList(user)
    const request = listRequest(ctx, list.definition)
    if (!isOrders && !isRequests && (await exportDeclared(ctx, list, { request, filter }))) return
    const counters = await this.counters(ctx, isOwn)
    const orders = isOrders
      ? await orderTab(ctx, { page: 'payexpenses', tab, name: 'pagos-de-gastos', counters })
      : null
    if (isOrders && !orders) return
    return ctx.inertia.render('payments/expenses/index', {
      tab: shown,
      isOwn,
      notes: isOrders || isRequests ? null : { ...(await listOf(list, request, filter)), counters },
      orders,
      requests: isRequests ? { ...(await requestsOf(ctx)), counters } : null,
      options: await lineOptions(null),
      states: Object.entries(expenseNoteWorkflow.states).map(([value, { label }]) => ({ value, label })),
      categories: optionsOf(CATEGORIES),
      notices: optionsOf(NOTICE_LABELS),
      // Senior accounting and above keep the texts and the limits.
      templates: isOwn || user.role === C ? [] : await listTemplates(),
      policies: isOwn || user.role === C ? null : await policiesPage(scopeOf(ctx)),
    })
  }

  private async counters(ctx: HttpContext, isOwn: boolean): Promise<Record<string, number>> {
    const notes = await countNoteTabs(limitNotes(ctx))
    if (isOwn) return notes
    return {
      ...(await countOrderTabs(await screenScope(ctx, 'payexpenses'))),
      ...notes,
      providers: await countRequests(),
    }
  }
}

function noteFilter(ctx: HttpContext, tab: string): Filter {
  const filters = new QueryFilters(ctx).words(searchText(ctx), NOTE_WORDS)
  const condition = NOTE_TABS[tab]
  const { status, category, notice, employee_id: employee } = ctx.request.qs() as Record<string, unknown>
  // A state that is asked for is looked for on all tabs.
  if (condition && status === undefined && employee === undefined) filters.add(condition)
  limitNotes(ctx, filters.filter)
  const categories = categoriesIn(category)
  if (categories.length > 0) filters.add(HAS_CATEGORY, { categories })
  const notices = Object.keys(NOTICE_LABELS).filter((code) => [notice].flat().includes(code))
  if (notices.length > 0) filters.add(HAS_NOTICE, { notices })
  return filters
    .keys('site_ids', 'n.site_id')
    .keys('employee_id', 'n.employee_id')
    .oneOf('status', 'n.status', Object.keys(expenseNoteWorkflow.states))
    .instants('received', 'n.received_at')
    .amounts('amount', 'n.total_minor').filter
}

const requestsOf = (ctx: HttpContext) =>
  listOf(requestsList, listRequest(ctx, requestsList.definition), requestFilter(ctx))

function requestFilter(ctx: HttpContext): Filter {
  return new QueryFilters(ctx).words(searchText(ctx), REQUEST_WORDS).filter
}
