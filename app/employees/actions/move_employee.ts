import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockEmployee, lockStaffOf } from '#app/employees/actions/lock_employee'
import { refuseTakenTaxId } from '#app/employees/actions/refuse_taken'
import { refuseEndBeforeStart, refuseTooYoung, refuseUnlikelyStart } from '#app/employees/employee_rules'
import { employeeNotes, openNotesText } from '#app/employees/expense_notes'
import type Employee from '#app/employees/models/employee'
import { type EmployeeTransition, employeeWorkflow } from '#app/employees/workflows/employee_workflow'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { addDays, type CalendarDate, formatDay, today } from '#app/kernel/time/calendar_date'

type Termination = {
  endedOn: CalendarDate
  hasSettlement: boolean
  reason: string | null
  /** Somebody knows of the expense notes that are still open and ends it all the same. */
  confirmNotes?: boolean
}

/**
 * Ends an employment: `endedOn` is its last day, after which nobody is on the payroll. Of a day to come only the day is
 * kept, and the daily job does the rest. Throws at `ended_on`, `reason`, and `confirm_notes` while expense notes are open.
 */
export async function terminateEmployee(
  employeeId: number,
  { endedOn, hasSettlement, reason, confirmNotes = false }: Termination,
  actor: Actor
): Promise<void> {
  const endReason = givenReason(reason)
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    employeeWorkflow.next(employee.status, 'terminate')
    refuseEndBeforeStart(employee.startedOn, endedOn)
    if (!confirmNotes) await refuseOpenNotes(employeeId, trx)
    await writePeriodEnd(employee, { endedOn, hasSettlement, endReason }, trx)
    const diff: Diff = {
      endedOn: [employee.endedOn, endedOn],
      hasSettlement: [employee.hasSettlement, hasSettlement],
    }
    employee.merge({ endedOn, hasSettlement, endReason })
    if (endedOn > today()) {
      await save(employee, actor)
      await record(employee, 'employee.termination_planned', actor, trx, { reason: endReason, diff })
    } else await move(employee, 'terminate', actor, trx, { reason: endReason, diff })
  })
}

async function refuseOpenNotes(employeeId: number, trx: Transaction): Promise<void> {
  const notes = await employeeNotes.one().open(employeeId, trx)
  if (notes.length === 0) return
  throw new DomainError('E_OPEN_NOTES', `${openNotesText(notes)} Confirme que se da de baja igualmente.`, {
    field: 'confirm_notes',
  })
}

/** Takes back an end that has not come yet. */
export async function cancelTermination(
  employeeId: number,
  reason: string | null,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    if (employee.status === 'terminated' || employee.endedOn === null)
      throw new DomainError('E_TRANSITION', 'No hay ninguna baja prevista.')
    const diff: Diff = { endedOn: [employee.endedOn, null] }
    await writePeriodEnd(employee, { endedOn: null, hasSettlement: false, endReason: null }, trx)
    employee.merge({ endedOn: null, hasSettlement: false, endReason: null })
    await save(employee, actor)
    await record(employee, 'employee.termination_cancelled', actor, trx, { reason, diff })
  })
}

/** Takes somebody on again: a new period begins after the last one. Throws at `started_on`. */
export async function rehireEmployee(
  employeeId: number,
  { startedOn, reason }: { startedOn: CalendarDate; reason: string | null },
  actor: Actor
): Promise<void> {
  refuseUnlikelyStart(startedOn)
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    const { siteId, taxId, endedOn } = employee
    employeeWorkflow.next(employee.status, 'rehire')
    if (endedOn !== null && startedOn <= endedOn)
      throw new DomainError('E_DAYS', `Debe ser posterior a la última baja (${formatDay(endedOn)}).`, {
        field: 'started_on',
      })
    refuseTooYoung(employee.birthDate, startedOn)
    await lockStaffOf(siteId, trx)
    if (taxId !== null) await refuseTakenTaxId({ siteId, taxId, except: employeeId }, trx)
    await execute(
      `insert into employee_periods (employee_id, started_on, reason, created_by) values (:employeeId, :startedOn, :reason, :userId)`,
      { employeeId, startedOn, reason, userId: actor.userId },
      trx
    )
    const diff: Diff = { startedOn: [employee.startedOn, startedOn] }
    employee.merge({ startedOn, endedOn: null, hasSettlement: false, endReason: null })
    await move(employee, 'rehire', actor, trx, { reason, diff })
  })
}

type Said = { reason: string | null; diff?: Diff }
type Diff = Record<string, [unknown, unknown]>

/** Makes a transition and says so in the trail, with what it was, what it is and why. */
export async function move(
  employee: Employee,
  transition: EmployeeTransition,
  actor: Actor,
  trx: Transaction,
  said: Said
): Promise<void> {
  const from = employee.status
  employee.status = employeeWorkflow.next(from, transition)
  await save(employee, actor)
  await record(employee, `employee.${transition}`, actor, trx, { ...said, from })
}

async function save(employee: Employee, actor: Actor): Promise<void> {
  employee.merge({ lockVersion: employee.lockVersion + 1, updatedBy: actor.userId ?? employee.updatedBy })
  await employee.save()
}

function record(
  { id, siteId, status }: Employee,
  event: string,
  actor: Actor,
  trx: Transaction,
  { from = null, reason, diff }: Said & { from?: string | null }
): Promise<void> {
  return recordEvent(
    {
      actor,
      objectType: 'employee',
      objectId: id,
      siteId,
      event,
      from,
      to: from === null ? null : status,
      reason,
      diff: diff ?? null,
    },
    trx
  )
}

type PeriodEnd = { endedOn: CalendarDate | null; hasSettlement: boolean; endReason: string | null }

/** The period in course ends on that day; absences do not outlast it. */
async function writePeriodEnd(
  { id, startedOn }: Employee,
  { endedOn, hasSettlement, endReason }: PeriodEnd,
  trx: Transaction
): Promise<void> {
  await execute(
    `update employee_periods set ended_on = :endedOn, has_settlement = :hasSettlement, reason = coalesce(:endReason, reason)
      where employee_id = :id and started_on = :startedOn`,
    { id, startedOn, endedOn, hasSettlement, endReason },
    trx
  )
  if (endedOn === null) return
  await execute(
    `update employee_absences set cancelled_at = now() where employee_id = :id and cancelled_at is null and starts_on > :endedOn`,
    { id, endedOn },
    trx
  )
  await execute(
    `update employee_absences set ends_on = :endedOn where employee_id = :id and cancelled_at is null and coalesce(ends_on, :after) > :endedOn`,
    { id, endedOn, after: addDays(endedOn, 1) },
    trx
  )
}
