import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type GatewayCapabilities,
  GatewayUnavailable,
  type KnownTransfer,
  type PayeeCheck,
  type SubmitAnswer,
  type Transfer,
  type TransferState,
} from '#app/banking/gateway/transfer_gateway'
import { calendarDate } from '#app/kernel/time/calendar_date'
import type { Notification, ProfileGateway } from '#app/payments/gateway/gateways'

export const SANDBOX = 'sandbox'

type Options = {
  url: string
  secret: string
  timeoutMs?: number
  /** What the bank keeps keys for; shorter in trials of what happens afterwards. */
  idempotencyWindowSeconds?: number
}

/** A transfer in the words of the sandbox bank. */
type Told = {
  id: string
  reference: string
  amount: number
  currency: string
  creditorIban: string
  status: string
  changedOn: string | null
  reasonCode: string | null
  reason: string | null
}

/** Somebody says yes in the bank's own pages, whenever they like. */
const ASKED = {
  url: null,
  instruction: 'Abra el banco y confirme la operación.',
  expiresAt: null,
  token: null,
}

const STATES: Readonly<Record<string, TransferState>> = {
  pending: 'processing',
  awaiting_authorisation: 'awaiting_authorisation',
  payee_mismatch: 'payee_mismatch',
  settled: 'executed',
  declined: 'rejected',
  returned: 'returned',
  cancelled: 'cancelled',
}
const CAPABILITIES: GatewayCapabilities = {
  concurrency: 4,
  batchMax: 1000,
  canCancel: true,
  canConfirmPayee: true,
  instant: true,
  payees: ['iban'],
  currencies: ['EUR'],
  quotes: false,
  attachmentAboveMinor: null,
}
const TIMEOUT_MS = 60_000
const WINDOW_SECONDS = 30 * 60
const RETRY_SECONDS = 30
const KEY_USED = 'KEY'
const TOLERANCE_SECONDS = 300
/** Errors of a connection that never was: the request cannot have arrived. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** The local bank for trials, over HTTP as a real one. Never where money is real: it is bound to an address only there. */
export function sandboxGateway({
  url,
  secret,
  timeoutMs = TIMEOUT_MS,
  idempotencyWindowSeconds = WINDOW_SECONDS,
}: Options): ProfileGateway {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  return {
    name: SANDBOX,
    title: 'el banco',
    capabilities: CAPABILITIES,
    idempotencyWindowSeconds,
    async submit(transfer, idempotencyKey) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(bodyOf(transfer)),
      }
      try {
        const answer = await ask('/transfers', init)
        return readAnswer(answer.status, answer.headers.get('retry-after'), await answer.text())
      } catch (error) {
        return noAnswer(error)
      }
    },
    async findSubmission({ orderNumber }) {
      const found = await readJson(() => ask(`/transfers?reference=${encodeURIComponent(orderNumber)}`))
      if (!Array.isArray(found)) throw new GatewayUnavailable('A list was expected')
      return found.map(toKnown)
    },
    async getStatus(ref) {
      const found = await readJson(() => ask(`/transfers/${encodeURIComponent(ref)}`))
      return found === null ? null : toKnown(found)
    },
    async cancel(ref) {
      return toKnown(
        await readJson(() => ask(`/transfers/${encodeURIComponent(ref)}/cancel`, { method: 'POST' }))
      )
    },
    async confirmPayee(ref) {
      return toKnown(
        await readJson(() => ask(`/transfers/${encodeURIComponent(ref)}/confirm`, { method: 'POST' }))
      )
    },
    async checkPayee(payee) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payee),
      }
      return toPayeeCheck(await readJson(() => ask('/payees', init)))
    },
    readNotification: (raw, headers) => readNotification(raw, headers['x-sandbox-signature'], secret),
  }
}

const bodyOf = (transfer: Transfer) => ({
  reference: transfer.orderNumber,
  endToEndId: transfer.endToEndId,
  amount: transfer.amountMinor,
  currency: transfer.currency,
  debtorIban: transfer.debtorIban,
  creditorName: transfer.payee.name,
  creditorIban: transfer.payee.kind === 'iban' ? transfer.payee.iban : null,
  remittance: transfer.remittance,
  executionOn: transfer.executionOn,
  instant: transfer.speed === 'instant',
})

