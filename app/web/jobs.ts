import { importStatementJob } from '#app/accounts/jobs/import_statement_job'
import { followCalendarJob } from '#app/employees/jobs/follow_calendar_job'
import { forgetPeopleJob } from '#app/employees/jobs/forget_people_job'
import { readInvoiceJob } from '#app/invoices/jobs/read_invoice_job'
import { wakeAlarmsJob } from '#app/invoices/jobs/wake_alarms_job'
import type { Job } from '#app/jobs/queue'
import { settleLostRuns } from '#app/jobs/settle_lost_runs'
import { checkBooksJob } from '#app/ledger/jobs/check_books_job'
import { fetchRatesJob } from '#app/ledger/jobs/fetch_rates_job'
import { sendQueuedMails } from '#app/mail/send_queued_mails'
import { suggestMatchesJob } from '#app/reconciliation/jobs/suggest_matches_job'
import { monthlySiteReportsJob } from '#app/reports/jobs/monthly_site_reports_job'
import { refreshMonthTotalsJob } from '#app/reports/jobs/refresh_month_totals_job'
import { openFiscalYearsJob } from '#app/sites/jobs/open_fiscal_years_job'
import { buildExportJob, removeExportsJob } from '#app/web/export_jobs'

const sendMailsJob: Job<Record<string, never>> = {
  queue: 'mail.outbox',
  concurrency: 1,
  timeoutSeconds: 120,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '* * * * *',
  work: sendQueuedMails,
}

const settleLostRunsJob: Job<Record<string, never>> = {
  queue: 'jobs.settle-lost',
  concurrency: 1,
  timeoutSeconds: 60,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '* * * * *',
  work: () => settleLostRuns(JOBS),
}

/** Every job of the product; the workers of a process take them all. */
export const JOBS: Job<never>[] = [
  readInvoiceJob,
  wakeAlarmsJob,
  importStatementJob,
  suggestMatchesJob,
  sendMailsJob,
  openFiscalYearsJob,
  followCalendarJob,
  forgetPeopleJob,
  buildExportJob,
  removeExportsJob,
  settleLostRunsJob,
  refreshMonthTotalsJob,
  monthlySiteReportsJob,
  checkBooksJob,
  fetchRatesJob,
] as unknown as Job<never>[]
