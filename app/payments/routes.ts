import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const PaySuppliers = () => import('#app/payments/controllers/pay_suppliers_controller')
const SupplierUploads = () => import('#app/payments/controllers/supplier_uploads_controller')
const SupplierProvisions = () => import('#app/payments/controllers/supplier_provisions_controller')
const SupplierBuffers = () => import('#app/payments/controllers/supplier_buffers_controller')
const PaymentOrders = () => import('#app/payments/controllers/payment_orders_controller')
const Modifications = () => import('#app/payments/controllers/payment_modifications_controller')
const Proofs = () => import('#app/payments/controllers/payment_proofs_controller')
const Approvals = () => import('#app/payments/controllers/payment_order_approvals_controller')
const Retries = () => import('#app/payments/controllers/payment_retries_controller')
const BankDecisions = () => import('#app/payments/controllers/bank_decisions_controller')
const Immediate = () => import('#app/payments/controllers/immediate_payments_controller')
const Notifications = () => import('#app/payments/controllers/bank_notifications_controller')
const SupplierProcesses = () => import('#app/payments/controllers/supplier_processes_controller')
const VirtualPayments = () => import('#app/payments/controllers/virtual_payments_controller')
const PayPayrolls = () => import('#app/payments/controllers/pay_payrolls_controller')
const PayrollUploads = () => import('#app/payments/controllers/payroll_uploads_controller')
const PayrollProcesses = () => import('#app/payments/controllers/payroll_processes_controller')
const PayrollRuns = () => import('#app/payments/controllers/payroll_runs_controller')
const Recurrents = () => import('#app/payments/controllers/pay_recurrents_controller')
const RecurrentSteps = () => import('#app/payments/controllers/recurrent_steps_controller')
const LegalCosts = () => import('#app/payments/controllers/pay_legal_procedures_controller')
const LegalProcesses = () => import('#app/payments/controllers/legal_procedure_processes_controller')
const LegalInvoices = () => import('#app/payments/controllers/legal_cost_invoices_controller')
const PayExpenses = () => import('#app/payments/controllers/pay_expenses_controller')
const ExpenseBuffers = () => import('#app/payments/controllers/expense_buffers_controller')
const ExpenseReceipts = () => import('#app/payments/controllers/expense_receipts_controller')
const Batches = () => import('#app/payments/controllers/payment_batches_controller')

router
  .group(() => {
    router.get('paysuppliers', [PaySuppliers, 'index']).as('paysuppliers')
    router.post('paysuppliers', [PaySuppliers, 'store']).as('paysuppliers.store')
    router.post('paysuppliers/buffer', [SupplierBuffers, 'store']).as('paysuppliers.buffer')
    router.post('paysuppliers/virtual', [VirtualPayments, 'store']).as('paysuppliers.virtual')
    router.post('paysuppliers/credits', [PaySuppliers, 'credits']).as('paysuppliers.credits')
    router.get('paysuppliers/accounts', [PaySuppliers, 'accounts']).as('paysuppliers.accounts')
    router
      .get('paysuppliers/expense-accounts', [PaySuppliers, 'expenseAccounts'])
      .as('paysuppliers.expense-accounts')
    router.get('paysuppliers/upload', [SupplierUploads, 'create']).as('paysuppliers.upload')
    router.post('paysuppliers/upload', [SupplierUploads, 'store']).as('paysuppliers.upload.store')
    router.put('paysuppliers/uploads/:upload', [SupplierUploads, 'update']).as('paysuppliers.uploads.update')
    router
      .post('paysuppliers/uploads/:upload', [SupplierUploads, 'process'])
      .as('paysuppliers.uploads.process')
    router
      .delete('paysuppliers/uploads/:upload', [SupplierUploads, 'destroy'])
      .as('paysuppliers.uploads.destroy')
    router.get('paysuppliers/process', [SupplierProcesses, 'create']).as('paysuppliers.process')
    router.post('paysuppliers/process', [SupplierProcesses, 'store']).as('paysuppliers.process.store')
    router.post('paysuppliers/provisions', [SupplierProvisions, 'store']).as('paysuppliers.provisions.store')
    router
      .get('paysuppliers/provisions/:id/invoices', [SupplierProvisions, 'options'])
      .as('paysuppliers.provisions.invoices')
    router
      .post('paysuppliers/provisions/:id/order', [SupplierProvisions, 'order'])
      .as('paysuppliers.provisions.order')
    router
      .put('paysuppliers/provisions/:id/invoice', [SupplierProvisions, 'update'])
      .as('paysuppliers.provisions.apply')
    router
      .delete('paysuppliers/provisions/:id', [SupplierProvisions, 'destroy'])
      .as('paysuppliers.provisions.destroy')
    router.get('payment-orders/approvers', [Proofs, 'approvers']).as('payment_orders.approvers')
    router.get('payment-orders/:id', [PaymentOrders, 'show']).as('payment_orders.show')
    router.post('paysuppliers/preview', [Immediate, 'show']).as('paysuppliers.preview')
    router.put('payment-orders/:id', [Modifications, 'update']).as('payment_orders.modify')
    router.delete('payment-orders/:id', [PaymentOrders, 'cancel']).as('payment_orders.cancel')
    router.get('payment-batches', [Batches, 'index']).as('payment_batches')
    router.get('payment-batches/:id', [Batches, 'show']).as('payment_batches.show')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers' }))

router
  .post('paysuppliers/pay-now', [Immediate, 'store'])
  .as('paysuppliers.pay-now')
  .use([middleware.page({ entry: 'paysuppliers' }), middleware.stepUp()])

router
  .group(() => {
    router.post('payment-orders/:id/approval', [Approvals, 'store']).as('payment_orders.approve')
    router.put('payment-orders/approvals', [Approvals, 'update']).as('payment_orders.approve_many')
    router.post('payment-batches', [Batches, 'store']).as('payment_batches.store')
  })
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S, A] }), middleware.stepUp()])

