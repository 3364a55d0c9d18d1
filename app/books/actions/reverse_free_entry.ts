import { type Actor, recordEvent } from '#app/audit/record_event'
import { FREE_KINDS } from '#app/books/free_kinds'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'

type Reversal = { entryId: number; reason: string; postedOn: CalendarDate }

/**
 * Anula an entry that no document answers for by its exact negation on a day. Throws at `reason`, and E_DOCUMENT for an
 * entry of a document, which is undone where that document is.
 */
export async function reverseFreeEntry({ entryId, reason, postedOn }: Reversal, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  await inTransaction(async (trx) => {
    const entry = await oneRow<{ siteId: number; isFree: boolean }>(
      `select site_id, kind = any(:kinds::text[]) as is_free from journal_entries where id = :entryId`,
      { entryId, kinds: FREE_KINDS },
      trx
    )
    if (!entry.isFree)
      throw new DomainError('E_DOCUMENT', 'Este asiento se anula desde el documento que lo originó.')
    const { repeated } = await reverseEntry({ entryId, reason: why, postedOn, createdBy: actor.userId }, trx)
    if (repeated) throw new DomainError('E_REVERSED', 'El asiento ya está anulado: recargue la página.')
    await recordEvent(
      {
        actor,
        objectType: 'journal_entry',
        objectId: entryId,
        siteId: entry.siteId,
        event: 'journal_entry.reversed',
        reason: why,
      },
      trx
    )
  })
}
