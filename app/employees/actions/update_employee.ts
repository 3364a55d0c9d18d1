import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockEmployee, lockStaffOf, refuseStale } from '#app/employees/actions/lock_employee'
import { refuseTakenCode, refuseTakenTaxId } from '#app/employees/actions/refuse_taken'
import { employeeDiff } from '#app/employees/employee_diff'
import { checkedSocialSecurityNo, checkedTaxId, refuseTooYoung } from '#app/employees/employee_rules'
import type Employee from '#app/employees/models/employee'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type EmployeeData = {
  code: string
  firstName: string
  lastName: string
  taxId: string
  socialSecurityNo: string | null
  birthDate: CalendarDate | null
  email: string | null
  phone: string | null
  address: string | null
  userId: number | null
}

/** Changes who the employee is, against the version the form showed. Throws at the field that is wrong. */
export async function updateEmployee(
  employeeId: number,
  { lockVersion, ...given }: EmployeeData & { lockVersion: number },
  actor: Actor
): Promise<void> {
  const taxId = checkedTaxId(given.taxId)
  const socialSecurityNo = checkedSocialSecurityNo(given.socialSecurityNo)
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    refuseStale(employee, lockVersion)
    refuseOwnUser(employee, given.userId, actor)
    refuseTooYoung(given.birthDate, employee.startedOn)
    const { siteId } = employee
    await lockStaffOf(siteId, trx)
    if (employee.status !== 'terminated') await refuseTakenTaxId({ siteId, taxId, except: employeeId }, trx)
    await refuseTakenCode({ siteId, code: given.code, except: employeeId }, trx)
    if (given.userId !== null) await refuseTakenUser(given.userId, employeeId, trx)
    await saveFields(employee, { ...given, taxId, socialSecurityNo }, 'employee.changed', actor, trx)
  })
}

/** Writes fields of an employee under its lock and says in the trail what changed; nothing when nothing did. */
export async function saveFields(
  employee: Employee,
  fields: Partial<Employee['$attributes']>,
  event: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const before = Object.fromEntries(
    Object.keys(fields).map((field) => [field, employee[field as keyof Employee]])
  )
  const diff = employeeDiff(before, fields)
  if (!diff) return
  employee.merge({ ...fields, lockVersion: employee.lockVersion + 1, updatedBy: actor.userId })
  await employee.save()
  await recordEvent(
    { actor, objectType: 'employee', objectId: employee.id, siteId: employee.siteId, event, diff },
    trx
  )
}

/** Their user is what keeps somebody from changing their own pay and from verifying their own account. */
function refuseOwnUser(employee: Employee, userId: number | null, actor: Actor): void {
  if (employee.userId === null || employee.userId !== actor.userId || userId === employee.userId) return
  throw new DomainError('E_FOUR_EYES', 'Su propio usuario debe cambiarlo otra persona.', { field: 'user_id' })
}

async function refuseTakenUser(userId: number, employeeId: number, trx: Transaction): Promise<void> {
  const taken = await row<{ name: string }>(
    `select full_name as name from employees where user_id = :userId and id <> :employeeId`,
    { userId, employeeId },
    trx
  )
  if (taken)
    throw new DomainError('E_USER_TAKEN', `Este usuario ya está asociado a ${taken.name}.`, {
      field: 'user_id',
    })
}
