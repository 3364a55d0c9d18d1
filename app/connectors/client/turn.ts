import { unseal } from '#app/connectors/credentials/seal'
import { orNotFound } from '#app/connectors/or_not_found'
import { type ConnectorProvider, type Credentials, providerOf, type Tokens } from '#app/connectors/provider'
import { LOCKED_COLUMNS, type LockedConnector } from '#app/connectors/state/lock_connector'
import { row } from '#app/kernel/database/sql'

/** How a connection stands at this moment, for all processes alike. */
export type Turn = {
  connector: LockedConnector
  provider: ConnectorProvider
  credentials: Credentials | null
  tokens: Tokens | null
  /** Until the provider may be asked again; 0 where it may. */
  blockedMs: number
  /** Four fifths of the life of the access token are over. */
  isRenewalDue: boolean
  isExpired: boolean
  /** Since the tokens took the place of refused ones; null where they did not. */
  replacedMs: number | null
}

type Found = LockedConnector & Pick<Turn, 'blockedMs' | 'isRenewalDue' | 'isExpired' | 'replacedMs'>

/** Reads it, without a lock. Throws NotFound. */
export async function readTurn(connectorId: number): Promise<Turn> {
  const read = await row<Found>(
    `select ${LOCKED_COLUMNS},
        greatest(0, extract(epoch from c.blocked_until - clock_timestamp()) * 1000)::float8 as blocked_ms,
        coalesce(c.access_renew_at <= clock_timestamp(), false) as is_renewal_due,
        coalesce(c.access_expires_at <= clock_timestamp(), false) as is_expired,
        (extract(epoch from clock_timestamp() - c.refused_replaced_at) * 1000)::float8 as replaced_ms
       from connectors c where c.id = :connectorId`,
    { connectorId }
  )
  const { blockedMs, isRenewalDue, isExpired, replacedMs, ...connector } = orNotFound(read)
  return {
    connector,
    provider: providerOf(connector.provider),
    credentials: unseal<Credentials>(connectorId, 'credentials', connector.credentials),
    tokens: unseal<Tokens>(connectorId, 'tokens', connector.tokens),
    blockedMs: Math.ceil(blockedMs ?? 0),
    isRenewalDue,
    isExpired,
    replacedMs,
  }
}

/**
 * Whether tokens can be had without a person: a consent that nobody has given (or that is gone) is not made by asking.
 */
export const canRenew = ({ provider, tokens }: Pick<Turn, 'provider' | 'tokens'>): boolean =>
  provider.renew !== undefined && (tokens !== null || provider.consent === undefined)