router
  .group(() => {
    router.post('payment-orders/:id/rejection', [PaymentOrders, 'reject']).as('payment_orders.reject')
    router.put('payment-orders/rejections', [Modifications, 'reject']).as('payment_orders.reject_many')
    router.delete('payment-batches/:id', [Batches, 'cancel']).as('payment_batches.cancel')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers', roles: [S, A] }))

router
  .group(() => {
    router.put('payment-orders/removals', [Modifications, 'takeOut']).as('payment_orders.take_out')
    router.post('payment-orders/:id/settlement', [PaymentOrders, 'settle']).as('payment_orders.settle')
    router.post('payment-orders/:id/failure', [PaymentOrders, 'fail']).as('payment_orders.fail')
    router.post('payment-orders/:id/return', [PaymentOrders, 'giveBack']).as('payment_orders.return')
    router.post('payment-orders/:id/retry', [Retries, 'store']).as('payment_orders.retry')
    router.get('payment-orders/proofs', [Proofs, 'index']).as('payment_orders.proofs')
    router.get('payment-orders/:id/proof', [Proofs, 'show']).as('payment_orders.proof')
    router.get('payment-batches/:id/file', [Batches, 'file']).as('payment_batches.file')
    router.post('payment-batches/:id/sending', [Batches, 'send']).as('payment_batches.send')
    router.post('payment-batches/:id/answers', [Batches, 'answer']).as('payment_batches.answer')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers', roles: [S, A, SC] }))

router
  .post('payment-orders/:id/emergency-approval', [Approvals, 'override'])
  .as('payment_orders.override')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S] }), middleware.stepUp()])

router
  .group(() => {
    router.delete('payment-orders/:id/bank', [BankDecisions, 'destroy']).as('payment_orders.cancel_at_bank')
    router.put('payment-orders/:id/payee', [BankDecisions, 'update']).as('payment_orders.confirm_payee')
  })
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S, A] }), middleware.stepUp()])

router
  .post('payment-orders/:id/closing', [BankDecisions, 'store'])
  .as('payment_orders.close_unknown')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S] }), middleware.stepUp()])

router
  .post('webhooks/:gateway', [Notifications, 'store'])
  .as('payments.webhook')
  .where('gateway', /^[a-z0-9-]{1,40}$/)

router
  .group(() => {
    router.get('payrecurrents', [Recurrents, 'index']).as('payrecurrents')
    router.get('payrecurrents/accounts', [Recurrents, 'options']).as('payrecurrents.accounts')
    router
      .get('payrecurrents/expense-accounts', [Recurrents, 'expenseAccounts'])
      .as('payrecurrents.expense-accounts')
    router.post('payrecurrents', [Recurrents, 'store']).as('payrecurrents.store')
    router.get('payrecurrents/:id/edit', [Recurrents, 'edit']).as('payrecurrents.edit')
    router.put('payrecurrents/:id', [Recurrents, 'update']).as('payrecurrents.update')
    router.post('payrecurrents/:id/pause', [RecurrentSteps, 'pause']).as('payrecurrents.pause')
    router.post('payrecurrents/:id/resume', [RecurrentSteps, 'resume']).as('payrecurrents.resume')
    router.post('payrecurrents/:id/end', [RecurrentSteps, 'end']).as('payrecurrents.end')
    router.post('payrecurrents/:id/revision', [RecurrentSteps, 'revise']).as('payrecurrents.revise')
    router
      .post('payrecurrents/:id/occurrences/:occurrence/skip', [RecurrentSteps, 'skip'])
      .as('payrecurrents.skip')
    router
      .post('payrecurrents/:id/occurrences/:occurrence/amount', [RecurrentSteps, 'amount'])
      .as('payrecurrents.amount')
  })
  .where('id', router.matchers.number())
  .where('occurrence', router.matchers.number())
  .use(middleware.page({ entry: 'payrecurrents' }))

