import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Notes = () => import('#app/expenses/controllers/expense_notes_controller')
const Reviews = () => import('#app/expenses/controllers/note_reviews_controller')
const Approvals = () => import('#app/expenses/controllers/note_approvals_controller')
const Emails = () => import('#app/expenses/controllers/note_emails_controller')
const Rules = () => import('#app/expenses/controllers/note_rules_controller')
const Allowances = () => import('#app/expenses/controllers/allowances_controller')
const Requests = () => import('#app/expenses/controllers/provider_requests_controller')
const Readings = () => import('#app/expenses/controllers/receipt_readings_controller')
const PublicNotes = () => import('#app/expenses/controllers/public_notes_controller')
const PublicStatuses = () => import('#app/expenses/controllers/public_statuses_controller')
const PublicProviders = () => import('#app/expenses/controllers/public_providers_controller')

const number = router.matchers.number()
const at = 'payexpenses'

// Everybody has expenses: adm1n1strat0r sends in and follows their own.
router
  .group(() => {
    router.post(at, [Notes, 'store']).as('payexpenses.store')
    router.post(`${at}/reading`, [Readings, 'create']).as('payexpenses.read')
    router.get(`${at}/:id`, [Notes, 'show']).as('payexpenses.show')
    router.post(`${at}/:id/answer`, [Reviews, 'answer']).as('payexpenses.answer')
    router.delete(`${at}/:id`, [Reviews, 'destroy']).as('payexpenses.cancel')
  })
  .where('id', number)
  .use(middleware.page({ entry: 'payexpenses' }))

router
  .group(() => {
    router.get(`${at}/claimants`, [Notes, 'create']).as('payexpenses.claimants')
    router.put(`${at}/:id`, [Notes, 'update']).as('payexpenses.update')
    router.put(`${at}/:id/lines/:line`, [Notes, 'edit']).as('payexpenses.lines.update')
    router.post(`${at}/:id/review`, [Reviews, 'store']).as('payexpenses.review')
    router.put(`${at}/:id/review`, [Reviews, 'edit']).as('payexpenses.review.take-over')
    router.post(`${at}/:id/rejection`, [Reviews, 'reject']).as('payexpenses.reject')
    router.post(`${at}/:id/emails`, [Emails, 'store']).as('payexpenses.emails.store')
    router.post(`${at}/:id/emails/preview`, [Emails, 'show']).as('payexpenses.emails.preview')
    router.post(`${at}/:id/emails/:message/retry`, [Emails, 'resend']).as('payexpenses.emails.retry')
  })
  .where('id', number)
  .where('line', number)
  .where('message', number)
  .use(middleware.page({ entry: 'payexpenses', roles: [S, A, SC, C] }))

router
  .post(`${at}/:id/question`, [Reviews, 'ask'])
  .as('payexpenses.ask')
  .where('id', number)
  .use(middleware.page({ entry: 'payexpenses', roles: [S, SC, C] }))

router
  .group(() => {
    router.delete(`${at}/:id/approval`, [Approvals, 'destroy']).as('payexpenses.approval.undo')
    router.put(`${at}/:id/iban`, [Reviews, 'update']).as('payexpenses.iban.confirm')
    router.post(`${at}/:id/rebilling`, [Rules, 'store']).as('payexpenses.rebilling.store')
    router.put(`${at}/policies`, [Rules, 'update']).as('payexpenses.policies.update')
    router.post(`${at}/per-diems`, [Allowances, 'store']).as('payexpenses.per-diems.store')
    router.put(`${at}/legal-limits`, [Allowances, 'update']).as('payexpenses.legal-limits.update')
    router.post(`${at}/email-templates`, [Emails, 'create']).as('payexpenses.email-templates.store')
    router.put(`${at}/email-templates/:template`, [Emails, 'update']).as('payexpenses.email-templates.update')
    router.post(`${at}/provider-requests/:request`, [Requests, 'store']).as('payexpenses.requests.accept')
    router.delete(`${at}/provider-requests/:request`, [Requests, 'destroy']).as('payexpenses.requests.reject')
    router
      .get(`${at}/provider-requests/:request/certificate`, [Requests, 'show'])
      .as('payexpenses.requests.certificate')
  })
  .where('id', number)
  .where('template', number)
  .where('request', number)
  .use(middleware.page({ entry: 'payexpenses', roles: [S, A, SC] }))

router
  .post(`${at}/:id/approval`, [Approvals, 'store'])
  .as('payexpenses.approve')
  .where('id', number)
  .use([middleware.page({ entry: 'payexpenses', roles: [S, A, SC] }), middleware.stepUp()])

router
  .post(`${at}/:id/emergency-approval`, [Approvals, 'override'])
  .as('payexpenses.override')
  .where('id', number)
  .use([middleware.page({ entry: 'payexpenses', roles: [S] }), middleware.stepUp()])

// Without login: whoever may come, and what they may do, is decided by the pages themselves.
router.get('nota-de-gastos', [PublicNotes, 'index']).as('public.payexpenses.index')
router.post('nota-de-gastos', [PublicNotes, 'store']).as('public.payexpenses.store')
router.post('nota-de-gastos/lectura', [Readings, 'store']).as('public.payexpenses.read')
router
  .get('nota-de-gastos/nuevo-proveedor', [PublicProviders, 'create'])
  .as('public.payexpenses.new-provider')
router
  .post('nota-de-gastos/nuevo-proveedor', [PublicProviders, 'store'])
  .as('public.payexpenses.new-provider.store')
router.get('nota-de-gastos/estado', [PublicStatuses, 'lookup']).as('public.payexpenses.status.lookup')
router.post('nota-de-gastos/estado', [PublicStatuses, 'send']).as('public.payexpenses.status.send')
router.get('nota-de-gastos/estado/:token', [PublicStatuses, 'show']).as('public.payexpenses.status')
router.post('nota-de-gastos/estado/:token', [PublicStatuses, 'answer']).as('public.payexpenses.status.answer')
router
  .delete('nota-de-gastos/estado/:token', [PublicStatuses, 'destroy'])
  .as('public.payexpenses.status.cancel')
