import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockNote } from '#app/expenses/actions/note_state'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Whether a note under review is somebody else's to put right: two reviewers do not work on one note at once. */
export const isReviewedByAnother = (
  { status, reviewUserId }: Pick<ExpenseNote, 'status' | 'reviewUserId'>,
  userId: number | null
): boolean => status === 'in_review' && reviewUserId !== null && reviewUserId !== userId

/** Throws E_REVIEWER for a locked note that somebody else is reviewing. */
export async function refuseOtherReviewer(note: ExpenseNote, actor: Actor, trx: Transaction): Promise<void> {
  if (!isReviewedByAnother(note, actor.userId)) return
  const name = await nameOf(note.reviewUserId, trx)
  throw new DomainError('E_REVIEWER', `La nota la está revisando ${name}: tome la revisión para modificarla.`)
}

async function nameOf(userId: number | null, trx: Transaction): Promise<string | null> {
  if (userId === null) return null
  return (await oneRow<{ name: string }>(`select name from users where id = :userId`, { userId }, trx)).name
}

/** Somebody goes on with a review that another person had begun. */
export function takeOverNote(noteId: number, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    if (note.status !== 'in_review')
      throw new DomainError('E_TRANSITION', 'La nota no está en revisión: recargue la página.')
    if (note.reviewUserId === actor.userId) return
    const reviewer: [unknown, unknown] = [
      await nameOf(note.reviewUserId, trx),
      await nameOf(actor.userId, trx),
    ]
    note.merge({ reviewUserId: actor.userId, lockVersion: note.lockVersion + 1 })
    await note.save()
    await recordEvent(
      {
        actor,
        objectType: 'expense_note',
        objectId: noteId,
        siteId: note.siteId,
        event: 'expense_note.taken_over',
        diff: { reviewer },
      },
      trx
    )
  })
}
