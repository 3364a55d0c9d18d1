import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type Computed, computeProposals } from '#app/rebilling/proposals/compute_proposals'
import { REBILLING } from '#app/rebilling/rebilling_labels'
import { revokeAllDecisions } from '#app/sites/actions/record_decision'

type Asked = { settingId: number; siteId: number; until: CalendarDate; actor: Actor }

/**
 * «Recalcular propuestas»: what a rule has proposed and nobody has approved yet is worked out anew by what it says now; amounts
 * edited meanwhile go. What was approved, issued or discarded stays as it is.
 */
export async function recalculateProposals({
  settingId,
  siteId,
  until,
  actor,
}: Asked): Promise<Computed & { redone: number }> {
  const redone = await inTransaction((trx) => withdraw({ settingId, siteId, actor }, trx))
  const computed = await computeProposals({
    siteIds: [siteId],
    settingIds: [settingId],
    until,
    mode: 'asked',
    actor,
  })
  return { ...computed, redone }
}

/** Takes back the sums of which every charge is still a proposal, and that they were worked out. Gives how many charges that were. */
async function withdraw(
  { settingId, siteId, actor }: Omit<Asked, 'until'>,
  trx: Transaction
): Promise<number> {
  await execute(
    `select pg_advisory_xact_lock(hashtext('rebilling_proposals'), :siteId::int)`,
    { siteId },
    trx
  )
  const found = await rows<{ id: number }>(
    `select t.id from rebilling_transactions t where t.setting_id = :settingId and t.status = 'proposed' and t.reverses_id is null
        and not exists (select 1 from rebilling_transactions o where o.split_id = t.split_id and o.status <> 'proposed') order by t.id for update`,
    { settingId },
    trx
  )
  const ids = found.map(({ id }) => id)
  await revokeAllDecisions(REBILLING, ids, trx)
  await execute(
    `delete from rebilling_computations k where k.setting_id = :settingId and (
        exists (select 1 from rebilling_sources x where x.source_type = k.source_type and x.source_id = k.source_id and x.transaction_id = any(:ids::bigint[]))
        or not exists (select 1 from rebilling_sources x where x.source_type = k.source_type and x.source_id = k.source_id))`,
    { settingId, ids },
    trx
  )
  await execute(`delete from rebilling_transactions where id = any(:ids::bigint[])`, { ids }, trx)
  await recordEvent(
    {
      actor,
      objectType: 'rebilling_setting',
      objectId: settingId,
      siteId,
      event: 'rebilling_setting.recalculated',
      reason: `${ids.length} propuestas`,
    },
    trx
  )
  return ids.length
}