router
  .group(() => {
    router.get('paypayrolls', [PayPayrolls, 'index']).as('paypayrolls')
    router.post('paypayrolls', [PayPayrolls, 'store']).as('paypayrolls.store')
    router.get('paypayrolls/upload', [PayrollUploads, 'create']).as('paypayrolls.upload')
    router.post('paypayrolls/upload', [PayrollUploads, 'store']).as('paypayrolls.upload.store')
    router.put('paypayrolls/uploads/:upload', [PayrollUploads, 'update']).as('paypayrolls.uploads.update')
    router.post('paypayrolls/uploads/:upload', [PayrollUploads, 'process']).as('paypayrolls.uploads.process')
    router
      .delete('paypayrolls/uploads/:upload', [PayrollUploads, 'destroy'])
      .as('paypayrolls.uploads.destroy')
    router.get('paypayrolls/process', [PayrollProcesses, 'show']).as('paypayrolls.process')
    router.post('paypayrolls/process', [PayrollProcesses, 'store']).as('paypayrolls.process.store')
    router.post('paypayrolls/buffer', [PayrollProcesses, 'update']).as('paypayrolls.buffer')
    router.delete('paypayrolls/:id', [PayPayrolls, 'destroy']).as('paypayrolls.destroy')
    router.get('payroll-runs/:id', [PayrollRuns, 'show']).as('payroll_runs.show')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paypayrolls' }))

router
  .post('paypayrolls/pay-now', [PayrollProcesses, 'payNow'])
  .as('paypayrolls.pay-now')
  .use([middleware.page({ entry: 'paypayrolls' }), middleware.stepUp()])

router
  .post('payroll-runs/:id/approval', [PayrollRuns, 'approve'])
  .as('payroll_runs.approve')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paypayrolls', roles: [S, A] }), middleware.stepUp()])

router
  .post('payroll-runs/:id/emergency-approval', [PayrollRuns, 'override'])
  .as('payroll_runs.override')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paypayrolls', roles: [S] }), middleware.stepUp()])

router
  .post('payroll-runs/:id/rejection', [PayrollRuns, 'reject'])
  .as('payroll_runs.reject')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paypayrolls', roles: [S, A] }))

router
  .group(() => {
    router.get('paylegalprocedures', [LegalCosts, 'index']).as('paylegalprocedures')
    router.post('paylegalprocedures', [LegalCosts, 'store']).as('paylegalprocedures.store')
    router.get('paylegalprocedures/process', [LegalProcesses, 'create']).as('paylegalprocedures.process')
    router
      .post('paylegalprocedures/process', [LegalProcesses, 'store'])
      .as('paylegalprocedures.process.store')
    router
      .get('paylegalprocedures/costs/:cost/invoices', [LegalInvoices, 'index'])
      .as('paylegalprocedures.invoices')
    router
      .put('paylegalprocedures/costs/:cost/invoice', [LegalInvoices, 'update'])
      .as('paylegalprocedures.invoices.link')
    router
      .delete('paylegalprocedures/costs/:cost/invoice', [LegalInvoices, 'destroy'])
      .as('paylegalprocedures.invoices.unlink')
  })
  .where('cost', router.matchers.number())
  .use(middleware.page({ entry: 'paylegalprocedures' }))

router
  .group(() => {
    router.get('payexpenses', [PayExpenses, 'index']).as('payexpenses')
    router.get('payexpenses/receipts', [ExpenseReceipts, 'several']).as('payexpenses.receipts.several')
    router.get('payexpenses/:id/receipts', [ExpenseReceipts, 'index']).as('payexpenses.receipts')
    router.get('payexpenses/:id/receipts/:receipt', [ExpenseReceipts, 'show']).as('payexpenses.receipts.show')
    router
      .get('payexpenses/:id/receipts/:receipt/pages/:page', [ExpenseReceipts, 'page'])
      .as('payexpenses.receipts.page')
  })
  .where('id', router.matchers.number())
  .where('receipt', router.matchers.number())
  .where('page', router.matchers.number())
  .use(middleware.page({ entry: 'payexpenses' }))

router
  .group(() => {
    router.post('payexpenses/buffer', [ExpenseBuffers, 'store']).as('payexpenses.buffer')
  })
  .use(middleware.page({ entry: 'payexpenses', roles: [S, A, SC, C] }))

router
  .post('payexpenses/pay-now', [ExpenseBuffers, 'update'])
  .as('payexpenses.pay-now')
  .use([middleware.page({ entry: 'payexpenses', roles: [S, A, SC, C] }), middleware.stepUp()])
