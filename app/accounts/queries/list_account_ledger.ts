import { COUNTERPARTY_JOINS, COUNTERPARTY_NAME } from '#app/accounts/counterparty_name'
import { type DocumentLink, documentLink, documentNumber, documentPage } from '#app/accounts/document_links'
import { JOURNAL_LABELS } from '#app/accounts/queries/list_entries'
import { runningBalance } from '#app/accounts/queries/list_ledger_lines'
import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import type { Journal } from '#app/ledger/journal_draft'

/** A line of the mayor of any account, with its entry and whose it is. */
export type AccountLedgerRow = {
  id: number
  entry_id: number
  entry_no: number
  posted_on: string
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

export const accountLedgerList: ListDefinition = {
  from: 'journal_lines l',
  key: 'l.id',
  filterJoins: 'join journal_entries e on e.id = l.entry_id',
  joins: `join sites s on s.id = l.site_id ${COUNTERPARTY_JOINS}
    left join lateral (select string_agg(c.code, ', ' order by c.id) as letters from reconciliation_lines r join reconciliations c on c.id = r.reconciliation_id
      where r.journal_line_id = l.id) m on true`,
  select: `l.id, e.id as entry_id, e.entry_no, l.posted_on, e.journal, coalesce(nullif(l.memo, ''), e.description) as description,
    ${COUNTERPARTY_NAME} as counterparty, l.document_type, ${documentPage('l.document_type', 'l.document_id')} as document_page, ${documentNumber('l.document_type', 'l.document_id')} as document_number, l.base_minor, s.base_currency as currency, m.letters, ${IS_PAYROLL_ENTRY} as is_payroll, ${runningBalance} as balance_minor`,
  sorts: { posted_on: { sql: 'l.posted_on', type: 'date' }, amount: { sql: 'l.base_minor', type: 'bigint' } },
  defaultSort: '-posted_on',
}

export type FoundAccountLine = {
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

/** Lines that a filter leaves (it names the account) with the balance after each. */
export async function listAccountLedger(
  request: ListRequest,
  filter: Filter,
  showsPayroll: boolean
): Promise<ListOf<AccountLedgerRow>> {
  const page = await listPage<FoundAccountLine>(accountLedgerList, request, filter)
  return { ...page, rows: page.rows.map((found) => accountLedgerRow(found, showsPayroll)) }
}

export function accountLedgerRow(found: FoundAccountLine, showsPayroll: boolean): AccountLedgerRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  const isRestricted = found.isPayroll && !showsPayroll
  return {
    id: found.id,
    entry_id: found.entryId,
    entry_no: found.entryNo,
    posted_on: found.postedOn,
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
