import { employeePayrolls, lastPayrollPaid } from '#app/employees/employee_payrolls'
import { defineArea } from '#app/kernel/area'
import { derived } from '#app/payroll/invariants'

/** Salaries. */
export const payroll = defineArea({
  name: 'payroll',
  floor: 10,
  tables: ['payroll_payments', 'payroll_month_totals'],
  documents: [
    {
      type: 'payroll_payment',
      label: 'Nómina',
      path: (employeeId) => `/employees/${employeeId}/edit?tab=payrolls`,
      page: (id) => `select dw.employee_id from payroll_payments dw where dw.id = ${id}`,
    },
  ],
  refusals: {
    CA022: 'La nómina ya está pagada o en pago, o el importe supera lo pendiente: recargue la página.',
  },
  derived,
  /** Employees know nothing of payroll: what their page needs of it is registered here. */
  boot() {
    employeePayrolls.answer(async (employeeId) =>
      (await import('#app/payroll/queries/employee_payrolls')).listEmployeePayrolls(employeeId)
    )
    lastPayrollPaid.answer(
      (site, employee) =>
        `select max(p.period) as period from payroll_payments p where p.site_id = ${site} and p.employee_id = ${employee} and p.status = 'paid'`
    )
  },
})
