import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Split } from '#app/loans/payments/allocate_payment'
import type { Loan } from '#app/loans/terms/loan'

type Preview = Split & { cashMinor: number; payableMinor: number }

/** A split as a form shows it: each instalment by its number and day. */
export async function previewProps(
  loan: Loan,
  { lines, freeMinor, restMinor, cashMinor, payableMinor }: Preview
) {
  const money = (minor: number): MoneyJson => ({ minor, currency: loan.currency })
  const named = await rows<{ id: number; seq: number; dueOn: CalendarDate }>(
    `select id, seq, due_on from loan_installments where id = any(:ids::bigint[])`,
    { ids: lines.map(({ installmentId }) => installmentId) }
  )
  const byId = new Map(named.map((row) => [row.id, row]))
  return {
    cash: money(cashMinor),
    payable: money(payableMinor),
    rest: money(restMinor),
    free: money(freeMinor),
    lines: lines.map((line) => ({
      seq: byId.get(line.installmentId)?.seq ?? 0,
      dueOn: byId.get(line.installmentId)?.dueOn ?? null,
      principal: money(line.principalMinor),
      interest: money(line.interestMinor),
      fee: money(line.feeMinor),
      withholding: money(line.withholdingMinor),
    })),
  }
}
