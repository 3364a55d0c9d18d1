import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { RECURRENT_WORDS, recurrentsList } from '#app/payments/kinds/recurring/list_recurrents'
import { CALENDAR_SORTS, recurrentCalendar } from '#app/payments/kinds/recurring/recurrent_calendar'
import {
  findExpenseAccounts,
  recurrentChoices,
  recurrentPage,
} from '#app/payments/kinds/recurring/recurrent_page'
import { recurrentWorkflow } from '#app/payments/kinds/recurring/recurrent_workflow'
import {
  createRecurrent,
  type RecurrentInput,
  updateRecurrent,
} from '#app/payments/kinds/recurring/save_recurrent'
import { payerAccounts } from '#app/payments/orders/checks/payer_accounts'
import { findScopedRecurrent } from '#app/payments/orders/controllers/scoped'
import { countOrderTabs, ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab, screenScope } from '#app/payments/orders/page/order_tab'
import {
  createRecurrentValidator,
  type updateRecurrentValidator as Update,
  updateRecurrentValidator,
} from '#app/payments/validators/payment_validator'

/** Pagos Recurrentes: agreements, what falls due of them in three months, and each on its own page. */
export default class PayRecurrentsController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'agreements')
    const isOrders = tab in ORDER_TABS
    const isCalendar = tab === 'calendar'
    const agreements = recurrentsList(user.role)
    const orders = isOrders
      ? await orderTab(ctx, { page: 'payrecurrents', tab, name: 'pagos-recurrentes' })
      : null
    if (isOrders && !orders) return
    return ctx.inertia.render('payments/recurrents/index', {
      tab,
      recurrents:
        isCalendar || isOrders
          ? null
          : {
              ...(await listOf(agreements, listRequest(ctx, agreements.definition), indexFilter(ctx))),
              counters: await countOrderTabs(await screenScope(ctx, 'payrecurrents')),
            },
      orders,
      calendar: isCalendar
        ? await recurrentCalendar(listRequest(ctx, CALENDAR_SORTS), companiesOf(ctx).filter)
        : null,
      choices: recurrentChoices(),
      states: Object.entries(recurrentWorkflow.states).map(([value, { label }]) => ({ value, label })),
    })
  }

  /** Accounts that a company pays from, for the forms. */
  async options(ctx: HttpContext) {
    const siteId = await siteAsked(ctx)
    const found = siteId === null ? [] : await payerAccounts(siteId, requireSignedIn(ctx).user.id)
    return ctx.response.json({ data: found.map(({ id, name, payer }) => ({ id, name, payer })) })
  }

  /** Accounts of group 6 of a company, for pickers. */
  async expenseAccounts(ctx: HttpContext) {
    const siteId = await siteAsked(ctx)
    const found = siteId === null ? [] : await findExpenseAccounts(siteId, searchText(ctx))
    return ctx.response.json({ data: found })
  }

  async store(ctx: HttpContext) {
    const { site_id: siteId, ...fields } = await ctx.request.validateUsing(createRecurrentValidator)
    await assertCompany(ctx, siteId)
    const id = await createRecurrent({ siteId, ...inputOf(fields) }, actorOf(ctx))
    ctx.session.flash('success', 'Pago recurrente creado.')
    return ctx.response.redirect(`/payrecurrents/${id}/edit`)
  }

  async edit(ctx: HttpContext) {
    const id = await findScopedRecurrent(ctx)
    return ctx.inertia.render(
      'payments/recurrents/edit',
      await recurrentPage(id, requireSignedIn(ctx).user.role)
    )
  }

  async update(ctx: HttpContext) {
    const id = await findScopedRecurrent(ctx)
    const { lock_version: lockVersion, ...fields } = await ctx.request.validateUsing(updateRecurrentValidator)
    await updateRecurrent(id, { ...inputOf(fields), lockVersion }, actorOf(ctx))
    ctx.session.flash('success', 'Cambios guardados: valen para los próximos vencimientos.')
    return ctx.response.redirect().withQs().back()
  }
}

/** The company of the form, once it is chosen; 404 when it is not one of the caller's. */
async function siteAsked(ctx: HttpContext): Promise<number | null> {
  const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
  if (!Number.isSafeInteger(siteId) || siteId <= 0) return null
  await assertCompany(ctx, siteId)
  return siteId
}

type Fields = Omit<Infer<typeof Update>, 'lock_version'>

function inputOf(fields: Fields): Omit<RecurrentInput, 'siteId'> {
  const isExpense = fields.booking === 'expense'
  return {
    providerId: fields.provider_id,
    concept: fields.concept,
    kind: fields.kind,
    amountMode: fields.amount_mode,
    amountMinor: fields.amount_mode === 'fixed' ? (fields.amount ?? null) : null,
    maxMinor: fields.amount_mode === 'fixed' ? null : (fields.max_amount ?? null),
    frequency: fields.frequency,
    day: fields.day,
    startOn: fields.start_on as CalendarDate,
    endOn: (fields.end_on ?? null) as CalendarDate | null,
    occurrences: fields.occurrences ?? null,
    debtorAccountId: fields.debtor_account_id ?? null,
    holidayRule: fields.holiday_rule,
    leadDays: fields.lead_days,
    booking: fields.booking,
    expenseAccountId: isExpense ? (fields.expense_account_id ?? null) : null,
    revisionMonth: fields.revision_month ?? null,
    revisionPercent: fields.revision_month ? (fields.revision_percent ?? 0).toFixed(2) : null,
  }
}

function indexFilter(ctx: HttpContext): Filter {
  const filters = new QueryFilters(ctx).words(searchText(ctx), RECURRENT_WORDS)
  companiesOf(ctx, filters)
  return filters.oneOf('status', 'r.status', Object.keys(recurrentWorkflow.states)).filter
}

/** The companies asked for, among those of the caller. */
function companiesOf(ctx: HttpContext, filters = new QueryFilters(ctx)): QueryFilters {
  limitToScope(ctx, 'r.site_id', filters.filter)
  return filters.keys('site_ids', 'r.site_id')
}
