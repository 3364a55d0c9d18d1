import type { ToldJob } from '#app/jobs/job'
import { oneRow } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import { foldPayrollMonths } from '#app/payroll/actions/fold_months'

/** Adds what was posted since the last time to the month totals of the reports. Gives how many of them it touched. */
export async function refreshMonthTotals(): Promise<number> {
  const { touched } = await oneRow<{ touched: number }>(`select refresh_report_month_totals() as touched`)
  return touched
}

/** Reports and the months of salaries are right without it; with it they have little to add up themselves. */
export const refreshMonthTotalsJob: ToldJob<Record<string, never>> = {
  queue: 'reports.month-totals',
  about: {
    title: 'Totales mensuales de los informes',
    group: 'Contabilidad',
    changes: 'Suma a los totales de los informes lo contabilizado desde la última vez.',
  },
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/5 * * * *',
  async work() {
    const updated = (await refreshMonthTotals()) + (await foldPayrollMonths())
    return { message: counted(updated, 'total al día', 'totales al día'), counters: { updated } }
  },
}
