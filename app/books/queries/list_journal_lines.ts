import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import { COUNTERPARTY_NAME } from '#app/books/counterparty_name'
import { JOURNAL_LABELS } from '#app/books/queries/list_entries'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { documentNumber } from '#app/ledger/document_kinds'
import type { Journal } from '#app/ledger/journal_draft'

/** A line of the libro diario, with the entry that it belongs to. Of payroll only that there is an entry. */
export type JournalLineRow = {
  year: string
  entryNo: number
  postedOn: string
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

const definition: ListDefinition = {
  from: 'journal_lines l',
  key: 'l.id',
  filterJoins: 'join journal_entries e on e.id = l.entry_id',
  joins: `join sites s on s.id = l.site_id join fiscal_years y on y.id = e.fiscal_year_id join ledger_accounts a on a.id = l.account_id
    left join users u on u.id = e.created_by`,
  select: `l.id, e.entry_no, y.code as year, l.posted_on, s.code as site, s.base_currency as currency, e.journal, e.description, a.code, a.name as account,
    nullif(l.memo, '') as memo, ${COUNTERPARTY_NAME} as counterparty, ${documentNumber('l.document_type', 'l.document_id')} as document, l.base_minor, u.name as "user", ${IS_PAYROLL_ENTRY} as is_payroll`,
  sorts: { posted_on: { sql: 'l.posted_on', type: 'date' } },
  defaultSort: 'posted_on',
}

type FoundJournalLine = Omit<JournalLineRow, 'entry_no' | 'posted_on' | 'debit' | 'credit' | 'journal'> & {
  entryNo: number
  postedOn: string
  journal: Journal
  currency: MoneyJson['currency']
  baseMinor: number
  isPayroll: boolean
}

/** The libro diario, each entry with its lines: filters name the entry, `e`. It is read as a file only. */
export const journalLinesListFor = (showsPayroll: boolean): List<FoundJournalLine, JournalLineRow> => ({
  name: 'diario',
  definition,
  toRow: (found) => journalLineRow(found, showsPayroll),
  columns: [
    { key: 'year', title: 'Ejercicio', kind: 'reference' },
    { key: 'entryNo', title: 'Asiento', kind: 'number' },
    { key: 'postedOn', title: 'Fecha', kind: 'day' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'journal', title: 'Diario', kind: 'text' },
    { key: 'description', title: 'Concepto', kind: 'name', file: { width: 50 } },
    { key: 'code', title: 'Cuenta', kind: 'reference', file: { width: 14 } },
    { key: 'account', title: 'Nombre de la cuenta', kind: 'text', file: { width: 36 } },
    { key: 'memo', title: 'Detalle', kind: 'text', file: { width: 36 } },
    { key: 'counterparty', title: 'Contraparte', kind: 'text', file: { width: 32 } },
    { key: 'document', title: 'Documento', kind: 'reference', file: { width: 18 } },
    { key: 'debit', title: 'Debe', kind: 'money' },
    { key: 'credit', title: 'Haber', kind: 'money' },
    { key: 'user', title: 'Usuario', kind: 'text' },
  ],
})

function journalLineRow(found: FoundJournalLine, showsPayroll: boolean): JournalLineRow {
  const { year, site, user, currency, baseMinor } = found
  const head = {
    year,
    entryNo: found.entryNo,
    postedOn: found.postedOn,
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
