import { seal } from '#app/connectors/credentials/seal'
import type { Tokens } from '#app/connectors/provider'
import { type Client, execute } from '#app/kernel/database/sql'

/** Of the life of an access token: from then on it is renewed before anything is asked. */
export const RENEWED_AFTER_SHARE = 0.8

/**
 * Keeps tokens that have just come, in the place of those of that version and, where so, refused. Gives whether they were: not where others have
 * been put there meanwhile, nor where the connection is no more.
 */
export async function storeTokens(
  connectorId: number,
  tokens: Tokens,
  { version, wasRefused }: { version: number; wasRefused: boolean },
  client: Client
): Promise<boolean> {
  const kept = await execute(
    `update connectors
        set tokens = :sealed, tokens_version = tokens_version + 1, refused_replaced_at = case when :wasRefused then clock_timestamp() end,
            access_expires_at = :accessExpiresAt::timestamptz,
            access_renew_at = clock_timestamp() + (:accessExpiresAt::timestamptz - clock_timestamp()) * ${RENEWED_AFTER_SHARE},
            consent_warned_days = case when :consentExpiresAt::timestamptz > consent_expires_at then null else consent_warned_days end,
            consent_expires_at = coalesce(:consentExpiresAt::timestamptz, consent_expires_at), refreshing_until = null
      where id = :connectorId and tokens_version = :version and status <> 'disabled'`,
    {
      connectorId,
      version,
      wasRefused,
      sealed: seal(connectorId, 'tokens', tokens),
      accessExpiresAt: tokens.accessExpiresAt,
      consentExpiresAt: tokens.consentExpiresAt,
    },
    client
  )
  return kept === 1
}
