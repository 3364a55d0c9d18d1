import { type Actor, SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { chargesByKey } from '#app/rebilling/charges/charge'
import { discardLocked } from '#app/rebilling/charges/discard_charge'
import { writeReversal } from '#app/rebilling/charges/write_reversal'

/** SQL over `t`: what became of costs of a charge that stands: one is gone, or is less than what charges took of it; null where all are there. */
const ALERT = `(select case when bool_or(b.base_minor is null) then 'cancelled' when bool_or(sign(s.taken_minor) <> sign(b.base_minor) or abs(s.taken_minor) > abs(b.base_minor)) then 'reduced' end
    from rebilling_sources x
    left join lateral (select c.base_minor from rebillable_costs c where c.source_type = x.source_type and c.source_id = x.source_id) b on true
    cross join lateral (select coalesce(sum(o.amount_minor), 0) as taken_minor from rebilling_sources o join rebilling_transactions l on l.id = o.transaction_id
       where o.source_type = x.source_type and o.source_id = x.source_id and l.reverses_id is null and l.status not in ('discarded', 'rectified')) s
   where x.transaction_id = t.id and x.source_id is not null)`

/**
 * Looks at the costs of what was charged on: where one left the books or shrank, the charge has to be rectified (area 32,
 * rule 6), which is told on it and proposed; where all are there again, the proposal goes. Gives how many were proposed.
 */
export function proposeRectifications(siteIds: readonly number[] | 'all', actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    await dropGone(siteIds, trx)
    await refreshAlerts(siteIds, trx)
    await dropNeedless(trx)
    const due = await rows<{ id: number }>(
      `select t.id from rebilling_transactions t where t.source_alert is not null and t.status in ('issued', 'settled') and (:everywhere or t.origin_site_id = any(:siteIds::bigint[]))
          and not exists (select 1 from rebilling_transactions r where r.reverses_id = t.id and r.status <> 'discarded') order by t.id for update`,
      scope(siteIds),
      trx
    )
    const charges = await chargesByKey(
      due.map(({ id }) => id),
      trx
    )
    for (const charge of charges)
      await writeReversal(
        charge,
        { status: 'proposed', createdBy: null, actor, reason: 'el gasto ya no está' },
        trx
      )
    return charges.length
  })
}

const scope = (siteIds: readonly number[] | 'all') => ({
  everywhere: siteIds === 'all',
  siteIds: siteIds === 'all' ? [] : siteIds,
})

async function refreshAlerts(siteIds: readonly number[] | 'all', trx: Transaction): Promise<void> {
  await execute(
    `update rebilling_transactions u set source_alert = a.alert
       from (select t.id, ${ALERT} as alert from rebilling_transactions t
              where t.status in ('issued', 'settling', 'settled') and t.reverses_id is null and (:everywhere or t.origin_site_id = any(:siteIds::bigint[]))) a
      where u.id = a.id and u.source_alert is distinct from a.alert`,
    scope(siteIds),
    trx
  )
}

/** What was not issued of costs that are gone. */
async function dropGone(siteIds: readonly number[] | 'all', trx: Transaction): Promise<void> {
  const gone = await rows<{ id: number }>(
    `select t.id from rebilling_transactions t where t.status in ('draft', 'proposed', 'approved') and t.reverses_id is null and (:everywhere or t.origin_site_id = any(:siteIds::bigint[]))
        and ${ALERT} = 'cancelled' order by t.id for update of t`,
    scope(siteIds),
    trx
  )
  for (const { id } of gone)
    await discardLocked(id, 'El gasto de origen ya no está contabilizado.', SYSTEM, trx)
}

/** What was proposed only because a cost was missing, which is there again. */
async function dropNeedless(trx: Transaction): Promise<void> {
  const needless = await rows<{ id: number }>(
    `select r.id from rebilling_transactions r join rebilling_transactions t on t.id = r.reverses_id
      where r.status = 'proposed' and r.created_by is null and t.source_alert is null order by r.id for update of r`,
    {},
    trx
  )
  for (const { id } of needless)
    await discardLocked(id, 'El gasto vuelve a estar contabilizado.', SYSTEM, trx)
}
