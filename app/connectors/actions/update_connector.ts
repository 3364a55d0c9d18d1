import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { connectorAddress } from '#app/connectors/actions/connector_address'
import type { GivenCredentials } from '#app/connectors/actions/connector_input'
import { freeLabel } from '#app/connectors/actions/connector_label'
import { hintOf, mergeCredentials } from '#app/connectors/credentials/credential_fields'
import { seal } from '#app/connectors/credentials/seal'
import { type Environment, providerOf } from '#app/connectors/provider'
import { type LockedConnector, lockConnector } from '#app/connectors/state/lock_connector'
import { moveConnector } from '#app/connectors/state/move_connector'
import { tellChange } from '#app/connectors/state/tell_change'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export type ConnectorChange = {
  label: string
  environment: Environment
  baseUrl: string | null
  /** All of them; those that there are stay when it is absent. */
  settings?: Record<string, unknown>
  /** Needed where environment or address change: secrets are sent to no other address than they were given for. */
  credentials?: GivenCredentials
  lockVersion: number
}

/**
 * Changes a connection. Another address takes it out of use until it is tried again. Gives whether it has another address now:
 * only then the credentials are taken. Throws DomainError, E_STALE among them.
 */
export async function updateConnector(id: number, change: ConnectorChange, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const connector = await lockConnector(id, trx)
    refuseUnfit(connector, change)
    const { provider, siteId } = connector
    const label = await freeLabel({ provider, siteId, label: change.label, except: id }, trx)
    const baseUrl = connectorAddress(providerOf(provider), change)
    const { environment } = change
    const settings = change.settings ?? connector.settings
    const diff = changedFields(
      {
        label: connector.label,
        environment: connector.environment,
        baseUrl: connector.baseUrl,
        settings: connector.settings,
      },
      { label, environment, baseUrl, settings }
    )
    if (!diff) return false
    const isElsewhere = baseUrl !== connector.baseUrl || environment !== connector.environment
    if (isElsewhere) await moveElsewhere(connector, { ...change, baseUrl }, actor, trx)
    await execute(
      `update connectors set label = :label, settings = :settings::jsonb, lock_version = lock_version + 1 where id = :id`,
      { id, label, settings: JSON.stringify(settings) },
      trx
    )
    await recordEvent(
      { actor, objectType: 'connector', objectId: id, siteId, event: 'connector.changed', diff },
      trx
    )
    if (isElsewhere) await tellAddress(connector, baseUrl, actor, trx)
    return isElsewhere
  })
}

/** Whoever says where a connection leads says what is read and paid: the others hear of it at once. */
function tellAddress(
  connector: LockedConnector,
  baseUrl: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  return tellChange(
    connector,
    {
      title: 'Ha cambiado la dirección de la conexión',
      done: 'se han cambiado la dirección y las credenciales de la conexión',
      text: `Llevaba a ${connector.baseUrl} y ahora lleva a ${baseUrl}. Sus beneficiarios han de verificarse de nuevo antes de pagarles. Si no lo esperaba, pause la conexión y hable con quien lo hizo.`,
    },
    actor,
    trx
  )
}

function refuseUnfit({ status, lockVersion }: LockedConnector, change: ConnectorChange): void {
  if (status === 'disabled') throw new DomainError('E_TRANSITION', 'La conexión está desactivada: cree otra.')
  if (lockVersion !== change.lockVersion)
    throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
      field: 'form',
    })
}

/** Nothing that was given for the former address goes to the new one: no secret, no token, no subscription. */
async function moveElsewhere(
  connector: LockedConnector,
  { environment, baseUrl, credentials: given = {} }: ConnectorChange & { baseUrl: string },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { id } = connector
  const provider = providerOf(connector.provider)
  if (Object.values(given).every((value) => value.trim() === ''))
    throw new DomainError(
      'E_CREDENTIALS',
      'Al cambiar la dirección hay que volver a introducir las credenciales.',
      {
        field: 'credentials',
      }
    )
  const credentials = mergeCredentials(provider, given)
  await moveConnector(connector, { move: 'edit', actor, reason: 'Ha cambiado su dirección.' }, trx)
  await execute(
    `update connectors set environment = :environment, base_url = :baseUrl, credentials = :sealed, credentials_hint = :hint::jsonb,
        tokens = null, tokens_version = tokens_version + 1, access_expires_at = null, access_renew_at = null, refused_replaced_at = null,
        refreshing_until = null, consent_expires_at = null, webhook_secrets = null, webhook_subscription_id = null, blocked_until = null
      where id = :id`,
    {
      id,
      environment,
      baseUrl,
      sealed: seal(id, 'credentials', credentials),
      hint: JSON.stringify(hintOf(provider, credentials)),
    },
    trx
  )
}
