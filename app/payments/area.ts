import { followBanks } from '#app/accounts/payee_bank_followers'
import { followBlacklist } from '#app/blacklist/sweepers'
import { mergeMenus } from '#app/identity/menu'
import { defineArea } from '#app/kernel/area'
import { answerPorts } from '#app/payments/answers'
import { invariants } from '#app/payments/invariants'
import { ALL_KINDS } from '#app/payments/kinds/all_kinds'
import { registerKind } from '#app/payments/kinds/payment_kind'

/** The way of every euro out. */
export const payments = defineArea({
  name: 'payments',
  floor: 12,
  tables: [
    'payment_kinds',
    'payment_order_hands',
    'payment_batch_files',
    'payment_batch_removals',
    'payment_orders',
    'payment_runs',
    'payment_batches',
    'payment_attempts',
    'payment_notifications',
    'payment_status_reports',
    'payment_cut_offs',
    'recurrent_payments',
    'recurrent_occurrences',
    'credit_offsets',
    'bank_outages',
    'payment_authorisations',
    'payment_order_files',
    'payment_order_loans',
    ...ALL_KINDS.flatMap(({ tables = [] }) => tables),
  ],
  invariants,
  documents: [
    {
      type: 'payment_order',
      label: 'Orden de pago',
      path: (id) => `/payment-orders/${id}`,
      number: (id) => `select dp.number from payment_orders dp where dp.id = ${id}`,
      isPayroll: (id) =>
        `exists (select 1 from payment_orders payroll where payroll.id = ${id} and payroll.kind = 'payroll')`,
    },
  ],
  menu: mergeMenus([
    {
      paypayrolls: [],
      paysuppliers: ['payments/orders/show', 'payments/batches/show', 'payments/batches/index'],
      paylegalprocedures: ['payments/legal_procedure_processes/create'],
      payrecurrents: [],
    },
    ...ALL_KINDS.map(({ menu }) => menu),
  ]),
  imports: {
    payroll: async () => (await import('#app/payments/kinds/payroll/payroll_import')).payrollImport,
    'supplier-payments': async () =>
      (await import('#app/payments/kinds/supplier/supplier_import')).supplierImport,
  },
  routes: [() => import('#app/payments/routes'), ...ALL_KINDS.map(({ routes }) => routes)],
  jobs: [
    async () => (await import('#app/payments/bank/apply_notification_job')).applyNotificationJob,
    async () => (await import('#app/payments/release/cut_off_job')).cutOffJob,
    async () => (await import('#app/payments/postings/letter_settled_job')).letterSettledJob,
    async () => (await import('#app/payments/bank/recover_payments_job')).recoverPaymentsJob,
    async () => (await import('#app/payments/orders/lending/lend_sent_job')).lendSentJob,
    async () => (await import('#app/payments/release/release_now_job')).releaseNowJob,
    async () => (await import('#app/payments/bank/resume_authorisations_job')).resumeAuthorisationsJob,
    async () => (await import('#app/payments/bank/submit_batch_job')).submitBatchJob,
    ...ALL_KINDS.flatMap(({ jobs = [] }) => jobs),
  ],
  refusals: {
    ...Object.assign({}, ...ALL_KINDS.map(({ refusals }) => refusals)),
    CG006: (number) =>
      `La empresa de la cuenta de cargo del pago ${number} no puede pagar por la que lo debe: elija otra cuenta.`,
    CA050: 'El fondo elegido no pertenece a la cuenta de cargo.',
    CA013: 'El pago ya no se puede modificar: recargue la página.',
    CA014: 'Ese paso no es posible para este pago: recargue la página.',
    CA015: 'El pago no tiene las aprobaciones que necesita.',
    CA020: 'El pago espera la respuesta del banco: no se puede cambiar hasta que se conozca.',
    CA038: 'El pago todavía no se ha enviado al banco: recargue la página.',
  },
  /** Payments on their way follow the list of blocked accounts and the accounts of their payees. */
  boot() {
    answerPorts()
    for (const kind of ALL_KINDS) {
      registerKind(kind)
      kind.boot?.()
    }
    followBlacklist({
      noun: 'pagos',
      affected: async (like, scope) =>
        (await import('#app/payments/orders/checks/sweep_listed_orders')).affectedOrders(like, scope),
      sweep: async (ids, actor) =>
        (await import('#app/payments/orders/checks/sweep_listed_orders')).sweepListedOrders(ids, actor),
    })
    followBanks(async (bank) =>
      (await import('#app/payments/orders/follow_bank_change')).followBankChange(bank)
    )
  },
})
