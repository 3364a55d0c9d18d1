import { orNotFound } from '#app/connectors/or_not_found'
import type { Connection, Environment } from '#app/connectors/provider'
import type { ConnectorStatus } from '#app/connectors/workflows/connector_workflow'
import { row, type Transaction } from '#app/kernel/database/sql'

/** A connection under a lock, with what is sealed as it lies in the database. */
export type LockedConnector = {
  id: number
  provider: string
  siteId: number
  label: string
  environment: Environment
  baseUrl: string
  settings: Record<string, unknown>
  status: ConnectorStatus
  credentials: string | null
  credentialsHint: Record<string, { last4: string; on: string }>
  tokens: string | null
  tokensVersion: number
  webhookToken: string
  webhookSecrets: string | null
  webhookSubscriptionId: string | null
  consecutiveFailures: number
  lockVersion: number
}

/** Its columns, of `connectors c`. */
export const LOCKED_COLUMNS = `c.id, c.provider, c.site_id, c.label, c.environment, c.base_url, c.settings, c.status, c.credentials,
  c.credentials_hint, c.tokens, c.tokens_version, c.webhook_token, c.webhook_secrets, c.webhook_subscription_id, c.consecutive_failures, c.lock_version`

/** Locks a connection. Throws NotFound. */
export async function lockConnector(id: number, trx: Transaction): Promise<LockedConnector> {
  const found = await row<LockedConnector>(
    `select ${LOCKED_COLUMNS} from connectors c where c.id = :id for update`,
    { id },
    trx
  )
  return orNotFound(found)
}

/** The part of it that adapters see. */
export const connectionOf = (connector: LockedConnector): Connection => ({
  id: connector.id,
  provider: connector.provider,
  siteId: connector.siteId,
  label: connector.label,
  environment: connector.environment,
  baseUrl: connector.baseUrl,
  settings: connector.settings,
})
