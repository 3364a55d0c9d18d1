import type { Client } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'

/** What an employee laid out and asked back, for their page. */
export type EmployeeNote = {
  id: number
  number: string
  receivedOn: CalendarDate
  title: string
  total: MoneyJson
  approved: MoneyJson | null
  status: { label: string; tone: Tone }
}

/** What expense notes say of an employee. They lie above employees: who keeps them answers from there. */
export const employeeNotes = port<{
  /** The last ones, the latest first. */
  list: (employeeId: number) => Promise<EmployeeNote[]>
  /** The numbers of those that nobody has paid or turned down yet. */
  open: (employeeId: number, client?: Client) => Promise<string[]>
}>('expense notes of an employee')

const NAMED_MAX = 3

/** «Tiene 2 notas de gastos sin resolver: NG-2026-0001, NG-2026-0002.» */
export function openNotesText(numbers: readonly string[]): string {
  const rest = numbers.length - NAMED_MAX
  const named = `${numbers.slice(0, NAMED_MAX).join(', ')}${rest > 0 ? ` y ${rest} más` : ''}`
  return numbers.length === 1
    ? `Tiene una nota de gastos sin resolver: ${named}.`
    : `Tiene ${numbers.length} notas de gastos sin resolver: ${named}.`
}
