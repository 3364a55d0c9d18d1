import type { HttpContext } from '@adonisjs/core/http'
import { ACCOUNT_PROVIDERS, optionsOf } from '#app/accounts/account_labels'
import { type AccountHead, accountProps } from '#app/accounts/queries/find_account'
import { ledgerList, listLedgerLines } from '#app/accounts/queries/list_ledger_lines'
import { listStatementLines, statementLinesList } from '#app/accounts/queries/list_statement_lines'
import { listStatements, statementsList } from '#app/accounts/queries/list_statements'
import { seesWholeIban, type Viewer } from '#app/accounts/viewer'
import { statementLineWorkflow } from '#app/accounts/workflows/statement_line_workflow'
import { listEvents } from '#app/audit/list_events'
import { C, S, SC } from '#app/identity/roles'
import { maskIban } from '#app/kernel/iban'
import { foldText } from '#app/kernel/similarity'
import { listRequest, searchText } from '#app/web/list_request'
import { QueryFilters } from '#app/web/query_filters'

const tabs = ['data', 'movements', 'ledger', 'statements', 'history'] as const
export type AccountTab = (typeof tabs)[number]

/** The tab a query asks for; the first one when it asks for none of ours. */
export const accountTab = (asked: unknown): AccountTab => tabs.find((tab) => tab === asked) ?? 'data'

type Input = { ctx: HttpContext; account: AccountHead; viewer: Viewer; tab: AccountTab }

/** Props of the account's page: only the tab in view is read. */
export async function editProps({ ctx, account, viewer, tab }: Input) {
  const canWrite = [S, SC].includes(viewer.role)
  const canImport = [S, SC, C].includes(viewer.role)
  return {
    account: accountProps(account, viewer),
    tab,
    can_write: canWrite && account.status !== 'closed',
    can_import: canImport && account.status !== 'closed',
    form: tab === 'data' ? formValues(account, viewer) : null,
    providers: optionsOf(ACCOUNT_PROVIDERS),
    states: Object.entries(statementLineWorkflow.states).map(([value, { label }]) => ({ value, label })),
    movements: tab === 'movements' ? await movementsOf(ctx, account.id) : null,
    ledger: tab === 'ledger' ? await ledgerOf(ctx, account.ledgerAccountId) : null,
    statements:
      tab === 'statements'
        ? await listStatements(account.id, listRequest(ctx, statementsList), canImport ? 'undo' : 'read')
        : null,
    events: tab === 'history' ? await listEvents('bank_account', account.id) : null,
  }
}

function formValues(account: AccountHead, viewer: Viewer) {
  const { name, providerCode, iban, bic, holderName, isPayerDefault, sepaSuffix, lockVersion, hasMovements } =
    account
  return {
    name,
    provider_code: providerCode,
    iban: iban === null ? '' : seesWholeIban(viewer) ? iban : maskIban(iban),
    bic: bic ?? '',
    holder_name: holderName ?? '',
    is_payer_default: isPayerDefault,
    sepa_suffix: sepaSuffix,
    lock_version: lockVersion,
    has_movements: hasMovements,
  }
}

function movementsOf(ctx: HttpContext, bankAccountId: number) {
  const query = new QueryFilters(ctx)
  query.add('l.bank_account_id = :bankAccountId', { bankAccountId })
  query
    .oneOf('status', 'l.status', Object.keys(statementLineWorkflow.states))
    .days('booked', 'l.booked_on')
    .amounts('amount', 'l.amount_minor')
  query.words(foldText(searchText(ctx)), 'l.norm_text')
  return listStatementLines(listRequest(ctx, statementLinesList), query.filter)
}

function ledgerOf(ctx: HttpContext, ledgerAccountId: number) {
  const query = new QueryFilters(ctx)
  query.add('l.account_id = :ledgerAccountId', { ledgerAccountId }).days('posted', 'l.posted_on')
  query.words(searchText(ctx), 'f_unaccent(lower(e.description))')
  return listLedgerLines(listRequest(ctx, ledgerList), query.filter)
}
