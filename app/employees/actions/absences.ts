import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockEmployee, touchEmployee } from '#app/employees/actions/lock_employee'
import { move } from '#app/employees/actions/move_employee'
import type Employee from '#app/employees/models/employee'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate, formatDay, today } from '#app/kernel/time/calendar_date'

type Absence = { startsOn: CalendarDate; endsOn: CalendarDate | null; reason: string | null }

/**
 * Notes the days of an absence, the last one included; without an end it lasts until somebody notes the return. One that
 * has begun takes effect at once, one to come on its day. Throws at `starts_on` and `ends_on`.
 */
export async function addAbsence(
  employeeId: number,
  { startsOn, endsOn, reason }: Absence,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    refuseBadDays(employee, startsOn, endsOn)
    await refuseOverlap(employeeId, startsOn, endsOn, trx)
    await execute(
      `insert into employee_absences (employee_id, starts_on, ends_on, created_by) values (:employeeId, :startsOn, :endsOn, :userId)`,
      { employeeId, startsOn, endsOn, userId: actor.userId },
      trx
    )
    const diff: Diff = {
      startsOn: [null, startsOn],
      ...(endsOn === null ? {} : { endsOn: [null, endsOn] }),
    }
    const day = today()
    const isNow = startsOn <= day && (endsOn === null || endsOn >= day)
    if (isNow && employee.status === 'active') await move(employee, 'leave', actor, trx, { reason, diff })
    else await note(employee, 'employee.absence_noted', actor, trx, { reason, diff })
  })
}

/** Somebody is back on a day, sooner or later than was thought: the absence ends the day before. */
export async function endAbsence(
  employeeId: number,
  { returnsOn, reason }: { returnsOn: CalendarDate; reason: string | null },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    const day = today()
    const absence = await row<{ id: number; startsOn: CalendarDate; endsOn: CalendarDate | null }>(
      `select id, starts_on, ends_on from employee_absences
        where employee_id = :employeeId and cancelled_at is null and starts_on <= :day order by starts_on desc limit 1`,
      { employeeId, day },
      trx
    )
    if (employee.status !== 'leave' || !absence)
      throw new DomainError('E_TRANSITION', 'El empleado no está ausente.')
    if (returnsOn > day)
      throw new DomainError('E_DAYS', 'La reincorporación no puede ser posterior a hoy.', {
        field: 'returns_on',
      })
    if (returnsOn < absence.startsOn)
      throw new DomainError('E_DAYS', `La ausencia empezó el ${formatDay(absence.startsOn)}.`, {
        field: 'returns_on',
      })
    const endsOn = addDays(returnsOn, -1)
    // Back on the very first day: there was no absence.
    if (endsOn < absence.startsOn)
      await execute(
        `update employee_absences set cancelled_at = now() where id = :id`,
        { id: absence.id },
        trx
      )
    else
      await execute(
        `update employee_absences set ends_on = :endsOn where id = :id`,
        { id: absence.id, endsOn },
        trx
      )
    await move(employee, 'return', actor, trx, { reason, diff: { endsOn: [absence.endsOn, endsOn] } })
  })
}

/** Takes back an absence that has not begun. */
export async function cancelAbsence(
  { employeeId, absenceId }: { employeeId: number; absenceId: number },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    const absence = await row<{ startsOn: CalendarDate }>(
      `update employee_absences set cancelled_at = now()
        where id = :absenceId and employee_id = :employeeId and cancelled_at is null and starts_on > :day returning starts_on`,
      { absenceId, employeeId, day: today() },
      trx
    )
    if (!absence) throw new DomainError('E_TRANSITION', 'Solo se anula una ausencia que no ha empezado.')
    await note(employee, 'employee.absence_cancelled', actor, trx, {
      reason: null,
      diff: { startsOn: [absence.startsOn, null] },
    })
  })
}

type Diff = Record<string, [unknown, unknown]>

async function note(
  { id, siteId }: Employee,
  event: string,
  actor: Actor,
  trx: Transaction,
  { reason, diff }: { reason: string | null; diff: Diff }
): Promise<void> {
  await touchEmployee(id, actor.userId, trx)
  await recordEvent({ actor, objectType: 'employee', objectId: id, siteId, event, reason, diff }, trx)
}

function refuseBadDays(employee: Employee, startsOn: CalendarDate, endsOn: CalendarDate | null): void {
  const refuse = (message: string, field: string) => new DomainError('E_DAYS', message, { field })
  if (employee.status === 'terminated') throw new DomainError('E_TRANSITION', 'El empleado está de baja.')
  if (endsOn !== null && endsOn < startsOn) throw refuse('No puede ser anterior al primer día.', 'ends_on')
  if (startsOn < employee.startedOn)
    throw refuse(`No puede ser anterior al alta (${formatDay(employee.startedOn)}).`, 'starts_on')
  const { endedOn } = employee
  if (endedOn !== null && (endsOn === null || endsOn > endedOn))
    throw refuse(`No puede pasar de la baja prevista (${formatDay(endedOn)}).`, 'ends_on')
}

async function refuseOverlap(
  employeeId: number,
  startsOn: CalendarDate,
  endsOn: CalendarDate | null,
  trx: Transaction
): Promise<void> {
  const other = await row<{ startsOn: CalendarDate }>(
    `select starts_on from employee_absences where employee_id = :employeeId and cancelled_at is null
        and daterange(starts_on, ends_on, '[]') && daterange(:startsOn, :endsOn, '[]') limit 1`,
    { employeeId, startsOn, endsOn },
    trx
  )
  if (other)
    throw new DomainError(
      'E_OVERLAP',
      `Coincide con la ausencia que empieza el ${formatDay(other.startsOn)}.`,
      {
        field: 'starts_on',
      }
    )
}
