import Employee from '#app/employees/models/employee'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** The employee under the row lock: whatever is decided about one person is decided one after the other. */
export async function lockEmployee(employeeId: number, trx: Transaction): Promise<Employee> {
  const employee = await Employee.query({ client: trx }).where('id', employeeId).forUpdate().firstOrFail()
  if (employee.isAnonymised)
    throw new DomainError(
      'E_ANONYMISED',
      'Los datos de este empleado se han anonimizado: ya no se modifican.'
    )
  return employee
}

/** Throws E_STALE when somebody saved since the form was opened. */
export function refuseStale(employee: Employee, lockVersion: number): void {
  if (employee.lockVersion === lockVersion) return
  throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
    field: 'form',
  })
}

/** One newcomer at a time in a company: codes follow one another and the same person is not taken on twice. */
export async function lockStaffOf(siteId: number, trx: Transaction): Promise<void> {
  await execute(`select pg_advisory_xact_lock(hashtext('employees_of_site'), :siteId::int)`, { siteId }, trx)
}

/** Says that something about the person changed: open forms are stale and an import can no longer be taken back. */
export async function touchEmployee(
  employeeId: number,
  userId: number | null,
  trx: Transaction
): Promise<void> {
  await execute(
    `update employees set lock_version = lock_version + 1, updated_by = coalesce(:userId, updated_by) where id = :employeeId`,
    { employeeId, userId },
    trx
  )
}
