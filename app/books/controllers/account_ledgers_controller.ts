import type { HttpContext } from '@adonisjs/core/http'
import { seesLedgerAccount } from '#app/accounts/queries/account_scope'
import { seesPayroll, viewerOf } from '#app/accounts/viewer'
import {
  accountLedgerListFor,
  IS_OPEN_LINE,
  LINE_WORTH,
  ledgerLineWords,
  OF_ACCOUNT,
} from '#app/books/queries/list_account_ledger'
import { scopedLedgerAccount } from '#app/books/scoped'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { printDeclared } from '#app/kernel/http/print_list'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'

/** Mayor of one account of the plan with its running balance (area 01 §3). */
export default class AccountLedgersController {
  async show(ctx: HttpContext) {
    const account = await scopedLedgerAccount(ctx)
    if (!(await seesLedgerAccount(requireSignedIn(ctx).user.id, account.id))) throw new NotFound()
    const showsPayroll = seesPayroll(viewerOf(requireSignedIn(ctx)))
    if (account.isPayroll && !showsPayroll) throw new AccessDenied()
    const filters = new QueryFilters(ctx)
      .add(OF_ACCOUNT, { accountId: account.id })
      .days('posted', 'l.posted_on')
      .amounts('amount', LINE_WORTH)
    if (ctx.request.input('open')) filters.add(IS_OPEN_LINE)
    filters.words(searchText(ctx), ledgerLineWords(showsPayroll))
    const list = accountLedgerListFor(account.code, showsPayroll)
    const asked = { request: listRequest(ctx, list.definition), filter: filters.filter }
    if (await exportDeclared(ctx, list, asked)) return
    const paper = {
      title: `Mayor de ${account.code} ${account.name}`,
      subtitle: account.site,
      who: requireSignedIn(ctx).user.name,
    }
    if (await printDeclared(ctx, list, asked, paper)) return
    return ctx.inertia.render('books/account_ledgers/show', {
      account: {
        id: account.id,
        code: account.code,
        name: account.name,
        site: account.site,
        active: account.active,
        isResult: account.isResult,
        balance: { minor: account.balanceMinor, currency: account.currency },
      },
      lines: await listOf(list, asked.request, asked.filter),
    })
  }
}
