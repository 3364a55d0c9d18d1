import type { CalendarDate } from '#app/kernel/calendar_date'
import type { MoneyJson } from '#app/kernel/money'
import type { Tone } from '#app/kernel/workflow'

/** What an employee laid out and asked back, for their page. */
export type EmployeeNote = {
  id: number
  number: string
  received_on: CalendarDate
  title: string
  total: MoneyJson
  approved: MoneyJson | null
  status: { label: string; tone: Tone }
}

type Ask = (employeeId: number) => Promise<EmployeeNote[]>

const known: { ask: Ask | null } = { ask: null }

/** Expense notes lie above employees: who keeps them answers from there. */
export function provideExpenseNotes(ask: Ask): void {
  known.ask = ask
}

/** The last notes of an employee, the latest first. */
export const expenseNotesOf = async (employeeId: number): Promise<EmployeeNote[]> =>
  known.ask ? known.ask(employeeId) : []
