import type { ExpenseNoteStatus } from '#app/expenses/workflows/expense_note_workflow'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { ExpenseNoteSchema } from '#database/schema'

/** What somebody who works for the group asks to be paid back. Amounts are cents of `currency`, which is the euro. */
export default class ExpenseNote extends ExpenseNoteSchema {
  declare status: ExpenseNoteStatus
  declare channel: 'public' | 'internal'
  declare claimantTaxId: string
  declare claimantEmail: string | null
  declare postedOn: CalendarDate | null
  declare notices: string[]
}
