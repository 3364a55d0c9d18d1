import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { givenReason } from '#app/kernel/text/given_reason'
import { type CalendarDate, startOfMonth } from '#app/kernel/time/calendar_date'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { askMonthGuards } from '#app/ledger/month_guards'

type Month = { siteId: number; month: CalendarDate; reason: string | null; actor: Actor }

/**
 * Locks a month of a company: nothing more is posted in it, and what is being posted is waited for. Throws what the guards of
 * higher floors throw: what is not booked yet asks for a reason (area 00 §5). Locking twice locks once.
 */
export async function lockMonth({ siteId, month, reason, actor }: Month): Promise<void> {
  const start = startOfMonth(month)
  await inTransaction(async (trx) => {
    // Whoever posts holds it until they have committed: none of them comes in behind the lock.
    await lockReconciliations(siteId, trx)
    await askMonthGuards({ siteId, month: start, reason }, trx)
    const locked = await execute(
      `insert into period_locks (site_id, month, scope, locked_by) values (:siteId, :start, 'all', :userId) on conflict do nothing`,
      { siteId, start, userId: actor.userId },
      trx
    )
    if (locked > 0)
      await recordEvent({ ...eventOf(siteId, start, actor), event: 'period.locked', reason }, trx)
  })
}

/** Unlocks a month again, with the reason. Throws at `reason`. */
export async function unlockMonth({ siteId, month, reason, actor }: Month): Promise<void> {
  givenReason(reason)
  const start = startOfMonth(month)
  await inTransaction(async (trx) => {
    const unlocked = await execute(
      `delete from period_locks where site_id = :siteId and month = :start and scope = 'all'`,
      { siteId, start },
      trx
    )
    if (unlocked > 0)
      await recordEvent({ ...eventOf(siteId, start, actor), event: 'period.unlocked', reason }, trx)
  })
}

const eventOf = (siteId: number, month: CalendarDate, actor: Actor) => ({
  actor,
  objectType: 'site_periods',
  objectId: siteId,
  siteId,
  diff: { month: [null, month] as [unknown, unknown] },
})
