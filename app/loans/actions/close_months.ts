import { rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { addMonths, type CalendarDate, startOfMonth } from '#app/kernel/time/calendar_date'
import { closeMonth } from '#app/loans/actions/close_month'

export type ClosedMonths = { closed: number; problems: string[] }

/**
 * Books the interest of every month that is over and that a loan has not booked, from its first on, and what of it falls due
 * within a year. A loan whose books refuse says why, and the others go on.
 */
export async function closeMonths(day: CalendarDate): Promise<ClosedMonths> {
  const result: ClosedMonths = { closed: 0, problems: [] }
  for (const { id, number, next, last } of await openMonths(startOfMonth(day))) {
    try {
      for (let month = next; month <= last; month = addMonths(month, 1))
        if (await closeMonth(id, month)) result.closed++
    } catch (error) {
      if (!isDomainError(error)) throw error
      result.problems.push(`${number}: ${error.message}`)
    }
  }
  return result
}

type Open = { id: number; number: string; next: CalendarDate; last: CalendarDate }

/** Of loans in force and of those that were settled, up to the month in which they were. */
function openMonths(month: CalendarDate): Promise<Open[]> {
  return rows<Open>(
    `select * from (
       select l.id, l.number, coalesce((select (max(a.period) + interval '1 month')::date from loan_accruals a where a.loan_id = l.id),
            date_trunc('month', coalesce(l.loaded_on, l.start_on))::date) as next,
          least((:month::date - interval '1 month')::date, coalesce(date_trunc('month', l.settled_on)::date, :month)) as last
         from loans l where l.status in ('active', 'settled')) m
      where next <= last order by id`,
    { month }
  )
}
