import type { Exchange, ReceivedWebhook } from '#app/connectors/client/record_exchange'

const HIDDEN = '***'
/** Headers that carry a secret; of an authorisation its scheme stays. */
const SECRET_HEADERS = [
  'cookie',
  'set-cookie',
  'x-qonto-staging-token',
  'x-qonto-sca-session-token',
  'x-2fa-approval',
  'one-time-token',
]
/** Members of bodies and forms that carry one, whatever provider they are of. */
const SECRET_NAMES =
  'access_?token|refresh_?token|id_?token|client_?secret|client_?assertion|secret(?:_?key)?|signing_?secret|password|api_?key|private_?key|card_?number|pan|cvv|pin'
const SECRET_MEMBERS = new RegExp(`^(?:${SECRET_NAMES})$`, 'i')
/** The same in a JSON that breaks off. */
const HALF_MEMBERS = new RegExp(`("(?:${SECRET_NAMES})"\\s*:\\s*")[^"]*`, 'gi')
/** Of a form also the code that a person's consent gives: in an answer the same name is that of an error. */
const FORM_CODE = 'code'
const IBAN = /\b([A-Z]{2}\d{2})[A-Z0-9]{7,26}([A-Z0-9]{4})\b/g

/** An exchange with its secrets as `***`: authorisations (their scheme stays), tokens, keys, IBANs of addresses. */
export function maskExchange({ request, response, ...rest }: Exchange): Exchange {
  return {
    ...rest,
    request: {
      ...request,
      url: maskAddress(request.url),
      headers: maskHeaders(request.headers),
      body: maskBody(request.body),
    },
    response: response && {
      ...response,
      headers: maskHeaders(response.headers),
      body: maskBody(response.body) ?? '',
    },
  }
}

/** A received webhook: signatures stay, they are what is checked. */
export function maskWebhook({ webhook, ...rest }: ReceivedWebhook): ReceivedWebhook {
  return { ...rest, webhook: { headers: maskHeaders(webhook.headers), body: webhook.body } }
}

/** IBANs of a query as `ES91***1332`, tokens as `***`. */
export function maskAddress(address: string): string {
  const url = new URL(address)
  for (const [name, value] of [...url.searchParams])
    if (SECRET_MEMBERS.test(name)) url.searchParams.set(name, HIDDEN)
    else if (value.match(IBAN)) {
      const all = url.searchParams.getAll(name).map((one) => one.replace(IBAN, `$1${HIDDEN}$2`))
      url.searchParams.delete(name)
      for (const one of all) url.searchParams.append(name, one)
    }
  return url.toString().replaceAll('%2A%2A%2A', HIDDEN)
}

function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskHeader(name.toLowerCase(), value)])
  )
}

function maskHeader(name: string, value: string): string {
  if (SECRET_HEADERS.includes(name)) return HIDDEN
  if (name !== 'authorization') return value
  const [, scheme] = /^(Bearer|Basic) /i.exec(value) ?? []
  if (scheme) return `${scheme} ${HIDDEN}`
  return value.includes(':') ? `${HIDDEN}:${HIDDEN}` : HIDDEN
}

/** JSON and forms member by member; another text as it is. */
export function maskBody(body: string | null): string | null {
  if (body === null || body === '') return body
  try {
    return JSON.stringify(JSON.parse(body), (name, value) =>
      SECRET_MEMBERS.test(name) && typeof value === 'string' ? HIDDEN : value
    )
  } catch {
    return maskForm(body).replace(HALF_MEMBERS, `$1${HIDDEN}`)
  }
}

function maskForm(body: string): string {
  if (!/^[\w.%[\]-]+=[^\n]*$/.test(body)) return body
  const form = new URLSearchParams(body)
  for (const name of [...form.keys()])
    if (SECRET_MEMBERS.test(name) || name === FORM_CODE) form.set(name, HIDDEN)
  return form.toString().replaceAll('%2A%2A%2A', HIDDEN)
}
