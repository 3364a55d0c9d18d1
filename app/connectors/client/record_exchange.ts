import { appendFileSync } from 'node:fs'
import { maskExchange, maskWebhook } from '#app/connectors/client/mask'

/** A request and its answer, or why there was none. `at` is when it began (ISO), `ms` how long it took. */
export type Exchange = {
  at: string
  service: string
  connection: string
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string | null }
  response: { status: number; headers: Readonly<Record<string, string>>; body: string } | null
  error: string | null
  ms: number
}

/** What a provider sent by itself, and whether it was believed. */
export type ReceivedWebhook = {
  at: string
  service: string
  connection: string
  webhook: { headers: Readonly<Record<string, string>>; body: string }
  accepted: boolean
}

/** Where every exchange is written, one JSON object a line with secrets as `***`; nowhere unless the variable is told. */
const file = () => process.env.CONNECTOR_RECORD

/** Writes an exchange to the file that `CONNECTOR_RECORD` names. */
export function recordExchange(exchange: Exchange): void {
  append(() => maskExchange(exchange))
}

/** The same for what a provider sent. */
export function recordWebhook(received: ReceivedWebhook): void {
  append(() => maskWebhook(received))
}

/** One write a line: several processes append to one file. */
function append(line: () => unknown): void {
  const path = file()
  if (path) appendFileSync(path, `${JSON.stringify(line())}\n`)
}
