import { SYSTEM } from '#app/audit/record_event'
import { lockConnector } from '#app/connectors/state/lock_connector'
import { moveConnector } from '#app/connectors/state/move_connector'
import { inTransaction, row } from '#app/kernel/database/sql'

/** While nothing is wrong, when it last answered is noted once a minute and not with each call. */
const NOTED_SECONDS = 60

/** It answers: nothing is left of failures before, and one that had errors is active again. */
export async function noteSuccess(connectorId: number): Promise<void> {
  const noted = await row<{ status: string }>(
    `update connectors set last_ok_at = clock_timestamp(), consecutive_failures = 0, next_try_at = null
      where id = :connectorId and status <> 'disabled'
        and (consecutive_failures > 0 or next_try_at is not null or status = 'error' or last_ok_at is null
             or last_ok_at < clock_timestamp() - make_interval(secs => ${NOTED_SECONDS}))
      returning status`,
    { connectorId }
  )
  if (noted?.status !== 'error') return
  await inTransaction(async (trx) => {
    const connector = await lockConnector(connectorId, trx)
    if (connector.status === 'error')
      await moveConnector(connector, { move: 'recover', actor: SYSTEM, reason: null }, trx)
  })
}
