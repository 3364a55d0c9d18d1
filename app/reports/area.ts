import { accountUses } from '#app/accounts/ports'
import { defineArea } from '#app/kernel/area'
import { siteFigures } from '#app/sites/ports'

/** Start page, summary, payment history. */
export const reports = defineArea({
  name: 'reports',
  floor: 15,
  tables: [
    'dashboard_layouts',
    'legacy_payments',
    'report_accounts',
    'report_class_totals',
    'report_month_totals',
    'report_watermarks',
    'payment_history',
    'payment_history_restricted',
    'report_account_classes',
    'report_lines',
  ],
  menu: {
    '/': [
      'reports/summary/index',
      'reports/summary_lines/index',
      'reports/open_invoices/index',
      'reports/forecast/show',
      'reports/holds/index',
    ],
    sites: ['reports/sites/show', 'reports/report_payments/index'],
    historypay: ['reports/payment_history/show', 'reports/payment_imports/create'],
  },
  imports: {
    'legacy-payments': async () => (await import('#app/reports/legacy_import/legacy_import')).legacyImport,
  },
  routes: [() => import('#app/reports/routes')],
  jobs: [
    async () => (await import('#app/reports/jobs/mail_waiting_job')).mailWaitingJob,
    async () => (await import('#app/reports/jobs/monthly_site_reports_job')).monthlySiteReportsJob,
    async () => (await import('#app/reports/jobs/refresh_month_totals_job')).refreshMonthTotalsJob,
  ],
  /** Companies know neither their money nor their invoices: the figures of their list are told from here. */
  boot() {
    accountUses.answer({
      rows: (account) => `select 1 from legacy_payments where bank_account_id = ${account}`,
      says: () => 'tiene pagos.',
    })
    siteFigures.answer(async (siteIds, readerId) =>
      (await import('#app/reports/queries/sum_site_figures')).sumSiteFigures(siteIds, readerId)
    )
  },
})
