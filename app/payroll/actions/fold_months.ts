import { oneRow } from '#app/kernel/database/sql'

/** Makes one row a company and month of what salaries added to the totals since the last time; gives how many of them it made. */
export async function foldPayrollMonths(): Promise<number> {
  const { folded } = await oneRow<{ folded: number }>(`select fold_payroll_months() as folded`)
  return folded
}
