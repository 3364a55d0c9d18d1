import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Invoices = () => import('#app/invoices/controllers/invoices_controller')
const Corrections = () => import('#app/invoices/controllers/invoice_corrections_controller')
const Lines = () => import('#app/invoices/controllers/invoice_lines_controller')
const Decisions = () => import('#app/invoices/controllers/invoice_decisions_controller')
const Dues = () => import('#app/invoices/controllers/invoice_dues_controller')
const Bulks = () => import('#app/invoices/controllers/invoice_bulks_controller')
const Alarms = () => import('#app/invoices/controllers/invoice_alarms_controller')
const Files = () => import('#app/invoices/controllers/invoice_files_controller')
const ActionLogs = () => import('#app/invoices/controllers/invoice_action_logs_controller')
const ContractLinks = () => import('#app/invoices/controllers/invoice_contract_links_controller')
const Reclassifications = () => import('#app/invoices/controllers/reclassifications_controller')
const ReadingHints = () => import('#app/invoices/controllers/reading_hints_controller')
const PublicInvoices = () => import('#app/invoices/controllers/public_invoices_controller')
const PublicReceipts = () => import('#app/invoices/controllers/public_receipts_controller')
const OcrJobs = () => import('#app/invoices/controllers/ocr_jobs_controller')

router
  .group(() => {
    router.get('invoices', [Invoices, 'index']).as('invoices')
    router.post('invoices', [Invoices, 'store']).as('invoices.store')
    router.get('invoices/originals', [Files, 'index']).as('invoices.originals')
    router.put('invoices/bulk/submission', [Bulks, 'submit']).as('invoices.bulk.submit')
    router.put('invoices/bulk/provider', [Bulks, 'provider']).as('invoices.bulk.provider')
    router.put('invoices/bulk/site', [Bulks, 'site']).as('invoices.bulk.site')
    router.get('invoices/people', [Invoices, 'people']).as('invoices.people')
    router.get('invoices/:id', [Invoices, 'show']).as('invoices.show')
    router.get('invoices/:id/original', [Files, 'show']).as('invoices.original')
    router
      .get('invoices/:id/pages/:page', [Files, 'page'])
      .as('invoices.page')
      .where('page', router.matchers.number())
    router.get('invoices/:id/markdown', [Files, 'markdown']).as('invoices.markdown')
    router.post('invoices/:id/reading', [Files, 'reread']).as('invoices.reread')
    router.put('invoices/:id/date', [Corrections, 'date']).as('invoices.date.update')
    router.put('invoices/:id/number', [Corrections, 'number']).as('invoices.number.update')
    router.put('invoices/:id/totals', [Corrections, 'totals']).as('invoices.totals.update')
    router.put('invoices/:id/provider', [Corrections, 'provider']).as('invoices.provider.update')
    router.put('invoices/:id/site', [Corrections, 'site']).as('invoices.site.update')
    router.put('invoices/:id/due', [Dues, 'update']).as('invoices.due.update')
    router.put('invoices/:id/bank', [Corrections, 'bank']).as('invoices.bank.update')
    router.put('invoices/:id/header', [Corrections, 'header']).as('invoices.header.update')
    router.post('invoices/:id/lines', [Lines, 'store']).as('invoices.lines.store')
    router
      .put('invoices/:id/lines/:line', [Lines, 'update'])
      .as('invoices.lines.update')
      .where('line', router.matchers.number())
    router
      .delete('invoices/:id/lines/:line', [Lines, 'destroy'])
      .as('invoices.lines.destroy')
      .where('line', router.matchers.number())
    router
      .put('invoices/:id/lines/:line/profile', [Lines, 'choose'])
      .as('invoices.lines.profile')
      .where('line', router.matchers.number())
    router.put('invoices/:id/classification', [Lines, 'classify']).as('invoices.classification.update')
    router.put('invoices/:id/alarms', [Alarms, 'update']).as('invoices.alarms.update')
    router.post('invoices/:id/submission', [Decisions, 'submit']).as('invoices.submit')
    router.post('invoices/:id/manual-completion', [Decisions, 'complete']).as('invoices.complete')
    router.post('invoices/:id/duplicate', [Decisions, 'duplicate']).as('invoices.duplicate')
    router.post('invoices/:id/acceptance', [Decisions, 'accept']).as('invoices.accept')
    router.post('invoices/:id/dispute', [Decisions, 'dispute']).as('invoices.dispute')
    router.get('invoices/:id/duplicate', [Decisions, 'originals']).as('invoices.duplicate.options')
    router.get('invoices/:id/twins', [Corrections, 'twins']).as('invoices.twins')
    router
      .get('invoices/:id/files/:file', [Files, 'attachment'])
      .as('invoices.files.show')
      .where('file', router.matchers.number())
    router.post('invoices/:id/division', [Files, 'divide']).as('invoices.divide')
    router.post('invoices/:id/union', [Files, 'join']).as('invoices.join')
    router.delete('invoices/:id/reading', [Files, 'cancelReading']).as('invoices.reading.cancel')
    router.get('ocr', [OcrJobs, 'index']).as('ocr.index')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices' }))

router
  .group(() => {
    router.put('invoices/bulk/approval', [Bulks, 'approve']).as('invoices.bulk.approve')
    router.post('invoices/:id/approve', [Decisions, 'approve']).as('invoices.approve')
    router.post('invoices/:id/return', [Decisions, 'giveBack']).as('invoices.return')
    router.post('invoices/:id/rejection', [Decisions, 'reject']).as('invoices.reject')
    router.delete('invoices/:id/dispute', [Decisions, 'resolve']).as('invoices.resolve')
    router.delete('invoices/:id/due', [Dues, 'destroy']).as('invoices.due.release')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices', roles: [S, A, SC] }))

router
  .get('providers/:id/reading', [ReadingHints, 'index'])
  .as('providers.reading')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index' }))

// What the reading learned is seen by whoever sees suppliers, and forgotten by those who answer for them.
router
  .group(() => {
    router.delete('providers/:id/reading', [ReadingHints, 'clear']).as('providers.reading.clear')
    router
      .delete('providers/:id/reading/:hint', [ReadingHints, 'destroy'])
      .as('providers.reading.forget')
      .where('hint', router.matchers.number())
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index', roles: [S, A, SC] }))

router
  .group(() => {
    router.post('invoices/:id/booking', [Decisions, 'book']).as('invoices.book')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices', roles: [S, SC, C] }))

router
  .group(() => {
    router.post('invoices/:id/direct-booking', [Decisions, 'bookDirectly']).as('invoices.book_directly')
    router.delete('invoices/:id/booking', [Decisions, 'unbook']).as('invoices.unbook')
    router.post('invoices/:id/recovery', [Decisions, 'recover']).as('invoices.recover')
    router.delete('invoices/:id', [Decisions, 'cancel']).as('invoices.cancel')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices', roles: [S, SC] }))

router
  .post('invoices/:id/emergency-approval', [Decisions, 'override'])
  .as('invoices.override')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'invoices', roles: [S] }), middleware.stepUp()])

router
  .get('invoice-action-logs', [ActionLogs, 'index'])
  .as('invoice-action-logs.index')
  .use(middleware.page({ entry: 'invoice-action-logs.index' }))

router
  .group(() => {
    router
      .post('invoices/:id/lines/:line/contract', [ContractLinks, 'store'])
      .as('invoices.lines.contract.store')
    router
      .delete('invoices/:id/lines/:line/contract', [ContractLinks, 'destroy'])
      .as('invoices.lines.contract.destroy')
  })
  .where('id', router.matchers.number())
  .where('line', router.matchers.number())
  .use(middleware.page({ entry: 'invoices', roles: [S, A] }))

router
  .post('profile-manager/reclassification', [Reclassifications, 'store'])
  .as('profile-manager.reclassify')
  .use(middleware.page({ entry: 'profile-manager.index', roles: [S, A, SC] }))

// Without login: whoever may come, and what they may do, is decided by the pages themselves.
router.get('registrar-factura', [PublicInvoices, 'create']).as('public.invoices.create')
router.post('registrar-factura', [PublicInvoices, 'store']).as('public.invoices.store')
router.get('registrar-factura/estado/:token', [PublicReceipts, 'index']).as('public.invoices.receipt')
router.post('registrar-factura/estado/:token', [PublicReceipts, 'show']).as('public.invoices.receipt.show')
