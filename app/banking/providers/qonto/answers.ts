import type { KnownTransfer, SubmitAnswer } from '#app/banking/gateway/transfer_gateway'
import { retryAfterOf } from '#app/banking/providers/qonto/client'
import { refusalOf } from '#app/banking/providers/qonto/refusals'
import { NoAnswer, NotSent, type ProviderAnswer } from '#app/connectors/client/provider_client'

const SOON_SECONDS = 30
const LATER_SECONDS = 300

/** Ends a submission before anything was asked of Qonto that it could have done. */
export class Stopped extends Error {
  constructor(readonly answer: SubmitAnswer & { kind: 'refused' | 'later' }) {
    super(answer.kind)
  }
}

export const refusal = (code: string, message: string, httpStatus: number | null = null) => ({
  kind: 'refused' as const,
  httpStatus,
  code,
  message,
})

export const later = (reason: string, afterSeconds = SOON_SECONDS, httpStatus: number | null = null) => ({
  kind: 'later' as const,
  httpStatus,
  afterSeconds,
  reason,
})

/** An answer to what only prepares a transfer, when it is good. Whatever else it is, no transfer was made: throws Stopped. */
export function preparedWell(answer: ProviderAnswer): ProviderAnswer {
  const { status, json } = answer
  if (status >= 200 && status < 300 && json !== undefined) return answer
  if (status === 429) throw new Stopped(later('Demasiadas peticiones', retryAfterOf(answer), status))
  if (status === 401) throw new Stopped(unauthorised(status))
  if (status < 400 || status >= 500 || status === 408)
    throw new Stopped(later(`Qonto respondió ${status}`, SOON_SECONDS, status))
  const { code, message } = refusalOf(answer)
  throw new Stopped(refusal(code, message, status))
}

const unauthorised = (status: number) =>
  later('Las credenciales de Qonto no son válidas o han caducado.', LATER_SECONDS, status)

/** What an answer to a transfer means where it is neither a success that can be read nor a question (428): null for those. */
export function failureOf(answer: ProviderAnswer): SubmitAnswer | null {
  const { status: httpStatus, json } = answer
  if (httpStatus === 429) return later('Demasiadas peticiones', retryAfterOf(answer), httpStatus)
  if (httpStatus === 401) return unauthorised(httpStatus)
  if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 409 || httpStatus < 200)
    return { kind: 'unknown', httpStatus, reason: `Qonto respondió ${httpStatus}` }
  if (httpStatus >= 400 && httpStatus !== 428) return { kind: 'refused', httpStatus, ...refusalOf(answer) }
  if (httpStatus >= 300 || json === undefined)
    return { kind: 'unknown', httpStatus, reason: 'Qonto respondió algo que no se entiende' }
  return null
}

/** The transfer as Qonto says that it took it; an answer that makes no sense may have been a yes. */
export function takenOf(httpStatus: number, read: () => KnownTransfer): SubmitAnswer {
  try {
    return { kind: 'taken', httpStatus, transfer: read() }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { kind: 'unknown', httpStatus, reason: error.message }
  }
}

/** Why a transfer got no answer: it has certainly not left, or it may have arrived. */
export function silenceOf(error: unknown): SubmitAnswer {
  if (error instanceof NotSent) return later(error.message, error.afterSeconds)
  if (error instanceof NoAnswer) return { kind: 'unknown', httpStatus: null, reason: error.message }
  throw error
}

/** Why what prepares a transfer did not come about: nothing has been sent. */
export function stopOf(error: unknown): SubmitAnswer {
  if (error instanceof Stopped) return error.answer
  if (error instanceof NotSent) return later(error.message, error.afterSeconds)
  if (error instanceof NoAnswer) return later(error.message)
  throw error
}
