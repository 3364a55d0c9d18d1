import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import ExpenseNote from '#app/expenses/models/expense_note'
import { noteDoubts } from '#app/expenses/queries/note_doubts'
import {
  type ExpenseNoteTransition,
  expenseNoteWorkflow,
  FINAL_STATES,
} from '#app/expenses/workflows/expense_note_workflow'
import { execute, type Transaction } from '#app/kernel/database/sql'

/** The note under its row lock: whatever is decided about one note is decided one after the other. */
export function lockNote(noteId: number, trx: Transaction): Promise<ExpenseNote> {
  return ExpenseNote.query({ client: trx }).where('id', noteId).forUpdate().firstOrFail()
}

/** Makes a transition on a locked note and writes who, from, to and why. What is merged into it before is saved with it. */
export async function moveNote(
  note: ExpenseNote,
  transition: ExpenseNoteTransition,
  { actor, reason = null }: { actor: Actor; reason?: string | null },
  trx: Transaction
): Promise<void> {
  const from = note.status
  note.status = expenseNoteWorkflow.next(from, transition)
  note.merge({
    lockVersion: note.lockVersion + 1,
    updatedBy: actor.userId,
    finalAt: FINAL_STATES.includes(note.status) ? DateTime.now() : null,
  })
  await note.save()
  await recordEvent(
    {
      actor,
      objectType: 'expense_note',
      objectId: note.id,
      siteId: note.siteId,
      event: `expense_note.${transition}`,
      from,
      to: note.status,
      reason,
    },
    trx
  )
}

/** Looks at a note again and keeps what is doubtful about it, for the list. */
export async function keepDoubts(note: ExpenseNote, trx: Transaction): Promise<void> {
  const codes = [...new Set((await noteDoubts(note, trx)).map(({ code }) => code))]
  await execute(
    `update expense_notes set notices = :codes::text[] where id = :id and notices is distinct from :codes::text[]`,
    { id: note.id, codes },
    trx
  )
}
