import { PassThrough, type Readable } from 'node:stream'
import type { LiveSession } from '#app/identity/queries/list_live_sessions'

/** What waits unread for one browser before it is given up: it reconnects and gets the present state. */
const UNREAD_BYTES_MAX = 64 * 1024
const RECONNECT_AFTER_MS = 2000

/** One open event stream of one browser (the text format of the HTML standard, §9.2). */
export class EventStream {
  readonly #body = new PassThrough()

  constructor(public viewer: LiveSession) {
    this.#body.write(`retry: ${RECONNECT_AFTER_MS}\n\n`)
  }

  get body(): Readable {
    return this.#body
  }

  get isOpen(): boolean {
    return this.#body.writable
  }

  send(event: string, content: unknown): void {
    if (!this.isOpen) return
    this.#body.write(`event: ${event}\ndata: ${JSON.stringify(content)}\n\n`)
    if (this.#body.writableLength + this.#body.readableLength > UNREAD_BYTES_MAX) this.#body.destroy()
  }

  /** Ends the answer in order; the browser then asks again by itself. */
  end(): void {
    this.#body.end()
  }

  /** The browser has gone. */
  abandon(): void {
    this.#body.destroy()
  }
}
