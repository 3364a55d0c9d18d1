import type { Actor } from '#app/audit/record_event'
import { preparePosting } from '#app/expenses/actions/prepare_posting'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { expenseNotePosting, otherCompanyBook } from '#app/expenses/postings/expense_note_posting'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { postBooks } from '#app/ledger/actions/post_books'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'

export type PostedNote = { entryId: number; postedOn: CalendarDate; version: number }

/**
 * Posts an approved note today, in the books of every company that bears a line of it or in none. Gives the entry of the company
 * that pays it. Throws E_PERIOD_CLOSED with the company, and what is missing to post it.
 */
export async function postNote(note: ExpenseNote, { userId }: Actor, trx: Transaction): Promise<PostedNote> {
  const posting = await preparePosting(note, userId, trx)
  const { postedOn, version, siteId, others = [] } = posting
  const own = expenseNotePosting(posting)
  if (others.length === 0) {
    const { entryId } = await postEntry(own, trx)
    return { entryId, postedOn, version }
  }
  const { entries } = await postBooks(
    {
      sourceType: 'expense_note',
      sourceId: note.id,
      key: `approve:${version}`,
      postedOn,
      books: [own, ...others.map((other) => otherCompanyBook(posting, other))],
      createdBy: userId,
    },
    trx
  )
  const entry = entries.find((posted) => posted.siteId === siteId)
  if (!entry) throw new Error(`Note ${note.id} was not posted at the company that pays it`)
  return { entryId: entry.entryId, postedOn, version }
}

/** Takes the entries of a note back in every book that they stand in. */
export async function takeNoteBack(
  { entryId, reason, actor }: { entryId: number; reason: string; actor: Actor },
  trx: Transaction
): Promise<void> {
  const { groupKey } = await oneRow<{ groupKey: string | null }>(
    `select group_key from journal_entries where id = :entryId`,
    { entryId },
    trx
  )
  if (groupKey === null) await reverseEntry({ entryId, reason, createdBy: actor.userId }, trx)
  else await reverseBooks({ groupKey, reason, createdBy: actor.userId }, trx)
}
