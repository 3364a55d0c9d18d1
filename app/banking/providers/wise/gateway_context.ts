import {
  GatewayUnavailable,
  type KnownTransfer,
  type Quote,
  type SubmitAnswer,
} from '#app/banking/gateway/transfer_gateway'
import { Refusal } from '#app/banking/providers/wise/client'
import { NoAnswer, NotSent, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

/** What every step of a payment needs. */
export type Context = { connection: Connection; client: ProviderClient; profile: string }

const RETRY_SECONDS = 60
const OK = 200

/** The request that makes something left, and nobody knows whether it did. */
export class Unsure extends Error {}

/** Runs the one request that makes something: without an answer its outcome is not known. */
export async function committing<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoAnswer) throw new Unsure(error.message, { cause: error })
    throw error
  }
}

/**
 * Runs what is asked after something was made: whatever hinders it, nobody may take it for not made. What Wise refuses is as
 * unclear as silence.
 */
export async function afterwards<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof NotSent || error instanceof Refusal)
      throw new Unsure(error.message, { cause: error })
    throw error
  }
}

export const taken = (transfer: KnownTransfer): SubmitAnswer => ({ kind: 'taken', httpStatus: OK, transfer })

export const refused = (code: string, message: string, httpStatus: number | null = null): SubmitAnswer => ({
  kind: 'refused',
  httpStatus,
  code,
  message,
})

export const later = (reason: string, afterSeconds = RETRY_SECONDS): SubmitAnswer => ({
  kind: 'later',
  httpStatus: null,
  afterSeconds,
  reason,
})

export const requoted = (quote: Quote): SubmitAnswer => ({
  kind: 'requoted',
  httpStatus: null,
  quote,
  message: 'El presupuesto ha caducado y el nuevo cuesta más de lo aprobado.',
})

/** Turns what the network and Wise did into an answer of the gateway: before anything was made, no answer is `later`. */
export async function answering(send: () => Promise<SubmitAnswer>): Promise<SubmitAnswer> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Unsure) return { kind: 'unknown', httpStatus: null, reason: error.message }
    if (error instanceof NotSent) return later(error.message, error.afterSeconds)
    if (error instanceof NoAnswer) return later(error.message)
    if (error instanceof Refusal) return refusedBy(error)
    throw error
  }
}

/**
 * Wise wants a person where the product only has a token: repeating it would change nothing. A quote that expires while it is
 * used is another matter: the next time it is known to have.
 */
function refusedBy({ needsPerson, status, code, message }: Refusal): SubmitAnswer {
  if (needsPerson)
    return refused(
      'sca_needed',
      'Wise pide la autorización de una persona que este acceso no puede dar.',
      status
    )
  if (/expired/i.test(`${code} ${message}`)) return later('El presupuesto acaba de caducar', 1)
  return refused(code, message, status)
}

/** For what is only read: whatever came in between, nothing follows from it. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof NotSent || error instanceof Refusal)
      throw new GatewayUnavailable(error.message, { cause: error })
    throw error
  }
}
