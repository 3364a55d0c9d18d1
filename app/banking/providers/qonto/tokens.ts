import { memberOf } from '#app/banking/providers/qonto/client'
import { NoAnswer, NotSent, type ProviderAnswer } from '#app/connectors/client/provider_client'
import {
  type BareAsk,
  type Connection,
  type ConnectorProvider,
  type Consent,
  ConsentGone,
  type Credentials,
  type Tokens,
} from '#app/connectors/provider'

/** What people are asked to agree to: reading, paying, receipts, news, and going on without them. */
const SCOPES =
  'offline_access organization.read payment.write internal_transfer.write attachment.write webhook'
const CONSENT_DAYS = 90
const DAY_MS = 86_400_000

/** An API key needs no token: there is none to renew, and the key goes on authorising what reads. */
const KEY_ALONE: Tokens = {
  accessToken: '',
  accessExpiresAt: null,
  refreshToken: null,
  consentExpiresAt: null,
}

/** Where tokens are asked for: a host of its own, but for the service played on this machine. */
export function oauthAddress({ environment, baseUrl }: Connection): string {
  if (environment === 'live') return 'https://oauth.qonto.com'
  return environment === 'sandbox' ? 'https://oauth-sandbox.staging.qonto.co' : baseUrl
}

/** A token where somebody has consented, for it may do everything; else the API key, for reading. */
export const authorise: ConnectorProvider['authorise'] = (credentials, tokens, connection) => ({
  authorization: tokens?.accessToken
    ? `Bearer ${tokens.accessToken}`
    : `${credentials.login ?? ''}:${credentials.secretKey ?? ''}`,
  ...stagingHeader(credentials, connection),
})

const stagingHeader = (credentials: Credentials, { environment }: Connection): Record<string, string> =>
  environment === 'sandbox' && credentials.stagingToken
    ? { 'x-qonto-staging-token': credentials.stagingToken }
    : {}

export const consent: Consent = {
  needs: ['clientId', 'clientSecret'],
  address: (connection, credentials, { redirectUrl, state }) => {
    const url = new URL(`${oauthAddress(connection)}/oauth2/auth`)
    url.search = new URLSearchParams({
      client_id: credentials.clientId ?? '',
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope: SCOPES,
      state,
    }).toString()
    return url.toString()
  },
  complete: (connection, credentials, { code, redirectUrl }, ask) =>
    askTokens(ask, connection, credentials, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUrl,
    }),
}

/** Each refresh token serves once and gives the next, which lives for ninety days. Throws ConsentGone when it is refused. */
export const renew: NonNullable<ConnectorProvider['renew']> = async (
  connection,
  credentials,
  tokens,
  ask
) => {
  if (tokens?.refreshToken)
    return askTokens(ask, connection, credentials, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    })
  if (credentials.login && credentials.secretKey) return KEY_ALONE
  throw new ConsentGone('Nadie ha autorizado la conexión en Qonto')
}

async function askTokens(
  ask: BareAsk,
  connection: Connection,
  credentials: Credentials,
  grant: Readonly<Record<string, string>>
): Promise<Tokens> {
  const answer = await ask({
    method: 'POST',
    path: `${oauthAddress(connection)}/oauth2/token`,
    headers: stagingHeader(credentials, connection),
    body: {
      kind: 'form',
      value: {
        ...grant,
        client_id: credentials.clientId ?? '',
        client_secret: credentials.clientSecret ?? '',
      },
    },
    isAuthorised: false,
  })
  return tokensOf(answer, new Date())
}

function tokensOf({ status, json }: ProviderAnswer, now: Date): Tokens {
  if (status === 400 || status === 401)
    throw new ConsentGone('Qonto ya no acepta la autorización: hay que darla de nuevo')
  if (status === 429) throw new NotSent('rate_limited', 'Qonto recibe demasiadas peticiones')
  const accessToken = memberOf(json, 'access_token')
  const seconds = memberOf(json, 'expires_in')
  const refreshToken = memberOf(json, 'refresh_token')
  if (status !== 200 || typeof accessToken !== 'string' || typeof seconds !== 'number')
    throw new NoAnswer(`Qonto respondió ${status} sin dar autorización`)
  return {
    accessToken,
    accessExpiresAt: new Date(now.getTime() + seconds * 1000).toISOString(),
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    consentExpiresAt: new Date(now.getTime() + CONSENT_DAYS * DAY_MS).toISOString(),
  }
}
