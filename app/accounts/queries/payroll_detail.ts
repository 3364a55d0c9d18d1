import { isPayrollDocument } from '#app/ledger/document_kinds'

/**
 * What c0ntab1l1dad may not read of payroll (area 01 §6): an entry of the journal nómina, or of a payment of kind
 * payroll. Over `e`, the entry.
 */
export const IS_PAYROLL_ENTRY = `(e.journal = 'nomina' or ${isPayrollDocument('e.source_type', 'e.source_id')})`

/** The account of what one person is to be paid: its figures are their salary. Over `a`, the account. */
export const IS_PAYROLL_ACCOUNT = `(a.subledger = 'employee' and exists (select 1 from ledger_account_roles payroll
    where payroll.role = 'payroll_payable' and (payroll.site_id = a.site_id or payroll.site_id is null) and a.code ^@ payroll.account_code))`

/** Folded text of an entry or its line that may be searched: nobody finds out what a payroll says by looking for it. */
export function searchableText(expression: string, showsPayroll: boolean): string {
  const folded = `f_unaccent(lower(${expression}))`
  return showsPayroll ? folded : `(case when ${IS_PAYROLL_ENTRY} then '' else ${folded} end)`
}
