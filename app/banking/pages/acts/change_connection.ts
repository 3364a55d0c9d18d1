import type { Actor } from '#app/audit/record_event'
import { requestSync } from '#app/banking/actions/request_sync'
import { hasLinkedAccounts } from '#app/banking/pages/queries/linked_accounts'
import type { TestOutcome } from '#app/connectors/actions/connector_input'
import { replaceCredentials } from '#app/connectors/actions/replace_credentials'
import { testConnector } from '#app/connectors/actions/test_connector'
import { type ConnectorChange, updateConnector } from '#app/connectors/actions/update_connector'
import { providerOf } from '#app/connectors/provider'
import type { ConnectorFacts } from '#app/connectors/queries/list_connectors'
import { DomainError } from '#app/kernel/domain_error'

type Wanted = ConnectorChange & Required<Pick<ConnectorChange, 'settings' | 'credentials'>>

/**
 * Changes a connection and tries it where it leads somewhere else now, has other secrets or stands for another company at its
 * provider or may do something else there, which is then read. Gives what the trial found; null where there was none. Throws DomainError.
 */
export async function changeConnection(
  connector: ConnectorFacts,
  wanted: Wanted,
  actor: Actor
): Promise<TestOutcome | null> {
  const { id } = connector
  const isOther = (await choosesAnew(connector, wanted.settings)) || saysAnew(connector, wanted.settings)
  const isMoved = await updateConnector(id, wanted, actor)
  const hasSecrets = Object.keys(wanted.credentials).length > 0
  if (!isMoved && hasSecrets) return replaceCredentials(id, wanted.credentials, actor)
  if (!isMoved && !isOther) return null
  const outcome = await testConnector(id, actor)
  if (isOther && outcome.test) await requestSync(id, actor)
  return outcome
}

/** What somebody knows of it has changed: what it may do and how it is read follow. */
const saysAnew = (
  { provider, settings }: ConnectorFacts,
  wanted: Readonly<Record<string, unknown>>
): boolean =>
  (providerOf(provider).switches ?? []).some(({ key }) => (wanted[key] === true) !== (settings[key] === true))

/** Another company than the one whose accounts are linked is another connection: they are let go of first. */
async function choosesAnew(
  { id, provider, settings }: ConnectorFacts,
  wanted: Readonly<Record<string, unknown>>
): Promise<boolean> {
  const changed = (providerOf(provider).choices ?? []).filter(({ key }) => wanted[key] !== settings[key])
  const [other] = changed.filter(({ key }) => settings[key] !== undefined)
  if (other && (await hasLinkedAccounts(id)))
    throw new DomainError(
      'E_CHOICE',
      'Hay cuentas asociadas de lo elegido hasta ahora: quite antes su asociación.',
      { field: `choices.${other.key}` }
    )
  return changed.length > 0
}
