import type { Job } from '#app/jobs/queue'
import { oneRow } from '#app/kernel/sql'
import { foldPayrollMonths } from '#app/payroll/actions/fold_months'

/** Adds what was posted since the last time to the month totals of the reports. Gives how many of them it touched. */
export async function refreshMonthTotals(): Promise<number> {
  const { touched } = await oneRow<{ touched: number }>(`select refresh_report_month_totals() as touched`)
  return touched
}

/** Reports and the months of salaries are right without it; with it they have little to add up themselves. */
export const refreshMonthTotalsJob: Job<Record<string, never>> = {
  queue: 'reports.month-totals',
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/5 * * * *',
  async work() {
    await refreshMonthTotals()
    await foldPayrollMonths()
    return undefined
  },
}
