import type { HttpContext } from '@adonisjs/core/http'
import type { AccountTab } from '#app/accounts/queries/account_page'
import type { AccountHead } from '#app/accounts/queries/find_account'
import { ledgerList, listLedgerLines } from '#app/accounts/queries/list_ledger_lines'
import { listStatementLines, statementLinesList } from '#app/accounts/queries/list_statement_lines'
import { listStatements, statementsList } from '#app/accounts/queries/list_statements'
import { searchableText } from '#app/accounts/queries/payroll_detail'
import { mayImport, seesPayroll, type Viewer } from '#app/accounts/viewer'
import { statementLineWorkflow } from '#app/accounts/workflows/statement_line_workflow'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'

type Asked = { account: AccountHead; viewer: Viewer; tab: AccountTab }

/** The list of the tab in view as the query string asks for it; the others are not read. */
export async function tabLists(ctx: HttpContext, { account, viewer, tab }: Asked) {
  const how = mayImport(viewer) && account.canReconcile ? 'undo' : 'read'
  return {
    movements: tab === 'movements' ? await movementsOf(ctx, account.id) : null,
    ledger: tab === 'ledger' ? await ledgerOf(ctx, account.ledgerAccountId, seesPayroll(viewer)) : null,
    statements:
      tab === 'statements' ? await listStatements(account.id, listRequest(ctx, statementsList), how) : null,
  }
}

function movementsOf(ctx: HttpContext, bankAccountId: number) {
  const query = new QueryFilters(ctx)
  query.add('l.bank_account_id = :bankAccountId', { bankAccountId })
  query
    .oneOf('status', 'l.status', Object.keys(statementLineWorkflow.states))
    .days('booked', 'l.booked_on')
    .amounts('amount', 'l.amount_minor')
  query.foldedWords(searchText(ctx), 'l.norm_text')
  return listStatementLines(listRequest(ctx, statementLinesList), query.filter)
}

function ledgerOf(ctx: HttpContext, ledgerAccountId: number, showsPayroll: boolean) {
  const query = new QueryFilters(ctx)
  query.add('l.account_id = :ledgerAccountId', { ledgerAccountId }).days('posted', 'l.posted_on')
  query.words(searchText(ctx), searchableText('e.description', showsPayroll))
  return listLedgerLines(listRequest(ctx, ledgerList), query.filter, showsPayroll)
}
