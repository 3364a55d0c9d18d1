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

/** A line of the mayor, in the company's currency. */
export type LedgerRow = {
  id: number
  posted_on: string
  entry_no: number
  description: string
  debit: MoneyJson | null
  credit: MoneyJson | null
  balance: MoneyJson
}

/**
 * The running balance of a shown line: whole months before it from their totals, its own month from its lines, so that
 * an account of ten years costs no more than one of a month.
 */
export const runningBalance = `(coalesce((select sum(t.debit_base - t.credit_base) from account_month_totals t
    where t.account_id = l.account_id and t.month < date_trunc('month', l.posted_on)), 0)
  + (select sum(x.base_minor) from journal_lines x where x.account_id = l.account_id
    and x.posted_on >= date_trunc('month', l.posted_on) and (x.posted_on, x.id) <= (l.posted_on, l.id)))::bigint`

export const ledgerList: ListDefinition = {
  from: 'journal_lines l',
  key: 'l.id',
  filterJoins: 'join journal_entries e on e.id = l.entry_id',
  joins: 'join sites s on s.id = l.site_id',
  select: `l.id, l.posted_on, e.entry_no, e.description, ${IS_PAYROLL_ENTRY} as is_payroll, l.base_minor, s.base_currency, ${runningBalance} as balance_minor`,
  sorts: { posted_on: { sql: 'l.posted_on', type: 'date' } },
  defaultSort: '-posted_on',
}

export type FoundLedgerLine = {
  id: number
  postedOn: string
  entryNo: number
  description: string
  isPayroll: boolean
  baseMinor: number
  baseCurrency: string
  balanceMinor: number
}

/** Lines that a filter leaves (it names the ledger account) with the balance after each. */
export async function listLedgerLines(
  request: ListRequest,
  filter: Filter,
  showsPayroll: boolean
): Promise<ListOf<LedgerRow>> {
  const page = await listPage<FoundLedgerLine>(ledgerList, request, filter)
  return { ...page, rows: page.rows.map((found) => ledgerRow(found, showsPayroll)) }
}

/** A found line as the lists show it. */
export function ledgerRow(found: FoundLedgerLine, showsPayroll: boolean): LedgerRow {
  const { id, postedOn, entryNo, baseMinor, baseCurrency, balanceMinor } = found
  const money = (minor: number) => ({ minor, currency: baseCurrency })
  return {
    id,
    posted_on: postedOn,
    entry_no: entryNo,
    description: found.isPayroll && !showsPayroll ? RESTRICTED_PAYROLL : found.description,
    debit: baseMinor > 0 ? money(baseMinor) : null,
    credit: baseMinor < 0 ? money(-baseMinor) : null,
    balance: money(balanceMinor),
  }
}
