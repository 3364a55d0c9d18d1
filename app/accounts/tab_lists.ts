import type { HttpContext } from '@adonisjs/core/http'
import type { AccountTab } from '#app/accounts/queries/account_page'
import type { AccountHead } from '#app/accounts/queries/find_account'
import { ledgerListFor } from '#app/accounts/queries/list_ledger_lines'
import { statementLinesList } from '#app/accounts/queries/list_statement_lines'
import { statementsListFor } from '#app/accounts/queries/list_statements'
import { searchableText } from '#app/accounts/queries/payroll_detail'
import { canReconcile, seesPayroll, type Viewer } from '#app/accounts/viewer'
import { statementLineWorkflow } from '#app/accounts/workflows/statement_line_workflow'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'

type Asked = { account: AccountHead; viewer: Viewer; tab: AccountTab }

/** The list of the tab in view as the query string asks for it; the others are not read. */
export async function tabLists(ctx: HttpContext, { account, viewer, tab }: Asked) {
  return {
    movements: tab === 'movements' ? await movementsOf(ctx, account.id) : null,
    ledger: tab === 'ledger' ? await ledgerOf(ctx, account.ledgerAccountId, seesPayroll(viewer)) : null,
    statements:
      tab === 'statements' ? await statementsOf(ctx, account.id, canReconcile(viewer, account)) : null,
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
  return listOf(statementLinesList, listRequest(ctx, statementLinesList.definition), query.filter)
}

function ledgerOf(ctx: HttpContext, ledgerAccountId: number, showsPayroll: boolean) {
  const query = new QueryFilters(ctx)
  query.add('l.account_id = :ledgerAccountId', { ledgerAccountId }).days('posted', 'l.posted_on')
  query.words(searchText(ctx), searchableText('e.description', showsPayroll))
  const list = ledgerListFor(showsPayroll)
  return listOf(list, listRequest(ctx, list.definition), query.filter)
}

function statementsOf(ctx: HttpContext, bankAccountId: number, canUndo: boolean) {
  const list = statementsListFor(canUndo)
  const filter = { where: ['t.bank_account_id = :bankAccountId'], bindings: { bankAccountId } }
  return listOf(list, listRequest(ctx, list.definition), filter)
}
