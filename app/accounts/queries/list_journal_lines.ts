import { COUNTERPARTY_JOINS, COUNTERPARTY_NAME } from '#app/accounts/counterparty_name'
import { documentNumber } from '#app/accounts/document_links'
import { JOURNAL_LABELS } from '#app/accounts/queries/list_entries'
import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import type { ListDefinition } from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import type { Journal } from '#app/ledger/journal_draft'

/** A line of the libro diario, with the entry that it belongs to. Of payroll only that there is an entry. */
export type JournalLineRow = {
  year: string
  entry_no: number
  posted_on: string
  site: string
  journal: string
  description: string
  code: string | null
  account: string | null
  memo: string | null
  counterparty: string | null
  document: string | null
  debit: MoneyJson | null
  credit: MoneyJson | null
  user: string | null
}

/** The lines of the entries of the diario: its filters name the entry, `e`. */
export const journalLinesList: ListDefinition = {
  from: 'journal_lines l',
  key: 'l.id',
  filterJoins: 'join journal_entries e on e.id = l.entry_id',
  joins: `join sites s on s.id = l.site_id join fiscal_years y on y.id = e.fiscal_year_id join ledger_accounts a on a.id = l.account_id
    left join users u on u.id = e.created_by ${COUNTERPARTY_JOINS}`,
  select: `l.id, e.entry_no, y.code as year, l.posted_on, s.code as site, s.base_currency as currency, e.journal, e.description, a.code, a.name as account,
    nullif(l.memo, '') as memo, ${COUNTERPARTY_NAME} as counterparty, ${documentNumber('l.document_type', 'l.document_id')} as document, l.base_minor, u.name as "user", ${IS_PAYROLL_ENTRY} as is_payroll`,
  sorts: { posted_on: { sql: 'l.posted_on', type: 'date' } },
  defaultSort: 'posted_on',
}

export type FoundJournalLine = Omit<
  JournalLineRow,
  'entry_no' | 'posted_on' | 'debit' | 'credit' | 'journal'
> & {
  entryNo: number
  postedOn: string
  journal: Journal
  currency: MoneyJson['currency']
  baseMinor: number
  isPayroll: boolean
}

export function journalLineRow(found: FoundJournalLine, showsPayroll: boolean): JournalLineRow {
  const { year, site, user, currency, baseMinor } = found
  const head = {
    year,
    entry_no: found.entryNo,
    posted_on: found.postedOn,
    site,
    journal: JOURNAL_LABELS[found.journal],
    user,
  }
  if (found.isPayroll && !showsPayroll) return { ...head, description: RESTRICTED_PAYROLL, ...HIDDEN }
  const { description, code, account, memo, counterparty, document } = found
  return {
    ...head,
    description,
    code,
    account,
    memo,
    counterparty,
    document,
    debit: baseMinor > 0 ? { minor: baseMinor, currency } : null,
    credit: baseMinor < 0 ? { minor: -baseMinor, currency } : null,
  }
}

const HIDDEN = {
  code: null,
  account: null,
  memo: null,
  counterparty: null,
  document: null,
  debit: null,
  credit: null,
}
