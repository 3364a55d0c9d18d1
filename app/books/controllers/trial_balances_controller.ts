import type { HttpContext } from '@adonisjs/core/http'
import { hiddenLedgerAccounts } from '#app/accounts/queries/account_scope'
import { seesPayroll, viewerOf } from '#app/accounts/viewer'
import { periodOf } from '#app/books/queries/book_scope'
import type { Closing } from '#app/books/queries/book_sums'
import { balanceColumns, trialBalance } from '#app/books/queries/trial_balance'
import { LEVELS, type Level } from '#app/books/queries/trial_balance_query'
import { scopedCompanies } from '#app/books/scoped'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { sendRows } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { printRows } from '#app/kernel/http/print_list'
import { fileColumns } from '#app/kernel/lists/list_columns'
import { formatDay } from '#app/kernel/time/calendar_date'

/** Balance de sumas y saldos (area 01 §3). */
export default class TrialBalancesController {
  async index(ctx: HttpContext) {
    const query = ctx.request.qs() as Record<string, unknown>
    const level = LEVELS.find((known) => known === query.level) ?? '3'
    const closing: Closing = query.closing === 'after' ? 'after' : 'before'
    const { user } = requireSignedIn(ctx)
    const asked = {
      companies: scopedCompanies(ctx),
      period: periodOf(query.posted_from, query.posted_to),
      closing,
      hidden: await hiddenLedgerAccounts(user.id),
      level: level as Level,
      codePrefix: /^\d{1,12}$/.test(String(query.code ?? '')) ? String(query.code) : '',
      text: searchText(ctx),
      showsPayroll: seesPayroll(viewerOf(requireSignedIn(ctx))),
    }
    const request = listRequest(ctx, { sorts: {}, defaultSort: 'code' })
    if (query.export === 'xlsx' || query.export === 'csv' || query.export === 'pdf') {
      const all = await trialBalance(asked, { ...request, page: 1, perPage: 'all' })
      const { from, to } = asked.period
      const columns = fileColumns(balanceColumns)
      if (query.export === 'pdf')
        return printRows(ctx, {
          name: 'sumas-y-saldos',
          title: 'Balance de sumas y saldos',
          subtitle: `Del ${formatDay(from)} al ${formatDay(to)}${closing === 'after' ? ' · después del cierre' : ''}`,
          who: user.name,
          columns,
          rows: all.rows,
        })
      return sendRows(ctx, { name: 'sumas-y-saldos', format: query.export, rows: all.rows, columns })
    }
    return ctx.inertia.render('books/trial_balance/index', {
      balance: await trialBalance(asked, request),
      period: asked.period,
      closing,
    })
  }
}
