import { type Actor, recordEvent } from '#app/audit/record_event'
import { tellConnectorTurn } from '#app/connectors/connector_followers'
import { queueSubscription } from '#app/connectors/jobs/subscription_job'
import type { LockedConnector } from '#app/connectors/state/lock_connector'
import { tellPeople } from '#app/connectors/state/tell_people'
import {
  type ConnectorMove,
  type ConnectorStatus,
  connectorWorkflow,
} from '#app/connectors/workflows/connector_workflow'
import { execute, type Transaction } from '#app/kernel/database/sql'

type Move = { move: ConnectorMove; actor: Actor; reason: string | null }

/** Takes a locked connection to another state: recorded, told to who follows connections, and to people where it fails. */
export async function moveConnector(
  connector: LockedConnector,
  { move, actor, reason }: Move,
  trx: Transaction
): Promise<ConnectorStatus> {
  const from = connector.status
  const to = connectorWorkflow.next(from, move)
  if (to === from) return to
  await execute(
    `update connectors set status = :to, status_reason = :reason, lock_version = lock_version + 1,
        consecutive_failures = case when :to = 'active' then 0 else consecutive_failures end,
        next_try_at = case when :to = 'error' then next_try_at end
        ${to === 'disabled' ? FORGOTTEN : ''}
      where id = :id`,
    { id: connector.id, to, reason },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'connector',
      objectId: connector.id,
      siteId: connector.siteId,
      event: `connector.${move}`,
      from,
      to,
      reason,
    },
    trx
  )
  connector.status = to
  await tellConnectorTurn({ connectorId: connector.id, from, to }, trx)
  if (to === 'active') await queueSubscription(connector, trx)
  if (move === 'lose' || move === 'fail') await tellPeople(connector, TOLD[move](reason), trx)
  return to
}

/** Of one that ended for good no secret stays. */
const FORGOTTEN = `, credentials = null, credentials_hint = '{}', tokens = null, tokens_version = tokens_version + 1,
  webhook_secrets = null, webhook_subscription_id = null, access_expires_at = null, access_renew_at = null, consent_expires_at = null`

const TOLD = {
  lose: (reason: string | null) => ({
    title: 'Conexión sin autorización',
    text: `El proveedor ya no acepta las credenciales. ${reason ?? ''}\nMientras tanto no se consulta ni se envía nada: los pagos esperan. Vuelva a autorizarla en su página.`,
  }),
  fail: (reason: string | null) => ({
    title: 'Conexión con errores',
    text: `El proveedor no responde después de varios intentos. ${reason ?? ''}\nMientras tanto los pagos esperan. Se vuelve a intentar cada hora; también puede probarla en su página.`,
  }),
}
