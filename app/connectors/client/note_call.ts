import { maskAddress, maskBody } from '#app/connectors/client/mask'
import type { Exchange } from '#app/connectors/client/record_exchange'
import { maskedError } from '#app/jobs/masked_error'
import { execute } from '#app/kernel/database/sql'

/** Of a body only its beginning is kept. */
export const BODY_CHARACTERS_MAX = 4_000
const PATH_CHARACTERS_MAX = 500
const TOLD_KEY_MAX = 200
const HIDDEN = '***'
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g
const ACCOUNT_MEMBER =
  /("(?:account_?number|sort_?code|routing_?number|bank_?account_?number)"\s*:\s*")[^"]*?([^"]{0,4}")/gi
/** What a signature that somebody still has to give is known by: in a body, and in the address that asks after it. */
const SIGNATURE = /("sca_session_token"\s*:\s*")[^"]*/gi
const SIGNATURE_PATH = /(\/(?:mocked_)?sca_sessions\/)[^/?]+/g
const EMAIL = /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g
const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id', 'paypal-debug-id']
const KEY_HEADERS = ['x-qonto-idempotency-key', 'idempotency-key', 'x-idempotence-uuid', 'paypal-request-id']
const KEY_MEMBERS = ['request_id', 'customerTransactionId', 'sender_batch_id']

/** Writes a call into the log of its connection: what people need to look into it, without secrets and whole accounts. */
export async function noteCall(connectorId: number, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  await execute(
    `insert into connector_calls (connector_id, at, method, path, status, ms, request_id, idempotency_key, error, request_body, response_body)
     values (:connectorId, :at, :method, :path, :status, :ms, :requestId, :key, :error, :asked, :answered)`,
    {
      connectorId,
      at: exchange.at,
      method: request.method,
      path: pathOf(request.url).slice(0, PATH_CHARACTERS_MAX),
      status: response?.status ?? null,
      ms: exchange.ms,
      requestId: firstOf(response?.headers ?? {}, REQUEST_IDS),
      key: firstOf(request.headers, KEY_HEADERS) ?? keyOfBody(request.body),
      error: exchange.error && maskedError(exchange.error),
      asked: bodyOf(request.body, request.headers['content-type']),
      answered: bodyOf(response?.body ?? null, response?.headers['content-type']),
    }
  )
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(maskAddress(address))
  return masked(pathname + search)
}

function firstOf(headers: Readonly<Record<string, string>>, names: readonly string[]): string | null {
  const name = names.find((one) => headers[one])
  return (name && headers[name]?.slice(0, TOLD_KEY_MAX)) || null
}

function keyOfBody(body: string | null): string | null {
  try {
    const read: unknown = JSON.parse(body ?? '')
    if (typeof read !== 'object' || read === null) return null
    const found = KEY_MEMBERS.map((name) => (read as Record<string, unknown>)[name]).find(
      (value) => typeof value === 'string'
    )
    return typeof found === 'string' ? found.slice(0, TOLD_KEY_MAX) : null
  } catch {
    return null
  }
}

function bodyOf(body: string | null, contentType = ''): string | null {
  if (body === null || body === '') return null
  if (!/json|text|xml|form|html|^$/.test(contentType)) return `<${body.length} bytes>`
  return masked(maskBody(body) ?? '')
    .replaceAll('\u0000', '')
    .slice(0, BODY_CHARACTERS_MAX)
}

const masked = (text: string): string =>
  text
    .replace(IBAN, (iban) => `${iban.slice(0, 4)}${HIDDEN}${iban.replaceAll(' ', '').slice(-4)}`)
    .replace(ACCOUNT_MEMBER, `$1${HIDDEN}$2`)
    .replace(SIGNATURE, `$1${HIDDEN}`)
    .replace(SIGNATURE_PATH, `$1${HIDDEN}`)
    .replace(EMAIL, HIDDEN)
