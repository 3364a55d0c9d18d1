import { type Actor, recordEvent } from '#app/audit/record_event'
import { eventOf, lockManualEntry } from '#app/books/actions/save_manual_entry'
import { partnerLines } from '#app/books/group/partner_lines'
import type ManualEntry from '#app/books/models/manual_entry'
import { checkedLines } from '#app/books/queries/checked_lines'
import { hasEditedEntry } from '#app/books/queries/has_edited_entry'
import { manualEntryWorkflow } from '#app/books/workflows/manual_entry_workflow'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'
import { postBooks } from '#app/ledger/actions/post_books'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseMirrored } from '#app/ledger/actions/post_mirrored'

/**
 * Approves a draft and posts it, as it was shown (`lockVersion`). Throws E_FOUR_EYES for its author and for whoever
 * changed it, once or last: the second pair of eyes is somebody else's.
 */
export async function postManualEntry(id: number, lockVersion: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const entry = await lockManualEntry(id, trx)
    const from = entry.status
    const to = manualEntryWorkflow.next(from, 'post')
    if (entry.lockVersion !== lockVersion)
      throw new DomainError('E_STALE', 'El asiento ha cambiado desde que lo abrió: revíselo de nuevo.')
    if (actor.userId === null || (await hasEditedEntry(id, actor.userId, trx)))
      throw new DomainError('E_FOUR_EYES', 'Debe aprobarlo una persona distinta de quien lo ha preparado.')
    const entryId = await post(await draftOf(entry, actor, trx), entry, trx)
    entry.merge({
      status: to,
      journalEntryId: entryId,
      approvedBy: actor.userId,
      lockVersion: lockVersion + 1,
    })
    await entry.save()
    await recordEvent({ ...eventOf(id, entry.siteId, actor, 'manual_entry.posted'), from, to }, trx)
  })
}

/** Puts a draft away for good; what it said stays to be read. */
export async function discardManualEntry(id: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const entry = await lockManualEntry(id, trx)
    const from = entry.status
    entry.status = manualEntryWorkflow.next(from, 'discard')
    entry.lockVersion += 1
    await entry.save()
    await recordEvent(
      { ...eventOf(id, entry.siteId, actor, 'manual_entry.discarded'), from, to: entry.status },
      trx
    )
  })
}

/** Anula a posted manual entry by its exact negation on a day. Throws at `reason`. */
export async function reverseManualEntry(
  id: number,
  { reason, postedOn }: { reason: string; postedOn: CalendarDate },
  actor: Actor
): Promise<void> {
  givenReason(reason)
  await inTransaction(async (trx) => {
    const entry = await lockManualEntry(id, trx)
    const from = entry.status
    const to = manualEntryWorkflow.next(from, 'reverse')
    await reverseMirrored(
      { entryId: Number(entry.journalEntryId), reason, postedOn, createdBy: actor.userId },
      trx
    )
    entry.merge({ status: to, lockVersion: entry.lockVersion + 1 })
    await entry.save()
    await recordEvent({ ...eventOf(id, entry.siteId, actor, 'manual_entry.reversed'), from, to, reason }, trx)
  })
}

/** In its own book, or in those of the companies too that it has balances with. */
async function post(draft: Draft, entry: ManualEntry, trx: Transaction): Promise<number> {
  const { createdBy: userId, siteId, sourceType, sourceId, postedOn } = draft
  const others =
    entry.kind === 'opening' ? [] : await partnerLines({ siteId, lines: entry.lines, userId }, trx)
  if (others.length === 0) return (await postEntry(draft, trx)).entryId
  const { journal, kind, description } = draft
  const { entries } = await postBooks(
    {
      sourceType,
      sourceId,
      key: 'post:1',
      postedOn,
      createdBy: userId,
      books: [draft, ...others.map((book) => ({ journal, kind, description, ...book }))],
    },
    trx
  )
  const own = entries.find((posted) => posted.siteId === siteId)
  if (!own) throw new Error(`Manual entry ${entry.id} was not posted in its own book`)
  return own.entryId
}

type Draft = Awaited<ReturnType<typeof draftOf>>

async function draftOf(entry: ManualEntry, actor: Actor, trx: Transaction) {
  return {
    siteId: entry.siteId,
    postedOn: calendarDate(String(entry.postedOn)),
    journal: entry.kind === 'opening' ? ('apertura' as const) : ('diversos' as const),
    kind: entry.kind === 'opening' ? 'opening.import' : 'manual',
    idempotencyKey: `manual_entry:${entry.id}:post:1`,
    description: entry.description,
    sourceType: 'manual_entry',
    sourceId: entry.id,
    lines: await checkedLines({ siteId: entry.siteId, lines: entry.lines, userId: actor.userId }, trx),
    createdBy: actor.userId,
  }
}
