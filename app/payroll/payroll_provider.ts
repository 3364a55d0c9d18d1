import { providePayrolls } from '#app/employees/employee_payrolls'

/** Employees know nothing of payroll: what their page needs of it is registered here. */
export default class PayrollProvider {
  boot() {
    providePayrolls(async (employeeId) =>
      (await import('#app/payroll/queries/employee_payrolls')).listEmployeePayrolls(employeeId)
    )
  }
}