/** Only an answer that says so is a refusal; what cannot be read may have been accepted. */
function readAnswer(httpStatus: number, retryAfter: string | null, text: string): SubmitAnswer {
  if (httpStatus === 429)
    return {
      kind: 'later',
      httpStatus,
      afterSeconds: Number(retryAfter) || RETRY_SECONDS,
      reason: 'Demasiadas peticiones',
    }
  if (httpStatus >= 500) return { kind: 'unknown', httpStatus, reason: `El banco respondió ${httpStatus}` }
  let told: unknown
  try {
    told = JSON.parse(text)
  } catch {
    return { kind: 'unknown', httpStatus, reason: 'El banco respondió sin contenido' }
  }
  if (httpStatus >= 400) {
    const { code = 'NARR', message = '' } = told as { code?: string; message?: string }
    // Something of ours went under this key: whatever it was, it may be on its way.
    if (code === KEY_USED) return { kind: 'unknown', httpStatus, reason: message }
    return { kind: 'refused', httpStatus, code, message }
  }
  try {
    return { kind: 'taken', httpStatus, transfer: toKnown(told) }
  } catch {
    return { kind: 'unknown', httpStatus, reason: 'El banco respondió algo que no se entiende' }
  }
}

function noAnswer(error: unknown): SubmitAnswer {
  const code = causeOf(error)
  if (NEVER_CONNECTED.includes(code))
    return { kind: 'later', httpStatus: null, afterSeconds: RETRY_SECONDS, reason: `Sin conexión (${code})` }
  return { kind: 'unknown', httpStatus: null, reason: `El banco no respondió (${code})` }
}

function causeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? 'error'
}

async function readJson(ask: () => Promise<Response>): Promise<unknown> {
  try {
    const answer = await ask()
    if (answer.status === 404) return null
    if (!answer.ok) throw new GatewayUnavailable(`The bank answered ${answer.status}`)
    return await answer.json()
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw error
    throw new GatewayUnavailable(`The bank did not answer: ${causeOf(error)}`, { cause: error })
  }
}

const PAYEE_RESULTS = ['match', 'close_match', 'no_match', 'not_possible'] as const

function toPayeeCheck(told: unknown): PayeeCheck {
  const { result, name } = (told ?? {}) as { result?: string; name?: string | null }
  const known = PAYEE_RESULTS.find((word) => word === result)
  return { result: known ?? 'not_possible', officialName: known === 'close_match' ? (name ?? null) : null }
}

function toKnown(told: unknown): KnownTransfer {
  const { id, reference, amount, currency, creditorIban, status, changedOn, reasonCode, reason } = (told ??
    {}) as Partial<Told>
  if (!id || !reference || !amount || !currency || !creditorIban || !status)
    throw new GatewayUnavailable('The bank told of a transfer in a way that makes no sense')
  return {
    ref: id,
    orderNumber: reference,
    amountMinor: amount,
    currency,
    payee: { iban: creditorIban, externalId: null, email: null },
    // A word that is new to us keeps the payment where it is.
    state: STATES[status] ?? 'processing',
    providerStatus: status,
    on: changedOn ? calendarDate(changedOn) : null,
    code: reasonCode ?? null,
    message: reason ?? null,
    authorisation: status === 'awaiting_authorisation' ? ASKED : null,
  }
}

/** What the signature is over: the second it was made at, and the bytes that were sent. */
export const signatureOf = (secret: string, seconds: number, raw: string) =>
  createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')

function readNotification(raw: string, signature: string | undefined, secret: string): Notification | null {
  const [, seconds = '', given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (given === '' || Math.abs(Date.now() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return null
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(secret, Number(seconds), raw))))
    return null
  try {
    const { id, reference, transferId } = JSON.parse(raw) as Record<string, string | undefined>
    return id ? { externalId: id, reference: reference ?? null, providerRef: transferId ?? null } : null
  } catch {
    return null
  }
}
