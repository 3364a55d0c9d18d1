import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Invoices = () => import('#app/invoices/controllers/invoices_controller')
const Corrections = () => import('#app/invoices/controllers/invoice_corrections_controller')
const Lines = () => import('#app/invoices/controllers/invoice_lines_controller')
const Decisions = () => import('#app/invoices/controllers/invoice_decisions_controller')
const Alarms = () => import('#app/invoices/controllers/invoice_alarms_controller')
const Files = () => import('#app/invoices/controllers/invoice_files_controller')
const OcrJobs = () => import('#app/invoices/controllers/ocr_jobs_controller')

router
  .group(() => {
    router.get('invoices', [Invoices, 'index']).as('invoices')
    router.post('invoices', [Invoices, 'store']).as('invoices.store')
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
    router.put('invoices/:id/classification', [Lines, 'classify']).as('invoices.classification.update')
    router.put('invoices/:id/alarms', [Alarms, 'update']).as('invoices.alarms.update')
    router.post('invoices/:id/submission', [Decisions, 'submit']).as('invoices.submit')
    router.post('invoices/:id/manual-completion', [Decisions, 'complete']).as('invoices.complete')
    router.post('invoices/:id/duplicate', [Decisions, 'duplicate']).as('invoices.duplicate')
    router.post('invoices/:id/dispute', [Decisions, 'dispute']).as('invoices.dispute')
    router.get('ocr', [OcrJobs, 'index']).as('ocr.index')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices' }))

router
  .group(() => {
    router.post('invoices/:id/approve', [Decisions, 'approve']).as('invoices.approve')
    router.post('invoices/:id/return', [Decisions, 'giveBack']).as('invoices.return')
    router.post('invoices/:id/rejection', [Decisions, 'reject']).as('invoices.reject')
    router.delete('invoices/:id/dispute', [Decisions, 'resolve']).as('invoices.resolve')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices', roles: [S, A, SC] }))

router
  .group(() => {
    router.post('invoices/:id/booking', [Decisions, 'book']).as('invoices.book')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices', roles: [S, SC, C] }))

router
  .group(() => {
    router.delete('invoices/:id/booking', [Decisions, 'unbook']).as('invoices.unbook')
    router.post('invoices/:id/recovery', [Decisions, 'recover']).as('invoices.recover')
    router.delete('invoices/:id', [Decisions, 'cancel']).as('invoices.cancel')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'invoices', roles: [S, SC] }))
