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

type Ask = (employeeId: number) => Promise<EmployeePayroll[]>

const known: { ask: Ask | null } = { ask: null }

/** Payroll lies above employees: who keeps it answers from there. */
export function providePayrolls(ask: Ask): void {
  known.ask = ask
}

/** The last salaries of an employee, the latest first. */
export const payrollsOf = async (employeeId: number): Promise<EmployeePayroll[]> =>
  known.ask ? known.ask(employeeId) : []
