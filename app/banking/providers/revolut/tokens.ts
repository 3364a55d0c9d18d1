import { randomUUID, sign } from 'node:crypto'
import { API, memberOf } from '#app/banking/providers/revolut/client'
import { NoAnswer, type ProviderAnswer } from '#app/connectors/client/provider_client'
import {
  type BareAsk,
  type Connection,
  type Consent,
  ConsentGone,
  type Credentials,
  type Tokens,
} from '#app/connectors/provider'

const AUDIENCE = 'https://revolut.com'
const ASSERTION_SECONDS = 600
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const SCOPES = 'READ,WRITE,PAY'
const DAY_MS = 86_400_000
/** Of some plans the consent ends after so many days; the setting `consentDays` says otherwise, 0 for one that does not end. */
const CONSENT_DAYS = 90
const GONE = 'La autorización de Revolut ha caducado o se ha retirado: vuelva a autorizar la conexión.'

const CONSENT_PAGES: Readonly<Record<'live' | 'sandbox', string>> = {
  live: 'https://business.revolut.com',
  sandbox: 'https://sandbox-business.revolut.com',
}

/** Renews the access token, which lasts forty minutes; the refresh token stays what it was. */
export async function renewTokens(
  _connection: Connection,
  credentials: Credentials,
  tokens: Tokens | null,
  ask: BareAsk
): Promise<Tokens> {
  if (!tokens?.refreshToken) throw new ConsentGone(GONE)
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken }
  const renewed = toTokens(await askToken(ask, credentials, form))
  return {
    ...renewed,
    refreshToken: renewed.refreshToken ?? tokens.refreshToken,
    consentExpiresAt: tokens.consentExpiresAt,
  }
}

/** A person of the business agrees on Revolut's page, once, and comes back with a code that lasts two minutes. */
export const revolutConsent: Consent = {
  needs: ['clientId', 'issuer', 'privateKey'],
  address: (connection, credentials, { redirectUrl, state }) => {
    const { environment, baseUrl } = connection
    const url = new URL(
      '/app-confirm',
      environment === 'sandbox_local' ? baseUrl : CONSENT_PAGES[environment]
    )
    url.search = new URLSearchParams({
      client_id: credentials.clientId ?? '',
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope: SCOPES,
      state,
    }).toString()
    return url.toString()
  },
  complete: async (connection, credentials, { code }, ask) => {
    const tokens = toTokens(await askToken(ask, credentials, { grant_type: 'authorization_code', code }))
    return { ...tokens, consentExpiresAt: consentEnd(connection) }
  },
}

function consentEnd({ settings }: Connection): string | null {
  const days = typeof settings.consentDays === 'number' ? settings.consentDays : CONSENT_DAYS
  return days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null
}

function askToken(
  ask: BareAsk,
  credentials: Credentials,
  form: Readonly<Record<string, string>>
): Promise<ProviderAnswer> {
  const value = {
    ...form,
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: clientAssertion(credentials, new Date()),
  }
  return ask({
    method: 'POST',
    path: `${API}/auth/token`,
    body: { kind: 'form', value },
    isAuthorised: false,
  })
}

/** Proof that the certificate of the business is ours: a JWT that its private key signs. */
export function clientAssertion({ clientId, issuer, privateKey }: Credentials, now: Date): string {
  if (!clientId || !issuer || !privateKey)
    throw new ConsentGone(
      'Faltan credenciales de Revolut: identificador de cliente, dominio y clave privada.'
    )
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: issuer,
    sub: clientId,
    aud: AUDIENCE,
    iat: seconds,
    exp: seconds + ASSERTION_SECONDS,
    jti: randomUUID(),
  }
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${signWith(privateKey, text)}`
}

/** A key that is none is a matter for people, as a refused one is. */
function signWith(privateKey: string, text: string): string {
  try {
    return sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')
  } catch {
    throw new ConsentGone('La clave privada de Revolut no se puede leer: pegue el PEM completo.')
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function toTokens({ status, json }: ProviderAnswer): Tokens {
  if (status === 400 || status === 401 || status === 403) throw new ConsentGone(GONE)
  const accessToken = memberOf(json, 'access_token')
  if (status !== 200 || typeof accessToken !== 'string')
    throw new NoAnswer(`Revolut respondió ${status} al pedirle un token.`)
  const seconds = memberOf(json, 'expires_in')
  const refreshToken = memberOf(json, 'refresh_token')
  return {
    accessToken,
    accessExpiresAt: typeof seconds === 'number' ? new Date(Date.now() + seconds * 1000).toISOString() : null,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    consentExpiresAt: null,
  }
}
