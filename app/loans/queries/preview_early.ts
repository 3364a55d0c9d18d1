import type { MoneyJson } from '#app/kernel/money/money'
import type { EarlyPlan } from '#app/loans/payments/ask_early_payment'
import { shown } from '#app/loans/queries/preview_schedule'
import type { Loan } from '#app/loans/terms/loan'

/** What an early payment comes to, and the instalments that it leaves, as a form shows them. */
export function earlyProps(loan: Loan, plan: EarlyPlan) {
  const money = (minor: number): MoneyJson => ({ minor, currency: loan.currency })
  const at = plan.rows.findLastIndex(({ seq }) => seq === null)
  return {
    interest: money(plan.interestMinor),
    withholding: money(plan.withholdingMinor),
    penalty: money(plan.penaltyMinor),
    cash: money(plan.cashMinor),
    rows: plan.rows.slice(at + 1).map((row) => shown(row, money)),
  }
}
