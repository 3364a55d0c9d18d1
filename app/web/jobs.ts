import { importStatementJob } from '#app/accounts/jobs/import_statement_job'
import { expireEntriesJob } from '#app/blacklist/jobs/expire_entries_job'
import { contractCalendarJob } from '#app/contracts/jobs/contract_calendar_job'
import { followCalendarJob } from '#app/employees/jobs/follow_calendar_job'
import { forgetPeopleJob } from '#app/employees/jobs/forget_people_job'
import { readReceiptsJob } from '#app/expenses/jobs/read_receipts_job'
import { remindClaimantsJob } from '#app/expenses/jobs/remind_claimants_job'
import { forgetSignInsJob } from '#app/identity/jobs/forget_sign_ins_job'
import { auditJob, nightlyAuditJob, providerStatsJob } from '#app/invoices/jobs/audit_job'
import { holdAgainstContractJob } from '#app/invoices/jobs/hold_against_contract_job'
import { openLogMonthsJob } from '#app/invoices/jobs/open_log_months_job'
import { readInvoiceJob } from '#app/invoices/jobs/read_invoice_job'
import { reclassifyJob } from '#app/invoices/jobs/reclassify_job'
import { wakeAlarmsJob } from '#app/invoices/jobs/wake_alarms_job'
import type { Job } from '#app/jobs/queue'
import { settleLostRuns } from '#app/jobs/settle_lost_runs'
import { checkBooksJob } from '#app/ledger/jobs/check_books_job'
import { fetchRatesJob } from '#app/ledger/jobs/fetch_rates_job'
import { legalDeadlinesJob } from '#app/legal/jobs/legal_deadlines_job'
import { sendQueuedMails } from '#app/mail/send_queued_mails'
import { applyNotificationJob } from '#app/payments/jobs/apply_notification_job'
import { cutOffJob } from '#app/payments/jobs/cut_off_job'
import { letterSettledJob } from '#app/payments/jobs/letter_settled_job'
import { recoverPaymentsJob } from '#app/payments/jobs/recover_payments_job'
import { recurrentPaymentsJob } from '#app/payments/jobs/recurrent_payments_job'
import { releaseNowJob } from '#app/payments/jobs/release_now_job'
import { submitBatchJob } from '#app/payments/jobs/submit_batch_job'
import { suggestKeywordsJob } from '#app/profiles/jobs/suggest_keywords_job'
import { contributeReservesJob } from '#app/providers/jobs/contribute_reserves_job'
import { suggestMatchesJob } from '#app/reconciliation/jobs/suggest_matches_job'
import { mailWaitingJob } from '#app/reports/jobs/mail_waiting_job'
import { monthlySiteReportsJob } from '#app/reports/jobs/monthly_site_reports_job'
import { refreshMonthTotalsJob } from '#app/reports/jobs/refresh_month_totals_job'
import { openFiscalYearsJob } from '#app/sites/jobs/open_fiscal_years_job'
import { buildExportJob, removeExportsJob } from '#app/web/export_jobs'
import { forgetUploadsJob } from '#app/web/forget_uploads_job'

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
  openLogMonthsJob,
  holdAgainstContractJob,
  contractCalendarJob,
  reclassifyJob,
  suggestKeywordsJob,
  expireEntriesJob,
  auditJob,
  nightlyAuditJob,
  providerStatsJob,
  importStatementJob,
  suggestMatchesJob,
  sendMailsJob,
  openFiscalYearsJob,
  followCalendarJob,
  forgetPeopleJob,
  forgetSignInsJob,
  submitBatchJob,
  recoverPaymentsJob,
  releaseNowJob,
  applyNotificationJob,
  cutOffJob,
  recurrentPaymentsJob,
  legalDeadlinesJob,
  contributeReservesJob,
  buildExportJob,
  removeExportsJob,
  forgetUploadsJob,
  settleLostRunsJob,
  refreshMonthTotalsJob,
  monthlySiteReportsJob,
  mailWaitingJob,
  checkBooksJob,
  fetchRatesJob,
  letterSettledJob,
  readReceiptsJob,
  remindClaimantsJob,
] as unknown as Job<never>[]
