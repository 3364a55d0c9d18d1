import { route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import { ok, refuse } from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInAnswer } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const ACCESS_SECONDS = 2400
const REDIRECT = 302

/** Consent and tokens. The page of consent agrees at once and sends back where it was asked from. */
export const tokenRoutes = (bank: ToBank): StandInRoute[] => [
  route('POST /auth/token', 'auth.token', ({ form }) => {
    const problem = assertionProblem(form.get('client_assertion') ?? '', bank().clock.now())
    if (problem) return refused('invalid_client', problem)
    return form.get('grant_type') === 'authorization_code'
      ? byCode(bank, form.get('code') ?? '')
      : byRefresh(bank, form.get('refresh_token') ?? '')
  }),
  route(
    'GET /app-confirm',
    'auth.consent',
    ({ query }) => {
      const back = new URL(query.get('redirect_uri') ?? '')
      back.searchParams.set('code', makeCode(bank))
      back.searchParams.set('state', query.get('state') ?? '')
      return { status: REDIRECT, headers: { location: back.toString() } }
    },
    ''
  ),
]

/** A code that somebody's consent gives; it is good for one exchange. */
export function makeCode(bank: ToBank): string {
  const code = `oa_${bank().key()}`
  bank().state.codes.push(code)
  return code
}

function byCode(bank: ToBank, code: string): StandInAnswer {
  const { state } = bank()
  if (!state.codes.includes(code)) return refused('invalid_grant', 'The code is not valid')
  state.codes = state.codes.filter((one) => one !== code)
  state.refreshToken = bank().key()
  return ok({ ...grantAccess(bank), refresh_token: state.refreshToken })
}

function byRefresh(bank: ToBank, refreshToken: string): StandInAnswer {
  if (refreshToken === '' || refreshToken !== bank().state.refreshToken)
    return refused('invalid_grant', 'The refresh token is not valid')
  return ok(grantAccess(bank))
}

/** A token that authorises requests for forty minutes. */
export function grantAccess(bank: ToBank) {
  const now = bank().clock.now().getTime()
  const token = bank().key()
  const { state } = bank()
  state.accessTokens = state.accessTokens.filter(({ until }) => until > now)
  state.accessTokens.push({ token, until: now + ACCESS_SECONDS * 1000 })
  return { access_token: token, token_type: 'bearer', expires_in: ACCESS_SECONDS - 1 }
}

const refused = (error: string, description: string): StandInAnswer => ({
  status: error === 'invalid_client' ? 401 : 400,
  json: { error, error_description: description },
})

/** Its shape and its end, not its signature: the stand-in has nobody's certificate. */
function assertionProblem(assertion: string, now: Date): string | null {
  const parts = assertion.split('.')
  const [head, claims] = parts.map(readPart)
  if (parts.length !== 3 || head?.alg !== 'RS256' || (parts[2] ?? '').length < 100)
    return 'The client assertion is no JWT signed with RS256'
  const { iss, sub, aud, exp } = claims ?? {}
  if (typeof iss !== 'string' || typeof sub !== 'string' || aud !== 'https://revolut.com')
    return 'The client assertion lacks iss, sub or aud'
  return typeof exp === 'number' && exp * 1000 > now.getTime() ? null : 'The client assertion has expired'
}

function readPart(part: string): Record<string, unknown> | null {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** Null when the token of a request is one that counts. */
export function tokenProblem(bank: ToBank, authorization: string | undefined): StandInAnswer | null {
  const { state, clock } = bank()
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  const isKnown = state.accessTokens.some((one) => one.token === token && one.until > clock.now().getTime())
  return isKnown ? null : refuse(401, 2100, 'The request should be authorized.')
}

export const tooMany = (seconds: number): StandInAnswer => ({
  ...refuse(429, 3162, 'Rate limit exceeded'),
  headers: { 'retry-after': String(seconds) },
})
