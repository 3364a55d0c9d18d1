import type { Job } from '#app/jobs/queue'
import { addMonths, today } from '#app/kernel/calendar_date'
import { mailSiteReports } from '#app/reports/actions/mail_site_reports'

/** The report of each company by e-mail, on the first of the month at seven for the month that ended. */
export const monthlySiteReportsJob: Job<Record<string, never>> = {
  queue: 'reports.monthly-sites',
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 3,
  retryDelaySeconds: 300,
  cron: '0 7 1 * *',
  async work() {
    const mailed = await mailSiteReports(addMonths(today(), -1))
    return { message: `${mailed} informes enviados` }
  },
}
