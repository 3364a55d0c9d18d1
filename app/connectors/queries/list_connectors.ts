import { environmentLabels } from '#app/connectors/connector_labels'
import { missingForConsent } from '#app/connectors/credentials/credential_fields'
import { orNotFound } from '#app/connectors/or_not_found'
import { type Environment, providerOf } from '#app/connectors/provider'
import { type ConnectorStatus, connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { type Client, rows } from '#app/kernel/database/sql'
import type { Tone } from '#app/kernel/workflow'

/** What is told of a secret: its last four signs and the day it was written (ISO); null where none was given. */
export type SecretHint = { key: string; label: string; last4: string | null; writtenOn: string | null }

/** A connection as pages show it, without anything secret. Instants in ISO. */
export type ConnectorFacts = {
  id: number
  provider: string
  /** «Qonto». */
  providerTitle: string
  /** Of its pages: `/qontos`. */
  path: string
  siteId: number
  /** Name of the company. */
  site: string
  label: string
  environment: { code: Environment; label: string }
  baseUrl: string
  status: { code: ConnectorStatus; label: string; tone: Tone }
  statusReason: string | null
  settings: Record<string, unknown>
  hints: readonly SecretHint[]
  hasCredentials: boolean
  /** Labels of credentials without which nobody can consent at the provider; null where it asks for no consent. */
  consentLacks: readonly string[] | null
  /** Somebody has to consent at the provider: they can, and no tokens are there. */
  needsConsent: boolean
  consentExpiresAt: string | null
  consentDaysLeft: number | null
  isSubscribed: boolean
  lastSyncAt: string | null
  lastOkAt: string | null
  lastError: string | null
  lastErrorAt: string | null
  consecutiveFailures: number
  nextTryAt: string | null
  blockedUntil: string | null
  lockVersion: number
}

type Wanted = {
  /** Companies of the reader. */
  siteIds: readonly number[] | 'all'
  provider?: string
  ids?: readonly number[]
}

type Found = Omit<
  ConnectorFacts,
  'providerTitle' | 'path' | 'environment' | 'status' | 'hints' | 'consentLacks' | 'needsConsent' | Instants
> & {
  environment: Environment
  status: ConnectorStatus
  credentialsHint: Record<string, { last4: string; on: string }>
  hasTokens: boolean
} & Record<Instants, Date | null>

type Instants = 'consentExpiresAt' | 'lastSyncAt' | 'lastOkAt' | 'lastErrorAt' | 'nextTryAt' | 'blockedUntil'

/** Connections of some companies, by company and label; those that were disabled come last. */
export async function listConnectors(wanted: Wanted, client?: Client): Promise<ConnectorFacts[]> {
  const { siteIds, provider = null, ids = null } = wanted
  const found = await rows<Found>(
    `select c.id, c.provider, c.site_id, coalesce(s.trade_name, s.legal_name::text) as site, c.label, c.environment, c.base_url, c.status,
        c.status_reason, c.settings, c.credentials_hint, c.credentials is not null as has_credentials, c.tokens is not null as has_tokens,
        c.consent_expires_at, ceil(extract(epoch from c.consent_expires_at - now()) / 86400)::int as consent_days_left,
        c.webhook_subscription_id is not null as is_subscribed, c.last_sync_at, c.last_ok_at, c.last_error, c.last_error_at,
        c.consecutive_failures, c.next_try_at, case when c.blocked_until > now() then c.blocked_until end as blocked_until, c.lock_version
       from connectors c join sites s on s.id = c.site_id
      where (:provider::text is null or c.provider = :provider) and (:ids::bigint[] is null or c.id = any(:ids::bigint[]))
        and (:isAll or c.site_id = any(:siteIds::bigint[]))
      order by c.status = 'disabled', site, c.label, c.id`,
    { provider, ids, isAll: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds },
    client
  )
  return found.map(factsOf)
}

/** One of them, if it is of a company of the reader. Throws NotFound. */
export async function findConnectorFacts(
  id: number,
  siteIds: readonly number[] | 'all'
): Promise<ConnectorFacts> {
  const [found] = await listConnectors({ siteIds, ids: [id] })
  return orNotFound(found)
}

function factsOf({ credentialsHint, hasTokens, ...found }: Found): ConnectorFacts {
  const provider = providerOf(found.provider)
  const { status, environment } = found
  const consentLacks = provider.consent ? missingForConsent(provider, credentialsHint) : null
  return {
    ...found,
    providerTitle: provider.title,
    path: provider.path,
    environment: { code: environment, label: environmentLabels[environment] },
    status: { code: status, label: connectorWorkflow.label(status), tone: connectorWorkflow.tone(status) },
    hints: provider.credentials.map(({ key, label }) => ({
      key,
      label,
      last4: credentialsHint[key]?.last4 ?? null,
      writtenOn: credentialsHint[key]?.on ?? null,
    })),
    consentLacks,
    needsConsent: consentLacks?.length === 0 && !hasTokens,
    consentExpiresAt: iso(found.consentExpiresAt),
    lastSyncAt: iso(found.lastSyncAt),
    lastOkAt: iso(found.lastOkAt),
    lastErrorAt: iso(found.lastErrorAt),
    nextTryAt: iso(found.nextTryAt),
    blockedUntil: iso(found.blockedUntil),
  }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
