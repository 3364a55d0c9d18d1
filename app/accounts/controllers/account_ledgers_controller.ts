import type { HttpContext } from '@adonisjs/core/http'
import { seesLedgerAccount } from '#app/accounts/queries/account_scope'
import {
  type AccountLedgerRow,
  accountLedgerList,
  accountLedgerRow,
  type FoundAccountLine,
  listAccountLedger,
} from '#app/accounts/queries/list_account_ledger'
import { searchableText } from '#app/accounts/queries/payroll_detail'
import { scopedLedgerAccount } from '#app/accounts/scoped'
import { seesPayroll, viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import { type ExportColumn, exportList } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { printList } from '#app/kernel/http/print_list'
import { QueryFilters } from '#app/kernel/http/query_filters'

const columns: ExportColumn<AccountLedgerRow>[] = [
  { header: 'Fecha', value: (row) => row.posted_on, kind: 'day' },
  { header: 'Asiento', value: (row) => row.entry_no, kind: 'number' },
  { header: 'Diario', value: (row) => row.journal },
  { header: 'Concepto', value: (row) => row.description, width: 50 },
  { header: 'Contraparte', value: (row) => row.counterparty, width: 36 },
  { header: 'Documento', value: (row) => row.document?.label ?? null, width: 24 },
  { header: 'Debe', value: (row) => row.debit },
  { header: 'Haber', value: (row) => row.credit },
  { header: 'Saldo', value: (row) => row.balance },
  { header: 'Punteo', value: (row) => row.lettering },
]

/** Mayor of one account of the plan with its running balance (area 01 §3). */
export default class AccountLedgersController {
  async show(ctx: HttpContext) {
    const account = await scopedLedgerAccount(ctx)
    if (!(await seesLedgerAccount(requireSignedIn(ctx).user.id, account.id))) throw new NotFound()
    const showsPayroll = seesPayroll(viewerOf(requireSignedIn(ctx)))
    if (account.isPayroll && !showsPayroll) throw new AccessDenied()
    const filters = new QueryFilters(ctx)
      .add('l.account_id = :accountId', { accountId: account.id })
      .days('posted', 'l.posted_on')
      .amounts('amount', 'abs(l.base_minor)')
    if (ctx.request.input('open'))
      filters.add(
        `e.source_type is distinct from 'fiscal_year' and abs(l.amount_minor) > coalesce((select abs(sum(r.amount_minor)) from reconciliation_lines r where r.journal_line_id = l.id), 0)`
      )
    filters.words(
      searchText(ctx),
      searchableText(`coalesce(l.memo, '') || ' ' || e.description`, showsPayroll)
    )
    const request = listRequest(ctx, accountLedgerList)
    const list = {
      name: `mayor-${account.code}`,
      definition: accountLedgerList,
      request,
      filter: filters.filter,
      columns,
      toRow: (found: FoundAccountLine): AccountLedgerRow => accountLedgerRow(found, showsPayroll),
    }
    if (await exportList(ctx, list)) return
    const printed = {
      ...list,
      title: `Mayor de ${account.code} ${account.name}`,
      subtitle: account.site,
      who: requireSignedIn(ctx).user.name,
    }
    if (await printList(ctx, printed)) return
    return ctx.inertia.render('accounts/account_ledgers/show', {
      account: {
        id: account.id,
        code: account.code,
        name: account.name,
        site: account.site,
        active: account.active,
        balance: { minor: account.balanceMinor, currency: account.currency },
      },
      lines: await listAccountLedger(request, filters.filter, showsPayroll),
    })
  }
}
