import type { HttpContext } from '@adonisjs/core/http'
import { hiddenLedgerAccounts } from '#app/accounts/queries/account_scope'
import { canKeepBooks, seesPayroll, viewerOf } from '#app/accounts/viewer'
import { type Period, periodOf } from '#app/books/queries/book_scope'
import { type Closing, yearBefore } from '#app/books/queries/book_sums'
import { planColumns, wholePlan } from '#app/books/queries/export_plan'
import { onlyCompany, openPlan, type Plan, planChildren } from '#app/books/queries/list_plan'
import { searchPlan } from '#app/books/queries/search_plan'
import { scopedCompanies } from '#app/books/scoped'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { sendRows } from '#app/kernel/http/export_list'
import { searchText } from '#app/kernel/http/list_request'
import { printRows } from '#app/kernel/http/print_list'
import { formatDay } from '#app/kernel/time/calendar_date'

const PARENTS_MAX = 200

/** Plan de cuentas of a company, or of several added up by code (area 01 §3). */
export default class AccountPlansController {
  async index(ctx: HttpContext) {
    const plan = await this.plan(ctx)
    const { companies, period, closing } = plan.looked
    const format = this.query(ctx).export
    if (format === 'xlsx' || format === 'csv' || format === 'pdf') return this.send(ctx, plan, format)
    const text = searchText(ctx)
    const viewer = viewerOf(requireSignedIn(ctx))
    return ctx.inertia.render('books/plan/index', {
      nodes: (await planChildren(plan, 'c:')).rows,
      found: text === '' ? null : await searchPlan(plan, text),
      period,
      compared: yearBefore(period),
      closing,
      siteId: onlyCompany(companies),
      canEdit: canKeepBooks(viewer),
    })
  }

  /** What lies under some lines, for those that are opened. */
  async nodes(ctx: HttpContext) {
    const query = this.query(ctx)
    const parents = [query.parents ?? []].flat().map(String).slice(0, PARENTS_MAX)
    const after = typeof query.after === 'string' && /^\d{0,12}$/.test(query.after) ? query.after : ''
    const plan = await this.plan(ctx)
    const children = []
    for (const parent of parents) children.push({ parent, ...(await planChildren(plan, parent, after)) })
    return ctx.response.send({ data: children })
  }

  private async plan(ctx: HttpContext): Promise<Plan> {
    const query = this.query(ctx)
    const period: Period = periodOf(query.posted_from, query.posted_to)
    const closing: Closing = query.closing === 'after' ? 'after' : 'before'
    const viewer = viewerOf(requireSignedIn(ctx))
    const hidden = await hiddenLedgerAccounts(viewer.userId)
    return openPlan({ companies: scopedCompanies(ctx), period, closing, hidden }, seesPayroll(viewer))
  }

  private async send(ctx: HttpContext, plan: Plan, format: 'xlsx' | 'csv' | 'pdf') {
    const rows = await wholePlan(plan)
    const name = 'plan-de-cuentas'
    if (format !== 'pdf') return sendRows(ctx, { name, format, rows, columns: planColumns })
    const { from, to } = plan.looked.period
    const used = rows.filter((row) =>
      [row.debit, row.credit, row.balance, row.previous].some(({ minor }) => minor !== 0)
    )
    return printRows(ctx, {
      name,
      title: 'Plan de cuentas',
      subtitle: `Del ${formatDay(from)} al ${formatDay(to)} · cuentas con saldo o movimientos`,
      who: requireSignedIn(ctx).user.name,
      columns: planColumns,
      rows: used,
    })
  }

  private query({ request }: HttpContext) {
    return request.qs() as Record<string, unknown>
  }
}
