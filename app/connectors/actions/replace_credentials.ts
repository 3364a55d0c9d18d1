import { type Actor, recordEvent } from '#app/audit/record_event'
import type { GivenCredentials, TestOutcome } from '#app/connectors/actions/connector_input'
import { testConnector } from '#app/connectors/actions/test_connector'
import { hintOf, mergeCredentials } from '#app/connectors/credentials/credential_fields'
import { seal, unseal } from '#app/connectors/credentials/seal'
import { type Credentials, providerOf } from '#app/connectors/provider'
import { type LockedConnector, lockConnector } from '#app/connectors/state/lock_connector'
import { tellChange } from '#app/connectors/state/tell_change'
import { TYPED_SECRET } from '#app/connectors/webhooks/webhook_secrets'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Puts new credentials in the place of the old ones (fields left empty keep what they have) and tries them. */
export async function replaceCredentials(
  id: number,
  given: GivenCredentials,
  actor: Actor
): Promise<TestOutcome> {
  await inTransaction(async (trx) => {
    const connector = await lockConnector(id, trx)
    if (connector.status === 'disabled')
      throw new DomainError('E_TRANSITION', 'La conexión está desactivada: cree otra.')
    await writeCredentials(connector, given, actor, trx)
  })
  return testConnector(id, actor)
}

/** Tokens that old credentials had given go with them, unless nothing changed but the secret of webhooks. */
async function writeCredentials(
  connector: LockedConnector,
  given: GivenCredentials,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { id, siteId, credentialsHint } = connector
  const provider = providerOf(connector.provider)
  const former = unseal<Credentials>(id, 'credentials', connector.credentials) ?? {}
  const credentials = mergeCredentials(provider, given, former)
  const changed = provider.credentials.map(({ key }) => key).filter((key) => credentials[key] !== former[key])
  if (changed.length === 0) return
  const hint = hintOf(provider, credentials, { credentials: former, hint: credentialsHint })
  await execute(
    `update connectors set credentials = :sealed, credentials_hint = :hint::jsonb, lock_version = lock_version + 1 where id = :id`,
    { id, sealed: seal(id, 'credentials', credentials), hint: JSON.stringify(hint) },
    trx
  )
  if (changed.some((key) => key !== TYPED_SECRET)) await forgetTokens(id, trx)
  await recordEvent(
    {
      actor,
      objectType: 'connector',
      objectId: id,
      siteId,
      event: 'connector.credentials_replaced',
      diff: Object.fromEntries(changed.map((key) => [key, ['•••', '•••']])),
    },
    trx
  )
  const titles = provider.credentials.filter(({ key }) => changed.includes(key)).map(({ label }) => label)
  await tellChange(
    connector,
    {
      title: 'Han cambiado las credenciales de la conexión',
      done: 'se han cambiado credenciales de la conexión',
      text: `Son otras: ${titles.join(', ')}. Sus beneficiarios han de verificarse de nuevo antes de pagarles. Si no lo esperaba, pause la conexión y hable con quien lo hizo.`,
    },
    actor,
    trx
  )
}

/** A renewal that is under way keeps nothing: the version is another. */
export async function forgetTokens(id: number, trx: Transaction): Promise<void> {
  await execute(
    `update connectors set tokens = null, tokens_version = tokens_version + 1, access_expires_at = null, access_renew_at = null,
        refused_replaced_at = null, refreshing_until = null, consent_expires_at = null
      where id = :id`,
    { id },
    trx
  )
}
