import { IS_PAYROLL_ACCOUNT, searchableText } from '#app/accounts/queries/payroll_detail'
import { type Companies, companiesFilter } from '#app/books/queries/book_scope'
import type { Filter } from '#app/kernel/lists/listing'

/** Whose items somebody sees: of their companies, and without what each person is to be paid where they may not. */
export function openItemsScope(companies: Companies, showsPayroll: boolean): Filter {
  const scope = companiesFilter(companies, 'o.site_id')
  if (showsPayroll) return scope
  return {
    where: [
      ...scope.where,
      `o.account_id not in (select a.id from ledger_accounts a where ${IS_PAYROLL_ACCOUNT})`,
    ],
    bindings: scope.bindings,
  }
}

/** SQL: an open item `o` of whose line a condition over `openItemWords` holds. */
export const hasWords = (condition: string): string =>
  `exists (select 1 from journal_lines l join journal_entries e on e.id = l.entry_id left join invoices i on l.document_type = 'invoice' and i.id = l.document_id
     where l.id = o.journal_line_id and ${condition})`

/** SQL: the words of the line of an open item that somebody may search. */
export const openItemWords = (showsPayroll: boolean): string =>
  searchableText(
    `coalesce(l.memo, '') || ' ' || e.description || ' ' || coalesce(i.invoice_number, '')`,
    showsPayroll
  )

/** SQL: an open item `o` of an account whose number begins with `:code`. */
export const OF_CODE = `o.account_id in (select id from ledger_accounts where code like :code || '%')`
