import { setTimeout as sleep } from 'node:timers/promises'
import { noteFailure } from '#app/connectors/actions/note_failure'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { canRenew, readTurn, type Turn } from '#app/connectors/client/turn'
import { ConsentGone, type Tokens } from '#app/connectors/provider'
import { connectionOf } from '#app/connectors/state/lock_connector'
import { loseAuthorisation } from '#app/connectors/state/lose_authorisation'
import { bareAskOf } from '#app/connectors/tokens/bare_ask'
import { storeTokens } from '#app/connectors/tokens/store_tokens'
import { execute, inTransaction } from '#app/kernel/database/sql'

/** Longer than a provider may take to answer: whoever renews and dies keeps the others no longer than this. */
export const LEASE_SECONDS = 90
/** How long a caller waits for another that renews. */
const WAIT_MAX_MS = 20_000
const LOOK_EVERY_MS = 50
const TRIED_AGAIN_SECONDS = 60

/**
 * Tokens of a connection that count now, renewed first where four fifths of their life are over or where `refused` is the
 * access token that was just refused. One process renews, the others wait for it. Null where credentials authorise alone.
 * Throws NotSent: `authorisation_needed` when people have to consent anew.
 */
export async function freshTokens(connectorId: number, refused?: string): Promise<Tokens | null> {
  const until = Date.now() + WAIT_MAX_MS
  let former: Turn | null = null
  for (;;) {
    const turn = await readTurn(connectorId)
    refuseLost(turn, former)
    former ??= turn
    if (!needsRenewal(turn, refused)) return turn.tokens
    if (await takeLease(turn)) return renew(turn, refused)
    if (Date.now() > until) throw new NotSent('no_connection', 'La renovación de la autorización no termina.')
    await sleep(LOOK_EVERY_MS)
  }
}

/** Whoever renewed was refused for good: those who waited do not ask again. */
function refuseLost({ connector }: Turn, former: Turn | null): void {
  if (former && former.connector.status !== 'auth_required' && connector.status === 'auth_required')
    throw new NotSent('authorisation_needed', 'El proveedor no renueva la autorización.')
}

/** Whether the tokens at hand will not do although others can be had. */
export function needsRenewal(turn: Turn, refused?: string): boolean {
  if (!canRenew(turn)) return false
  return turn.tokens === null || turn.tokens.accessToken === refused || turn.isRenewalDue || turn.isExpired
}

/** One at a time over all processes, and only in the place of the tokens that were seen. */
async function takeLease({ connector: { id, tokensVersion } }: Turn): Promise<boolean> {
  const taken = await execute(
    `update connectors set refreshing_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where id = :id and tokens_version = :tokensVersion and status <> 'disabled'
        and (refreshing_until is null or refreshing_until < clock_timestamp())`,
    { id, tokensVersion }
  )
  return taken === 1
}

/** The call is made outside any transaction; what it gives is kept in one statement, before anybody uses it. */
async function renew(turn: Turn, refused: string | undefined): Promise<Tokens | null> {
  const { connector, provider, credentials, tokens } = turn
  if (!provider.renew || credentials === null)
    throw new NotSent('authorisation_needed', 'Faltan las credenciales.')
  try {
    const ask = bareAskOf(connector, { provider, credentials, tokens })
    const given = await provider.renew(connectionOf(connector), credentials, tokens, ask)
    const wasRefused = refused !== undefined
    const isKept = await inTransaction((trx) =>
      storeTokens(connector.id, given, { version: connector.tokensVersion, wasRefused }, trx)
    )
    return isKept ? given : (await readTurn(connector.id)).tokens
  } catch (error) {
    if (error instanceof ConsentGone) {
      await loseAuthorisation(connector, 'El proveedor no renueva la autorización.')
      throw new NotSent('authorisation_needed', 'El proveedor no renueva la autorización.')
    }
    await releaseLease(turn)
    return unrenewed(turn, refused, error)
  }
}

/** What is at hand still does, while it is neither refused nor over: the next call tries again. */
async function unrenewed(turn: Turn, refused: string | undefined, error: unknown): Promise<Tokens> {
  const { connector, tokens, isExpired } = turn
  if (!(error instanceof NotSent || error instanceof NoAnswer)) throw error
  if (!(error instanceof NotSent && error.reason === 'rate_limited'))
    await noteFailure(connector.id, error.message)
  if (tokens && tokens.accessToken !== refused && !isExpired) return tokens
  if (error instanceof NotSent) throw error
  throw new NotSent('no_connection', `Sin autorización: ${error.message}`)
}

/** Others may try; those whose token still does leave the provider in peace for a while. */
async function releaseLease({ connector: { id, tokensVersion } }: Turn): Promise<void> {
  await execute(
    `update connectors set refreshing_until = null,
        access_renew_at = case when access_renew_at is not null then clock_timestamp() + make_interval(secs => ${TRIED_AGAIN_SECONDS}) end
      where id = :id and tokens_version = :tokensVersion`,
    { id, tokensVersion }
  )
}
