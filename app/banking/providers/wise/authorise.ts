import { paths } from '#app/banking/providers/wise/paths'
import { NoAnswer, type ProviderAnswer } from '#app/connectors/client/provider_client'
import {
  type BareAsk,
  type ConnectorProvider,
  ConsentGone,
  type Credentials,
  type Tokens,
} from '#app/connectors/provider'

/** Where the owner of the account lets a partner's application in. */
const CONSENT = { live: 'https://wise.com', sandbox: 'https://sandbox.transferwise.tech' }

/** The credentials as they go with each request: a partner's token, else the personal one. */
export const authorise: ConnectorProvider['authorise'] = (credentials, tokens) => {
  const token = tokens?.accessToken ?? credentials.token
  if (!token) throw new ConsentGone('Falta el token personal de Wise, o su autorización.')
  return { authorization: `Bearer ${token}` }
}

/**
 * Renews a partner's token by its refresh token. A personal one has no other behind it: it is given as it is, and when it is
 * refused people have to make a new one at Wise.
 */
export const renew: NonNullable<ConnectorProvider['renew']> = async (
  _connection,
  credentials,
  tokens,
  ask
) => {
  if (tokens?.refreshToken)
    return tokensOf(
      await askForTokens(credentials, ask, {
        grant_type: 'refresh_token',
        refresh_token: tokens.refreshToken,
      })
    )
  if (!credentials.token || tokens) throw new ConsentGone('El acceso a Wise ya no es válido.')
  return { accessToken: credentials.token, accessExpiresAt: null, refreshToken: null, consentExpiresAt: null }
}

/** The consent of the account's owner for a partner's application. */
export const consent: NonNullable<ConnectorProvider['consent']> = {
  needs: ['clientId', 'clientSecret'],
  address({ environment, baseUrl }, { clientId = '' }, { redirectUrl, state }) {
    const site = environment === 'sandbox_local' ? baseUrl : CONSENT[environment]
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUrl, state })
    return `${site}/oauth/authorize/?${query}`
  },
  async complete(_connection, credentials, { code, redirectUrl }, ask) {
    return tokensOf(
      await askForTokens(credentials, ask, {
        grant_type: 'authorization_code',
        client_id: credentials.clientId ?? '',
        code,
        redirect_uri: redirectUrl,
      })
    )
  },
}

async function askForTokens(
  { clientId = '', clientSecret = '' }: Credentials,
  ask: BareAsk,
  form: Record<string, string>
): Promise<ProviderAnswer> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await ask({
    method: 'POST',
    path: paths.token,
    headers: { authorization: `Basic ${basic}` },
    body: { kind: 'form', value: form },
    isAuthorised: false,
  })
  if ([400, 401, 403].includes(answer.status)) throw new ConsentGone('Wise ya no acepta la autorización.')
  if (answer.status !== 200) throw new NoAnswer(`Wise respondió ${answer.status} al pedir un token`)
  return answer
}

function tokensOf({ json }: ProviderAnswer): Tokens {
  const told = (json ?? {}) as Record<string, unknown>
  if (typeof told.access_token !== 'string') throw new NoAnswer('Wise no respondió un token')
  return {
    accessToken: told.access_token,
    accessExpiresAt: inSeconds(told.expires_in),
    refreshToken: typeof told.refresh_token === 'string' ? told.refresh_token : null,
    consentExpiresAt: inSeconds(told.refresh_token_expires_in),
  }
}

const inSeconds = (seconds: unknown): string | null =>
  typeof seconds === 'number' ? new Date(Date.now() + seconds * 1_000).toISOString() : null
