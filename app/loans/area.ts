import { defineArea } from '#app/kernel/area'
import { answerPorts } from '#app/loans/answers'
import { invariants } from '#app/loans/invariants'

/** What companies of the group owe each other, and a bank, by agreement. */
export const loans = defineArea({
  name: 'loans',
  floor: 10,
  tables: [
    'loans',
    'loan_numbers',
    'loan_files',
    'loan_installments',
    'loan_rate_revisions',
    'loan_accruals',
    'loan_reclassifications',
    'loan_payments',
    'loan_payment_lines',
    'loan_movements',
    'loan_allocations',
    'loan_taken_debts',
    'loan_compensations',
    'loan_compensation_lines',
    'loan_compensation_transfers',
  ],
  invariants,
  documents: [
    {
      type: 'loan',
      label: 'Préstamo',
      path: (id) => `/loans/${id}/edit`,
      number: (id) => `select dn.number from loans dn where dn.id = ${id}`,
    },
    {
      type: 'loan_payment',
      label: 'Préstamo',
      path: (loanId) => `/loans/${loanId}/edit?tab=movements`,
      number: (id) =>
        `select dn.number from loan_payments dy join loans dn on dn.id = dy.loan_id where dy.id = ${id}`,
      page: (id) => `select dy.loan_id from loan_payments dy where dy.id = ${id}`,
    },
    {
      type: 'loan_installment',
      label: 'Préstamo',
      path: (loanId) => `/loans/${loanId}/edit?tab=schedule`,
      number: (id) =>
        `select dn.number from loan_installments di join loans dn on dn.id = di.loan_id where di.id = ${id}`,
      page: (id) => `select di.loan_id from loan_installments di where di.id = ${id}`,
    },
    {
      type: 'loan_compensation',
      label: 'Compensación',
      path: (id) => `/loans/compensations/${id}`,
      number: (id) => `select dc.number from loan_compensations dc where dc.id = ${id}`,
    },
  ],
  menu: {
    loansResumen: ['loans/summary/show', 'loans/compensations/show', 'loans/compensations/index'],
    loans: ['loans/loans/edit'],
  },
  routes: [() => import('#app/loans/routes')],
  jobs: [
    async () => (await import('#app/loans/jobs/loan_days_job')).loanDaysJob,
    async () => (await import('#app/loans/jobs/loan_months_job')).loanMonthsJob,
  ],
  refusals: {
    CL001: 'Ese paso no es posible en este préstamo: recargue la página.',
    CL002: 'Las condiciones de un préstamo activo no se modifican: revise su tipo o amortícelo.',
    CL003: 'El préstamo no tiene las aprobaciones de sus empresas.',
    CL004: 'Adjunte el contrato antes de activar el préstamo; el de uno activo no se elimina.',
    CL005: 'Una cuota pagada o en pago no se modifica: recargue la página.',
    CL006: 'El importe supera la deuda pendiente: recargue la página.',
    CL007: 'El importe supera el límite disponible: recargue la página.',
    CL008: 'Lo pagado de una cuota no coincide con sus movimientos: recargue la página.',
    CL009: 'El cuadro no suma el principal.',
    CL010: 'El pago del préstamo no se modifica: cancélelo y cree otro.',
    CL011: 'Ese paso no es posible en esta compensación: recargue la página.',
    CL012: 'La compensación no tiene las aprobaciones de sus empresas.',
    CL013: 'Un movimiento se anula entero y una sola vez: recargue la página.',
    CL014: 'La cuenta no es de la empresa del préstamo.',
    CL017: 'Lo que se registró en un préstamo se anula entero y una sola vez: recargue la página.',
  },
  boot: answerPorts,
})
