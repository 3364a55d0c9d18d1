import { SYSTEM } from '#app/audit/record_event'
import { lockNote } from '#app/expenses/actions/note_state'
import { rejectLocked } from '#app/expenses/actions/review_note'
import { tellClaimant } from '#app/expenses/actions/tell_claimant'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'

/** Days after which a question is repeated, and after which nobody waits any longer. */
const REMINDED_AFTER = [7, 15] as const
const GIVEN_UP_AFTER = 30
/** Where a note was sent from is only kept against abuse. */
const ORIGIN_KEPT_DAYS = 90

/** Reminds claimants of questions they have not answered, rejects what stays without answer, and forgets where notes came from. */
export async function remindClaimants(): Promise<{ message: string; counters: { updated: number } }> {
  const waiting = await rows<{ id: number; days: number; remindedTimes: number }>(
    `select id, extract(day from now() - info_requested_at)::int as days, reminded_times from expense_notes
      where status = 'info_requested' and info_requested_at < now() - interval '${REMINDED_AFTER[0]} days' order by id`
  )
  let told = 0
  for (const { id, days, remindedTimes } of waiting) {
    const due = REMINDED_AFTER.filter((after) => days >= after).length
    if (days < GIVEN_UP_AFTER && due <= remindedTimes) continue
    if (await remind(id, days >= GIVEN_UP_AFTER, due)) told++
  }
  await execute(
    `update expense_notes set source_ip = null, user_agent = null where source_ip is not null and created_at < now() - interval '${ORIGIN_KEPT_DAYS} days'`
  )
  await execute(
    `update provider_requests set source_ip = null where source_ip is not null and created_at < now() - interval '${ORIGIN_KEPT_DAYS} days'`
  )
  return { message: `${told} solicitantes avisados`, counters: { updated: told } }
}

function remind(noteId: number, isOver: boolean, times: number): Promise<boolean> {
  return inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    if (note.status !== 'info_requested') return false
    if (isOver) {
      const reason = `No hemos recibido la información que pedimos en ${GIVEN_UP_AFTER} días.`
      await rejectLocked(note, 'expire', reason, SYSTEM, trx)
      return true
    }
    note.remindedTimes = times
    await note.save()
    await tellClaimant(note, 'info_request', { reason: note.infoRequest ?? '' }, trx)
    return true
  })
}
