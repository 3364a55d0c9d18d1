import type { EmployeeNote } from '#app/employees/expense_notes'
import { type ExpenseNoteStatus, noteBadge } from '#app/expenses/workflows/expense_note_workflow'
import { type Client, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'

const SHOWN_MAX = 50

/** The last notes of an employee, the latest first. */
export async function listEmployeeNotes(employeeId: number): Promise<EmployeeNote[]> {
  const found = await rows<{
    id: number
    number: string
    receivedAt: Date
    title: string
    totalMinor: number
    approvedMinor: number
    currency: string
    status: ExpenseNoteStatus
  }>(
    `select id, number, received_at, title, total_minor, approved_minor, currency, status from expense_notes
      where employee_id = :employeeId order by created_at desc, id desc limit ${SHOWN_MAX}`,
    { employeeId }
  )
  return found.map(({ id, number, receivedAt, title, totalMinor, approvedMinor, currency, status }) => ({
    id,
    number,
    receivedOn: today(receivedAt),
    title,
    total: { minor: totalMinor, currency },
    approved: ['approved', 'in_payment', 'paid'].includes(status) ? { minor: approvedMinor, currency } : null,
    status: noteBadge(status),
  }))
}

/** The numbers of the notes of an employee that are neither paid nor turned down, the oldest first. */
export async function openNotes(employeeId: number, client?: Client): Promise<string[]> {
  const found = await rows<{ number: string }>(
    `select number from expense_notes where employee_id = :employeeId and status not in ('paid', 'rejected', 'cancelled') order by id`,
    { employeeId },
    client
  )
  return found.map(({ number }) => number)
}
