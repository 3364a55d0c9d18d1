import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

/** A line of the mayor, in the company's currency. */
export type LedgerRow = {
  id: number
  postedOn: string
  entryNo: number
  description: string
  debit: MoneyJson | null
  credit: MoneyJson | null
  balance: MoneyJson
}

/**
 * The running balance of a shown line since a month's first day: whole months before it from their totals, its own month
 * from its lines, so that an account of ten years costs no more than one of a month.
 */
export const runningBalanceSince = (
  day: string
) => `(coalesce((select sum(t.debit_base - t.credit_base) from account_month_totals t
    where t.account_id = l.account_id and t.month >= ${day} and t.month < date_trunc('month', l.posted_on)), 0)
  + (select sum(x.base_minor) from journal_lines x where x.account_id = l.account_id
    and x.posted_on >= date_trunc('month', l.posted_on) and (x.posted_on, x.id) <= (l.posted_on, l.id)))::bigint`

const runningBalance = runningBalanceSince(`'-infinity'`)

const definition: ListDefinition = {
  from: 'journal_lines l',
  key: 'l.id',
  filterJoins: 'join journal_entries e on e.id = l.entry_id',
  joins: 'join sites s on s.id = l.site_id',
  select: `l.id, l.posted_on, e.entry_no, e.description, ${IS_PAYROLL_ENTRY} as is_payroll, l.base_minor, s.base_currency, ${runningBalance} as balance_minor`,
  sorts: { posted_on: { sql: 'l.posted_on', type: 'date' } },
  defaultSort: '-posted_on',
}

type FoundLedgerLine = {
  id: number
  postedOn: string
  entryNo: number
  description: string
  isPayroll: boolean
  baseMinor: number
  baseCurrency: string
  balanceMinor: number
}

/** Lines of the mayor with the balance after each; a filter names the ledger account. */
export const ledgerListFor = (showsPayroll: boolean): List<FoundLedgerLine, LedgerRow> => ({
  name: 'mayor',
  definition,
  toRow: (found) => ledgerRow(found, showsPayroll),
  columns: [
    { key: 'postedOn', title: 'Fecha', kind: 'day', sort: 'posted_on' },
    { key: 'entryNo', title: 'Asiento', kind: 'number' },
    { key: 'description', title: 'Concepto', kind: 'name' },
    { key: 'debit', title: 'Debe', kind: 'money' },
    { key: 'credit', title: 'Haber', kind: 'money' },
    { key: 'balance', title: 'Saldo', kind: 'money', card: 'figure' },
  ],
})

/** A found line as the lists show it. */
function ledgerRow(found: FoundLedgerLine, showsPayroll: boolean): LedgerRow {
  const { id, postedOn, entryNo, baseMinor, baseCurrency, balanceMinor } = found
  const money = (minor: number) => ({ minor, currency: baseCurrency })
  return {
    id,
    postedOn,
    entryNo,
    description: found.isPayroll && !showsPayroll ? RESTRICTED_PAYROLL : found.description,
    debit: baseMinor > 0 ? money(baseMinor) : null,
    credit: baseMinor < 0 ? money(-baseMinor) : null,
    balance: money(balanceMinor),
  }
}
