import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { importRoutes, importUndoRoute } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const Dashboard = () => import('#app/reports/controllers/dashboard_controller')
const DashboardLayouts = () => import('#app/reports/controllers/dashboard_layouts_controller')
const Forecasts = () => import('#app/reports/controllers/forecasts_controller')
const HeldFunds = () => import('#app/reports/controllers/held_funds_controller')
const ReportPayments = () => import('#app/reports/controllers/report_payments_controller')
const Summary = () => import('#app/reports/controllers/summary_controller')
const PaymentHistory = () => import('#app/reports/controllers/payment_history_controller')
const PaymentReceipts = () => import('#app/reports/controllers/payment_receipts_controller')
const SiteReports = () => import('#app/reports/controllers/site_reports_controller')

router
  .get('/', [Dashboard, 'index'])
  .as('/')
  .use([middleware.home(), middleware.page({ entry: '/' })])

router
  .group(() => {
    router.put('dashboard/layout', [DashboardLayouts, 'update']).as('dashboard.layout.update')
    router.get('resumen', [Summary, 'index']).as('resumen')
    router.get('resumen/apuntes', [Summary, 'lines']).as('resumen.lines')
    router.get('resumen/vencimientos', [Summary, 'due']).as('resumen.due')
    router.get('resumen/retenido', [HeldFunds, 'index']).as('resumen.holds')
  })
  .use(middleware.page({ entry: '/' }))

// What the forecast shows is not for c0ntab1l1dad (area 10 §1).
router
  .get('resumen/prevision', [Forecasts, 'show'])
  .as('resumen.forecast')
  .use(middleware.page({ entry: '/', roles: [S, A, SC] }))

router
  .group(() => {
    router.get('historypay', [PaymentHistory, 'index']).as('historypay')
    // Imported payments have keys below zero.
    router
      .get('historypay/:id', [PaymentHistory, 'show'])
      .as('historypay.show')
      .where('id', /^-?\d{1,15}$/)
    router.get('historypay/requesters', [PaymentHistory, 'requesters']).as('historypay.requesters')
    router
      .get('historypay/:id/receipt', [PaymentReceipts, 'show'])
      .as('historypay.receipt')
      .where('id', /^-?\d{1,15}$/)
    router
      .post('historypay/:id/receipt', [PaymentReceipts, 'store'])
      .as('historypay.receipt.store')
      .where('id', router.matchers.number())
    router
      .post('historypay/:id/copies', [PaymentReceipts, 'create'])
      .as('historypay.copies.store')
      .where('id', router.matchers.number())
  })
  .use(middleware.page({ entry: 'historypay' }))

const files = { kind: 'legacy-payments', at: 'historypay/imports', name: 'historypay.imports' }

router.group(() => importRoutes(files)).use(middleware.page({ entry: 'historypay', roles: [S, SC] }))

importUndoRoute(files).use(middleware.page({ entry: 'historypay', roles: [S] }))

router
  .get('sites/:id/report', [SiteReports, 'show'])
  .as('sites.report')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'sites' }))

router
  .get('sites/:id/report/payments', [ReportPayments, 'index'])
  .as('sites.report.payments')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'sites' }))
