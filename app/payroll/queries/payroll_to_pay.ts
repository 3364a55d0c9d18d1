import { rows } from '#app/kernel/database/sql'
import {
  addMonths,
  type CalendarDate,
  endOfMonth,
  monthOf,
  startOfMonth,
  today,
} from '#app/kernel/time/calendar_date'
import type { PayrollConcept } from '#app/payroll/payroll_concepts'

/** What a company is to pay its people of a month on a day, in cents of EUR. */
export type PayrollToPay = {
  siteId: number
  site: string
  /** `YYYY-MM`. */
  period: string
  concept: PayrollConcept
  payOn: CalendarDate
  people: number
  minor: number
  /** By what the employees earn: nobody has made these salaries yet. */
  isExpected: boolean
}

/** More months than any forecast asks about. */
const MONTHS_MAX = 24
/** With fourteen payments a year these months have two. */
const EXTRA_MONTHS = ['06', '12']

/**
 * Salaries in euros that some companies have to pay until a day: those that are made and not paid, and those of this month and
 * the coming ones by what each employee earns, on the last day of the month. Who has that salary already, or a
 * settlement, is not counted again; nor who is away on that day.
 */
export async function payrollToPay(siteIds: number[] | 'all', until: CalendarDate): Promise<PayrollToPay[]> {
  const scope = { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, until }
  const [made, expected] = await Promise.all([madeSalaries(scope), expectedSalaries(scope)])
  return [...made, ...expected].toSorted(
    (a, b) => a.payOn.localeCompare(b.payOn) || a.site.localeCompare(b.site)
  )
}

type Scope = { all: boolean; ids: number[]; until: CalendarDate }

function madeSalaries(scope: Scope): Promise<PayrollToPay[]> {
  return rows<PayrollToPay>(
    `select p.site_id, s.code as site, p.period, p.concept, p.pay_on, count(distinct p.employee_id)::int as people, sum(p.net_minor - p.settled_minor)::bigint as minor, false as is_expected
       from payroll_payments p join sites s on s.id = p.site_id
      where p.status in ('pending', 'ordered') and p.currency = 'EUR' and p.pay_on <= :until and (:all or p.site_id = any(:ids::bigint[])) group by 1, 2, 3, 4, 5`,
    scope
  )
}

async function expectedSalaries(scope: Scope): Promise<PayrollToPay[]> {
  const months = monthsUntil(scope.until)
  const [first] = months
  if (!first) return []
  return rows<PayrollToPay>(
    `select e.site_id, s.code as site, m.period, c.concept, m.pay_on, count(*)::int as people, sum(e.net_monthly_minor)::bigint as minor, true as is_expected
       from employees e join sites s on s.id = e.site_id
       cross join jsonb_to_recordset(:months::jsonb) as m(period text, starts_on date, pay_on date, has_extra boolean)
       join (values ('salary'), ('extra')) as c(concept) on c.concept = 'salary' or (m.has_extra and e.payments_per_year = 14)
      where e.status <> 'terminated' and e.net_monthly_minor > 0 and e.currency = 'EUR' and (:all or e.site_id = any(:ids::bigint[]))
        and e.started_on <= m.pay_on and (e.ended_on is null or e.ended_on >= m.starts_on)
        and not exists (select 1 from employee_absences a where a.employee_id = e.id and a.cancelled_at is null and m.pay_on between a.starts_on and coalesce(a.ends_on, 'infinity'))
        and not exists (select 1 from payroll_payments p where p.period >= :first and p.period = m.period and p.employee_id = e.id and p.concept in (c.concept, 'settlement')
              and p.status <> 'cancelled')
      group by 1, 2, 3, 4, 5`,
    { ...scope, months: JSON.stringify(months), first: first.period }
  )
}

/** This month and the following ones whose last day is not after `until`. */
function monthsUntil(until: CalendarDate) {
  const thisMonth = startOfMonth(today())
  return Array.from({ length: MONTHS_MAX }, (_, index) => addMonths(thisMonth, index))
    .filter((startsOn) => endOfMonth(startsOn) <= until)
    .map((startsOn) => ({
      period: monthOf(startsOn),
      starts_on: startsOn,
      pay_on: endOfMonth(startsOn),
      has_extra: EXTRA_MONTHS.includes(startsOn.slice(5, 7)),
    }))
}
