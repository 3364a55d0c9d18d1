import { randomBytes } from 'node:crypto'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { connectorAddress } from '#app/connectors/actions/connector_address'
import type { NewConnector, TestOutcome } from '#app/connectors/actions/connector_input'
import { freeLabel } from '#app/connectors/actions/connector_label'
import { testConnector } from '#app/connectors/actions/test_connector'
import { tellConnectorTurn } from '#app/connectors/connector_followers'
import { hintOf, mergeCredentials } from '#app/connectors/credentials/credential_fields'
import { seal } from '#app/connectors/credentials/seal'
import { providerOf } from '#app/connectors/provider'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'

const WEBHOOK_TOKEN_BYTES = 32

/**
 * Makes a connection and tries it: active when that works, else waiting for authorisation. Throws DomainError for what is
 * missing or wrong in the form (`field`: `label`, `base_url`, `credentials.<key>`).
 */
export async function createConnector(
  given: NewConnector,
  actor: Actor
): Promise<{ id: number; outcome: TestOutcome }> {
  const id = await inTransaction((trx) => insertConnector(given, actor, trx))
  return { id, outcome: await testConnector(id, actor) }
}

async function insertConnector(given: NewConnector, actor: Actor, trx: Transaction): Promise<number> {
  const provider = providerOf(given.provider)
  const credentials = mergeCredentials(provider, given.credentials)
  const baseUrl = connectorAddress(provider, given)
  const label = await freeLabel(given, trx)
  const { id } = await oneRow<{ id: number }>(
    `insert into connectors (provider, site_id, label, environment, base_url, webhook_token, credentials_hint, settings, created_by)
     values (:provider, :siteId, :label, :environment, :baseUrl, :webhookToken, :hint::jsonb, :settings::jsonb, :createdBy) returning id`,
    {
      provider: provider.code,
      siteId: given.siteId,
      label,
      environment: given.environment,
      baseUrl,
      webhookToken: randomBytes(WEBHOOK_TOKEN_BYTES).toString('base64url'),
      hint: JSON.stringify(hintOf(provider, credentials)),
      settings: JSON.stringify(given.settings ?? {}),
      createdBy: actor.userId,
    },
    trx
  )
  // What is sealed is bound to the key of the row, which is only known now.
  await execute(
    `update connectors set credentials = :sealed where id = :id`,
    { id, sealed: seal(id, 'credentials', credentials) },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'connector',
      objectId: id,
      siteId: given.siteId,
      event: 'connector.created',
      to: 'auth_required',
      diff: { label: [null, label], environment: [null, given.environment], baseUrl: [null, baseUrl] },
    },
    trx
  )
  await tellConnectorTurn({ connectorId: id, from: null, to: 'auth_required' }, trx)
  return id
}
