import { SYSTEM } from '#app/audit/record_event'
import { lockEmployee } from '#app/employees/actions/lock_employee'
import { move } from '#app/employees/actions/move_employee'
import type { EmployeeTransition } from '#app/employees/workflows/employee_workflow'
import { employeeWorkflow } from '#app/employees/workflows/employee_workflow'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, formatDay, today } from '#app/kernel/time/calendar_date'

type Due = { id: number; transition: EmployeeTransition; onDay: CalendarDate }

const AWAY = `exists (select 1 from employee_absences a where a.employee_id = e.id and a.cancelled_at is null
  and a.starts_on <= :day and coalesce(a.ends_on, :day) >= :day)`

/** Who changes state by the calendar alone: ends first, for nobody comes back to a job that is over. */
const DUE = `
  select e.id, 'terminate' as transition, e.ended_on as on_day from employees e where e.status <> 'terminated' and e.ended_on <= :day
  union all
  select e.id, 'leave', :day::date from employees e where e.status = 'active' and (e.ended_on is null or e.ended_on > :day) and ${AWAY}
  union all
  select e.id, 'return', :day::date from employees e where e.status = 'leave' and (e.ended_on is null or e.ended_on > :day) and not ${AWAY}`

/** Begins and ends absences and employments whose day has come. Gives how many people changed state. */
export async function followCalendar(day: CalendarDate = today()): Promise<number> {
  const due = await rows<Due>(`${DUE} order by id`, { day })
  let moved = 0
  for (const person of due) moved += (await inTransaction((trx) => followOne(person, day, trx))) ? 1 : 0
  return moved
}

/** Asked again under the lock: somebody may have been quicker. */
async function followOne({ id }: Due, day: CalendarDate, trx: Transaction): Promise<boolean> {
  const employee = await lockEmployee(id, trx)
  const due = await row<Due>(`select * from (${DUE}) due where id = :id limit 1`, { id, day }, trx)
  if (!due || !employeeWorkflow.can(employee.status, due.transition)) return false
  const reason =
    due.transition === 'terminate' ? employee.endReason : `Previsto para el ${formatDay(due.onDay)}.`
  await move(employee, due.transition, SYSTEM, trx, { reason })
  return true
}
