import type { Actor } from '#app/audit/record_event'
import { lockEmployee, refuseStale } from '#app/employees/actions/lock_employee'
import { saveFields } from '#app/employees/actions/update_employee'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export type Salary = {
  /** Cents of EUR. */
  grossYearlyMinor: number | null
  netMonthlyMinor: number | null
  paymentsPerYear: 12 | 14
  /** Percent as text with two decimals at most ("14.50"), 0 to 47. */
  irpfPercent: string | null
}

/** Changes what an employee is paid; never one's own pay. The trail says that it changed, not from what to what. */
export async function updateSalary(
  employeeId: number,
  { lockVersion, ...salary }: Salary & { lockVersion: number },
  actor: Actor
): Promise<void> {
  refuseNegative(salary.grossYearlyMinor, 'gross_yearly')
  refuseNegative(salary.netMonthlyMinor, 'net_monthly')
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    refuseStale(employee, lockVersion)
    if (employee.userId !== null && employee.userId === actor.userId)
      throw new DomainError('E_FOUR_EYES', 'No puede modificar su propio salario.', { field: 'form' })
    await saveFields(employee, { ...salary }, 'employee.salary_changed', actor, trx)
  })
}

function refuseNegative(minor: number | null, field: string): void {
  if (minor !== null && minor < 0)
    throw new DomainError('E_AMOUNT', 'El importe no puede ser negativo.', { field })
}
