import type { Actor } from '#app/audit/record_event'
import { lockEmployee, refuseStale } from '#app/employees/actions/lock_employee'
import { saveFields } from '#app/employees/actions/update_employee'
import { refuseEndBeforeStart, refuseTooYoung, refuseUnlikelyStart } from '#app/employees/employee_rules'
import type Employee from '#app/employees/models/employee'
import type { ContractType } from '#app/employees/models/employee'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type ContractData = {
  position: string | null
  department: string | null
  centerId: number | null
  managerId: number | null
  contractType: ContractType | null
  startedOn: CalendarDate
  /** Hours a week as text with two decimals at most ("37.50"). */
  hoursWeek: string | null
  expenseLimitMinor: number | null
}

/** Changes where and how the employee works. The day they started moves with the period that it begins. */
export async function updateContract(
  employeeId: number,
  { lockVersion, ...given }: ContractData & { lockVersion: number },
  actor: Actor
): Promise<void> {
  refuseUnlikelyStart(given.startedOn)
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    refuseStale(employee, lockVersion)
    refuseTooYoung(employee.birthDate, given.startedOn)
    if (employee.endedOn) refuseEndBeforeStart(given.startedOn, employee.endedOn)
    await refuseForeignCenter(employee, given.centerId, trx)
    await refuseForeignManager(employee, given.managerId, trx)
    if (given.startedOn !== employee.startedOn) await moveStart(employee, given.startedOn, trx)
    await saveFields(employee, { ...given }, 'employee.contract_changed', actor, trx)
  })
}

async function moveStart(employee: Employee, startedOn: CalendarDate, trx: Transaction): Promise<void> {
  const earlier = await row<{ endedOn: CalendarDate }>(
    `select ended_on from employee_periods where employee_id = :id and started_on < :was and ended_on >= :startedOn limit 1`,
    { id: employee.id, was: employee.startedOn, startedOn },
    trx
  )
  if (earlier)
    throw new DomainError('E_DAYS', 'Esa fecha cae en un período de empleo anterior.', {
      field: 'started_on',
    })
  await execute(
    `update employee_periods set started_on = :startedOn where employee_id = :id and started_on = :was`,
    { id: employee.id, was: employee.startedOn, startedOn },
    trx
  )
}

async function refuseForeignCenter(
  { siteId }: Employee,
  centerId: number | null,
  trx: Transaction
): Promise<void> {
  if (centerId === null) return
  const own = await row(
    `select 1 as found from site_centers where id = :centerId and site_id = :siteId`,
    { centerId, siteId },
    trx
  )
  if (!own) throw new DomainError('E_CENTER', 'El centro no es de esta empresa.', { field: 'center_id' })
}

/** A manager may work for another company of the group, but nobody manages themselves. */
async function refuseForeignManager(
  { id }: Employee,
  managerId: number | null,
  trx: Transaction
): Promise<void> {
  if (managerId === null) return
  const found = await row(
    `select 1 as found from employees where id = :managerId and status <> 'terminated'`,
    { managerId },
    trx
  )
  if (managerId === id || !found)
    throw new DomainError('E_MANAGER', 'Elija a otro empleado en activo.', { field: 'manager_id' })
}
