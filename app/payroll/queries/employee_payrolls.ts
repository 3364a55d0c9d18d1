import type { EmployeePayroll } from '#app/employees/employee_payrolls'
import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import {
  PAYROLL_CONCEPTS,
  PAYROLL_STATUS,
  type PayrollConcept,
  type PayrollStatus,
  periodText,
} from '#app/payroll/payroll_concepts'

const SHOWN_MAX = 60

/** The last salaries of an employee, the latest first. */
export async function listEmployeePayrolls(employeeId: number): Promise<EmployeePayroll[]> {
  const found = await rows<{
    id: number
    siteId: number
    code: string
    period: string
    concept: PayrollConcept
    payOn: CalendarDate
    status: PayrollStatus
  }>(
    `select p.id, p.site_id, e.code, p.period, p.concept, p.pay_on, p.status from payroll_payments p join employees e on e.id = p.employee_id
      where p.employee_id = :employeeId and p.site_id = e.site_id order by p.period desc, p.id desc limit ${SHOWN_MAX}`,
    { employeeId }
  )
  return found.map(({ id, siteId, code, period, concept, payOn, status }) => ({
    id,
    period: periodText(period),
    concept: PAYROLL_CONCEPTS[concept],
    payOn,
    status: PAYROLL_STATUS[status],
    href: `/paypayrolls?tab=payments&site_ids[]=${siteId}&period=${period}&q=${encodeURIComponent(code)}`,
  }))
}
