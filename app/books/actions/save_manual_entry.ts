import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { partnerLines } from '#app/books/group/partner_lines'
import type { ManualLine } from '#app/books/models/manual_entry'
import ManualEntry from '#app/books/models/manual_entry'
import { checkedLines } from '#app/books/queries/checked_lines'
import { manualEntryWorkflow } from '#app/books/workflows/manual_entry_workflow'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type ManualEntryData = {
  siteId: number
  postedOn: CalendarDate
  description: string
  lines: ManualLine[]
}

/**
 * Keeps an entry written by hand as a draft; nothing is posted. Gives its key. Throws at `lines.N.account_id` for an
 * account that takes no such line, at `lines.N.counter_account_id` where another company’s book needs one, and at `lines` when
 * it does not balance.
 */
export async function createManualEntry(entry: ManualEntryData, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const totalMinor = await totalOf(entry, actor, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into manual_entries (site_id, posted_on, description, lines, total_minor, created_by)
       values (:siteId, :postedOn, :description, :lines::jsonb, :totalMinor, :createdBy) returning id`,
      { ...entry, lines: JSON.stringify(entry.lines), totalMinor, createdBy: actor.userId },
      trx
    )
    await recordEvent(eventOf(id, entry.siteId, actor, 'manual_entry.created'), trx)
    return id
  })
}

/** Changes a draft against the version the form showed; whoever changes it cannot approve it. */
export async function updateManualEntry(
  id: number,
  { lockVersion, ...given }: Omit<ManualEntryData, 'siteId'> & { lockVersion: number },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const entry = await lockManualEntry(id, trx)
    manualEntryWorkflow.next(entry.status, 'edit')
    if (entry.kind === 'opening')
      throw new DomainError(
        'E_OPENING',
        'Los saldos iniciales se corrigen en su fichero: descarte este borrador e impórtelos otra vez.'
      )
    if (entry.lockVersion !== lockVersion)
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    const totalMinor = await totalOf({ ...given, siteId: entry.siteId }, actor, trx)
    const before = { postedOn: entry.postedOn, description: entry.description, lines: entry.lines }
    const diff = changedFields(before, given)
    entry.merge({ ...given, totalMinor, lockVersion: lockVersion + 1, updatedBy: actor.userId })
    await entry.save()
    await recordEvent({ ...eventOf(id, entry.siteId, actor, 'manual_entry.changed'), diff }, trx)
  })
}

/** A manual entry under its lock. Throws when there is none. */
export function lockManualEntry(id: number, trx: Transaction): Promise<ManualEntry> {
  return ManualEntry.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
}

export const eventOf = (id: number, siteId: number, actor: Actor, event: string) => ({
  actor,
  objectType: 'manual_entry',
  objectId: id,
  siteId,
  event,
})

async function totalOf(
  { siteId, lines }: Pick<ManualEntryData, 'siteId' | 'lines'>,
  { userId }: Actor,
  trx: Transaction
) {
  await checkedLines({ siteId, lines, userId }, trx)
  await partnerLines({ siteId, lines, userId }, trx)
  return lines.reduce((sum, line) => sum + Math.max(0, line.amountMinor), 0)
}
