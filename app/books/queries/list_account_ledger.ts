import { runningBalanceSince } from '#app/accounts/queries/list_ledger_lines'
import { IS_PAYROLL_ENTRY, searchableText } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import { COUNTERPARTY_NAME } from '#app/books/counterparty_name'
import { isResultCode } from '#app/books/queries/book_sums'
import { JOURNAL_LABELS } from '#app/books/queries/list_entries'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { type DocumentLink, documentLink, documentNumber, documentPage } from '#app/ledger/document_kinds'
import type { Journal } from '#app/ledger/journal_draft'

/** A line of the mayor of any account, with its entry and whose it is. */
export type AccountLedgerRow = {
  id: number
  entryId: number
  entryNo: number
  postedOn: string
  journal: string
  description: string
  counterparty: string | null
  document: DocumentLink | null
  debit: MoneyJson | null
  credit: MoneyJson | null
  balance: MoneyJson
  /** The letter of the items it was matched with. */
  lettering: string | null
}

/** Income and expense are told from the beginning of the line's fiscal year on, all other accounts from their first line. */
const balance = runningBalanceSince(
  `case when ${isResultCode('la.code')} then y.starts_on else '-infinity' end`
)

const definition: ListDefinition = {
  from: 'journal_lines l',
  key: 'l.id',
  filterJoins: 'join journal_entries e on e.id = l.entry_id',
  joins: `join sites s on s.id = l.site_id join ledger_accounts la on la.id = l.account_id join fiscal_years y on y.id = e.fiscal_year_id
    left join lateral (select string_agg(c.code, ', ' order by c.id) as letters from reconciliation_lines r join reconciliations c on c.id = r.reconciliation_id
      where r.journal_line_id = l.id) m on true`,
  select: `l.id, e.id as entry_id, e.entry_no, l.posted_on, e.journal, coalesce(nullif(l.memo, ''), e.description) as description,
    ${COUNTERPARTY_NAME} as counterparty, l.document_type, ${documentPage('l.document_type', 'l.document_id')} as document_page, ${documentNumber('l.document_type', 'l.document_id')} as document_number, l.base_minor, s.base_currency as currency, m.letters, ${IS_PAYROLL_ENTRY} as is_payroll, ${balance} as balance_minor`,
  sorts: { posted_on: { sql: 'l.posted_on', type: 'date' }, amount: { sql: 'l.base_minor', type: 'bigint' } },
  defaultSort: '-posted_on',
}

type FoundAccountLine = {
  id: number
  entryId: number
  entryNo: number
  postedOn: string
  journal: Journal
  description: string
  counterparty: string | null
  documentType: string | null
  documentPage: number | null
  documentNumber: string | null
  baseMinor: number
  currency: MoneyJson['currency']
  letters: string | null
  isPayroll: boolean
  balanceMinor: number
}

/** Lines of the mayor of an account of the plan with the balance after each; a filter names the account. */
export const accountLedgerListFor = (
  code: string,
  showsPayroll: boolean
): List<FoundAccountLine, AccountLedgerRow> => ({
  name: `mayor-${code}`,
  definition,
  toRow: (found) => accountLedgerRow(found, showsPayroll),
  columns: [
    { key: 'postedOn', title: 'Fecha', kind: 'day', sort: 'posted_on' },
    { key: 'entryNo', title: 'Asiento', kind: 'number' },
    { key: 'journal', title: 'Diario', kind: 'text', isOptional: true },
    { key: 'description', title: 'Concepto', kind: 'name', file: { width: 50 } },
    { key: 'counterparty', title: 'Contraparte', kind: 'text', width: 200, file: { width: 36 } },
    {
      key: 'document',
      title: 'Documento',
      kind: 'own',
      width: 170,
      file: { value: (row) => row.document?.label ?? null, width: 24 },
    },
    { key: 'debit', title: 'Debe', kind: 'money' },
    { key: 'credit', title: 'Haber', kind: 'money' },
    { key: 'balance', title: 'Saldo', kind: 'money', card: 'figure' },
    { key: 'lettering', title: 'Punteo', kind: 'reference' },
  ],
})

function accountLedgerRow(found: FoundAccountLine, showsPayroll: boolean): AccountLedgerRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  const isRestricted = found.isPayroll && !showsPayroll
  return {
    id: found.id,
    entryId: found.entryId,
    entryNo: found.entryNo,
    postedOn: found.postedOn,
    journal: JOURNAL_LABELS[found.journal],
    description: isRestricted ? RESTRICTED_PAYROLL : found.description,
    counterparty: isRestricted ? null : found.counterparty,
    document: isRestricted
      ? null
      : documentLink({ type: found.documentType, page: found.documentPage, number: found.documentNumber }),
    debit: found.baseMinor > 0 ? money(found.baseMinor) : null,
    credit: found.baseMinor < 0 ? money(-found.baseMinor) : null,
    balance: money(found.balanceMinor),
    lettering: found.letters,
  }
}

/** SQL: a line `l` of the account `:accountId`. */
export const OF_ACCOUNT = 'l.account_id = :accountId'

/** SQL: what a line `l` is worth, whichever side it is on. */
export const LINE_WORTH = 'abs(l.base_minor)'

/** SQL: a line `l` of an entry `e` that is not lettered as a whole. */
export const IS_OPEN_LINE = `e.source_type is distinct from 'fiscal_year' and abs(l.amount_minor) > coalesce((select abs(sum(r.amount_minor)) from reconciliation_lines r where r.journal_line_id = l.id), 0)`

/** SQL: the words of a line `l` of an entry `e` that somebody may search. */
export const ledgerLineWords = (showsPayroll: boolean): string =>
  searchableText(`coalesce(l.memo, '') || ' ' || e.description`, showsPayroll)
