import type { Exchange } from '#app/connectors/client/record_exchange'
import type { ConnectorProvider, Credentials, Tokens } from '#app/connectors/provider'

const HIDDEN = '***'
/** A shorter text may be an ordinary word of an answer. */
const SECRET_LENGTH_MIN = 6

/** The texts of a connection that nothing written may contain, whatever member or header they stand in. */
export function secretsOf(
  { credentials: fields }: Pick<ConnectorProvider, 'credentials'>,
  credentials: Credentials,
  tokens: Tokens | null
): string[] {
  const typed = fields.filter(({ kind }) => kind !== 'text').map(({ key }) => credentials[key])
  return [...typed, tokens?.accessToken, tokens?.refreshToken].filter(
    (text): text is string => typeof text === 'string' && text.length >= SECRET_LENGTH_MIN
  )
}

/** An exchange in which they are `***`, also as addresses and JSON write them. */
export function withoutSecrets(exchange: Exchange, secrets: readonly string[]): Exchange {
  if (secrets.length === 0) return exchange
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const hide = (text: string) => forms.reduce((left, form) => left.replaceAll(form, HIDDEN), text)
  const hideAll = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hideHeader(name, value, hide)]))
  const { request, response } = exchange
  return {
    ...exchange,
    request: {
      ...request,
      url: hide(request.url),
      headers: hideAll(request.headers),
      body: request.body && hide(request.body),
    },
    response: response && { ...response, headers: hideAll(response.headers), body: hide(response.body) },
  }
}

/** What authorises is masked by its scheme (`***:***`), which the mask of records keeps. */
const hideHeader = (name: string, value: string, hide: (text: string) => string) =>
  name === 'authorization' ? value : hide(value)

const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  new URLSearchParams({ s: secret }).toString().slice(2),
]
