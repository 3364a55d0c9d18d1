import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'

/** A salary of an employee, for their page: never how much it is, which is shown where it is paid. */
export type EmployeePayroll = {
  id: number
  period: string
  concept: string
  payOn: CalendarDate
  status: { label: string; tone: Tone }
  href: string
}

/** The last salaries of an employee, the latest first. Payroll lies above employees: who keeps it answers from there. */
export const employeePayrolls =
  port<(employeeId: number) => Promise<EmployeePayroll[]>>('salaries of an employee')

/** SQL: one row with the `period` (`2026-11`) of the last salary that was paid to the employee of two columns, null for none. */
export const lastPayrollPaid = port<(site: string, employee: string) => string>('the last salary paid')
