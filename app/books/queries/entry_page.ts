import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import { COUNTERPARTY_NAME } from '#app/books/counterparty_name'
import { FREE_KINDS } from '#app/books/free_kinds'
import { JOURNAL_LABELS } from '#app/books/queries/list_entries'
import { row, rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { documentLink, documentNumber, documentPage } from '#app/ledger/document_kinds'
import type { Journal } from '#app/ledger/journal_draft'

type Head = {
  id: number
  siteId: number
  site: string
  currency: MoneyJson['currency']
  entryNo: number
  year: string
  postedOn: string
  journal: Journal
  kind: string
  description: string
  isPayroll: boolean
  sourceType: string | null
  sourcePage: number | null
  sourceNumber: string | null
  user: string | null
  createdAt: Date
  reversesId: number | null
  reversesNo: number | null
  reversalReason: string | null
  reversedById: number | null
  reversedByNo: number | null
}

type Line = {
  id: number
  accountId: number
  code: string
  account: string
  currency: MoneyJson['currency']
  amountMinor: number
  baseMinor: number
  counterparty: string | null
  documentType: string | null
  documentPage: number | null
  documentNumber: string | null
  tax: string | null
  dueOn: string | null
  memo: string | null
}

/** One entry with its lines, and what was reversed by what; null when there is none. */
export async function entryPage(entryId: number, showsPayroll: boolean) {
  const head = await row<Head>(
    `select e.id, e.site_id, s.code as site, s.base_currency as currency, e.entry_no, y.code as year, e.posted_on, e.journal, e.kind, e.description, ${IS_PAYROLL_ENTRY} as is_payroll,
            e.source_type, ${documentPage('e.source_type', 'e.source_id')} as source_page, ${documentNumber('e.source_type', 'e.source_id')} as source_number, u.name as "user", e.created_at, o.id as reverses_id, o.entry_no as reverses_no, e.reversal_reason,
            r.id as reversed_by_id, r.entry_no as reversed_by_no
       from journal_entries e join sites s on s.id = e.site_id join fiscal_years y on y.id = e.fiscal_year_id left join users u on u.id = e.created_by
       left join journal_entries o on o.id = e.reverses_id left join journal_entries r on r.reverses_id = e.id
      where e.id = :entryId`,
    { entryId }
  )
  if (!head) return null
  const isRestricted = head.isPayroll && !showsPayroll
  const lines = await linesOf(entryId)
  return {
    siteId: head.siteId,
    accountIds: lines.map((line) => line.accountId),
    entry: {
      id: head.id,
      entryNo: head.entryNo,
      year: head.year,
      site: head.site,
      postedOn: head.postedOn,
      journal: JOURNAL_LABELS[head.journal],
      description: isRestricted ? RESTRICTED_PAYROLL : head.description,
      user: head.user,
      createdAt: head.createdAt.toISOString(),
      source: isRestricted
        ? null
        : documentLink({ type: head.sourceType, page: head.sourcePage, number: head.sourceNumber }),
      reverses: head.reversesId ? { id: head.reversesId, entryNo: head.reversesNo } : null,
      reversalReason: head.reversalReason,
      reversedBy: head.reversedById ? { id: head.reversedById, entryNo: head.reversedByNo } : null,
      /** No document answers for it, and nothing has reversed it yet. */
      isFree: !isRestricted && head.reversedById === null && FREE_KINDS.includes(head.kind),
      isManual: head.sourceType === 'manual_entry',
    },
    lines: isRestricted ? [] : lines.map((line) => lineRow(line, head.currency)),
  }
}

function linesOf(entryId: number): Promise<Line[]> {
  return rows<Line>(
    `select l.id, l.account_id, a.code, a.name as account, l.currency, l.amount_minor, l.base_minor,
            ${COUNTERPARTY_NAME} as counterparty, l.document_type, ${documentPage('l.document_type', 'l.document_id')} as document_page, ${documentNumber('l.document_type', 'l.document_id')} as document_number, t.code as tax, l.due_on, l.memo
       from journal_lines l join ledger_accounts a on a.id = l.account_id
       left join tax_codes t on t.id = l.tax_code_id
      where l.entry_id = :entryId order by l.line_no`,
    { entryId }
  )
}

function lineRow(line: Line, currency: MoneyJson['currency']) {
  const money = (minor: number): MoneyJson => ({ minor, currency })
  return {
    id: line.id,
    accountId: line.accountId,
    code: line.code,
    account: line.account,
    counterparty: line.counterparty,
    document: documentLink({ type: line.documentType, page: line.documentPage, number: line.documentNumber }),
    tax: line.tax,
    dueOn: line.dueOn,
    memo: line.memo,
    debit: line.baseMinor > 0 ? money(line.baseMinor) : null,
    credit: line.baseMinor < 0 ? money(-line.baseMinor) : null,
    foreign: line.currency === currency ? null : { minor: line.amountMinor, currency: line.currency },
  }
}
