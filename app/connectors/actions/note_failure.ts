import { SYSTEM } from '#app/audit/record_event'
import { lockConnector } from '#app/connectors/state/lock_connector'
import { moveConnector } from '#app/connectors/state/move_connector'
import { maskedError } from '#app/jobs/masked_error'
import { inTransaction, row } from '#app/kernel/database/sql'

/** Minutes until a connection is worth another try, by how often it has failed in a row; the last one from then on. */
export const BACK_OFF_MINUTES = [1, 5, 15, 60] as const
export const FAILURES_MAX = 5

/**
 * A call that was not answered. Failures until the next try is due count as one, because ten calls of a sync fail together;
 * the fifth in a row takes the connection out of use and tells people.
 */
export async function noteFailure(connectorId: number, reason: string): Promise<void> {
  const text = maskedError(reason)
  await inTransaction(async (trx) => {
    const noted = await row<{ isCounted: boolean; failures: number }>(
      `update connectors c set last_error = :text, last_error_at = clock_timestamp(),
          consecutive_failures = c.consecutive_failures + n.one,
          next_try_at = case when n.one = 1
            then clock_timestamp() + make_interval(mins => (:minutes::int[])[least(c.consecutive_failures + 1, cardinality(:minutes::int[]))])
            else c.next_try_at end
        from (select id, case when next_try_at is null or next_try_at <= clock_timestamp() then 1 else 0 end as one
                from connectors where id = :connectorId and status <> 'disabled' for update) n
       where c.id = n.id
       returning n.one = 1 as is_counted, c.consecutive_failures as failures`,
      { connectorId, text, minutes: [...BACK_OFF_MINUTES] },
      trx
    )
    if (!noted?.isCounted || noted.failures < FAILURES_MAX) return
    const connector = await lockConnector(connectorId, trx)
    if (connector.status !== 'active') return
    await moveConnector(connector, { move: 'fail', actor: SYSTEM, reason: text }, trx)
  })
}
