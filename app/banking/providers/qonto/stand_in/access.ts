import { befalls } from '#app/banking/providers/qonto/stand_in/by_cents'
import { type Play, refuse } from '#app/banking/providers/qonto/stand_in/play'
import { centsOf } from '#app/banking/providers/qonto/stand_in/transfers'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

/** What a key alone may not do. */
const NEEDS_CONSENT = [
  'beneficiaries.create',
  'payees.verify',
  'payees.verify_bulk',
  'transfers.create',
  'transfers.cancel',
  'bulks.create',
  'own.create',
  'attachments.create',
  'subscriptions.list',
  'subscriptions.create',
  'subscriptions.delete',
]
const WINDOW_MS = 10_000
const REQUESTS_MAX = 1_000
const RETRY_AFTER = { 'retry-after': '1' }

const tooMany = (headers = {}): StandInAnswer => ({
  ...refuse(429, 'too_many_requests', 'Rate limit exceeded'),
  headers: { ...RETRY_AFTER, ...headers },
})

/** Who may ask what, and how often. */
export function gatekeeper(play: Play) {
  let window = { since: 0, requests: 0 }
  return (request: StandInRequest, operation: string): StandInAnswer | null => {
    if (/^(?:oauth|people)\./.test(operation)) return null
    const now = Date.now()
    if (now - window.since > WINDOW_MS) window = { since: now, requests: 0 }
    window.requests++
    if (window.requests > REQUESTS_MAX) return tooMany()
    return mayAsk(play, request, operation) ?? befallRequest(play, request, operation)
  }
}

function mayAsk(
  { state, clock }: Play,
  { headers }: StandInRequest,
  operation: string
): StandInAnswer | null {
  const given = headers.authorization ?? ''
  const { login, secretKey } = state.credentials
  if (given === `${login}:${secretKey}`)
    return NEEDS_CONSENT.includes(operation) ? refuse(403, 'forbidden', 'OAuth is needed') : null
  const token = /^Bearer (.+)$/.exec(given)?.[1]
  const now = clock.now().toISOString()
  const isGood = state.tokens.some(({ access, expiresAt }) => access === token && expiresAt > now)
  return isGood ? null : refuse(401, 'unauthorized', 'Invalid credentials')
}

/** What befalls a request by its cents, once for each key. */
function befallRequest(
  { state, faults }: Play,
  { json, headers }: StandInRequest,
  operation: string
): StandInAnswer | null {
  if (operation !== 'transfers.create' && operation !== 'own.create') return null
  const { transfer, internal_transfer: internal } = (json ?? {}) as Record<
    string,
    { amount?: unknown; beneficiary_id?: string } | undefined
  >
  const cents = centsOf((transfer ?? internal)?.amount)
  const slot = `${operation} ${headers['x-qonto-idempotency-key']}`
  if (cents === null || state.limitedOnce.includes(slot)) return null
  if (befalls(cents, 'rateLimitedOnce')) {
    state.limitedOnce.push(slot)
    return tooMany({ 'x-sandbox-fault': 'rate_limited' })
  }
  const isTrusted = state.beneficiaries.some(
    ({ id, isTrusted }) => id === transfer?.beneficiary_id && isTrusted
  )
  // Before it is signed nothing is taken: there is nothing to keep silent about yet.
  if (befalls(cents, 'timeoutAfter') && (internal || isTrusted || headers['x-qonto-sca-session-token'])) {
    state.limitedOnce.push(slot)
    faults.plan(operation, 'timeout_after')
  }
  return null
}
