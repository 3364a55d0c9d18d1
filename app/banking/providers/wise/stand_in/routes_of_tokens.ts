import { bind, ok, type WiseRoute } from '#app/banking/providers/wise/stand_in/route_help'
import { nextUuid, nowOf, plusSeconds, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

const LIFE_SECONDS = 43_199
const REFRESH_SECONDS = 31_536_000
/** What carries credentials of its own, or none: a person in a browser. */
const OPEN = ['token.create', 'consent.show', 'people.pay', 'people.decide']

/** Tokens of a partner's application. */
export const tokenRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  { method: 'POST', path: '/oauth/token', operation: 'token.create', handle: giveToken },
  { method: 'GET', path: '/oauth/authorize/', operation: 'consent.show', handle: consent },
]

/** The owner of the account always says yes. */
function consent(world: World, { query }: StandInRequest): StandInAnswer {
  const back = new URL(query.get('redirect_uri') ?? 'http://localhost/')
  back.searchParams.set('code', nextUuid(world))
  back.searchParams.set('state', query.get('state') ?? '')
  back.searchParams.set('profileId', String(world.state.profile.id))
  return { status: 302, headers: { location: back.toString() } }
}

function giveToken(world: World, { headers, form }: StandInRequest): StandInAnswer {
  const { state } = world
  const expected = `Basic ${Buffer.from(`${state.client.id}:${state.client.secret}`).toString('base64')}`
  if (headers.authorization !== expected)
    return ok({ error: 'invalid_client', error_description: 'Bad client credentials' }, 401)
  const isKnown =
    form.get('grant_type') === 'authorization_code'
      ? (form.get('code') ?? '') !== ''
      : state.refreshTokens.includes(form.get('refresh_token') ?? '')
  if (!isKnown) return ok({ error: 'invalid_grant', error_description: 'Invalid grant' }, 400)
  const now = nowOf(world)
  const access = nextUuid(world)
  const refresh = form.get('refresh_token') ?? nextUuid(world)
  state.tokens[access] = { kind: 'partner', expiresAt: plusSeconds(now, LIFE_SECONDS), isRevoked: false }
  if (!state.refreshTokens.includes(refresh)) state.refreshTokens.push(refresh)
  return ok({
    access_token: access,
    token_type: 'bearer',
    refresh_token: refresh,
    expires_in: LIFE_SECONDS,
    expires_at: plusSeconds(now, LIFE_SECONDS),
    refresh_token_expires_in: REFRESH_SECONDS,
    refresh_token_expires_at: plusSeconds(now, REFRESH_SECONDS),
    scope: 'transfers',
    created_at: now,
  })
}

/** A token that is known, still lives and was not withdrawn; the call for one has its own credentials. */
export function authoriseWith(
  world: World,
  { headers }: StandInRequest,
  operation: string
): StandInAnswer | null {
  if (OPEN.includes(operation)) return null
  const known = world.state.tokens[(headers.authorization ?? '').replace(/^Bearer /, '')]
  const isGood = known && !known.isRevoked && (known.expiresAt === null || known.expiresAt > nowOf(world))
  return isGood ? null : ok({ error: 'invalid_token', error_description: 'Invalid token' }, 401)
}
