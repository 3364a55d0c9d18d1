import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBrowser } from '#tests/web/http_browser'

export type Heard = { event: string; content: unknown }

/** An event stream as a browser reads it, event by event. */
export class ListeningBrowser {
  readonly heard: Heard[] = []
  isOver = false
  private rest = ''

  private constructor(
    private readonly asked: ClientRequest,
    readonly answer: IncomingMessage
  ) {
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => this.read(text))
    answer.on('close', () => {
      this.isOver = true
    })
    asked.on('error', () => {
      this.isOver = true
    })
  }

  static open(browser: HttpBrowser, headers: Record<string, string> = {}): Promise<ListeningBrowser> {
    return new Promise((opened, failed) => {
      const asked = request(`${browser.origin}/api/jobs/stream`, {
        headers: {
          ...browser.requestHeaders(),
          accept: 'text/event-stream',
          'accept-encoding': 'gzip',
          ...headers,
        },
        agent: false,
      })
      asked.once('error', failed)
      asked.once('response', (answer) => opened(new ListeningBrowser(asked, answer)))
      asked.end()
    })
  }

  of(event: string): unknown[] {
    return this.heard.filter((heard) => heard.event === event).map(({ content }) => content)
  }

  /** Waits until it is so; false when it is not within the limit. */
  async until(isSo: (self: ListeningBrowser) => boolean, limitMs = 5000): Promise<boolean> {
    const limit = Date.now() + limitMs
    while (!isSo(this)) {
      if (Date.now() > limit) return false
      await sleep(10)
    }
    return true
  }

  leave(): void {
    this.asked.destroy()
  }

  private read(text: string): void {
    const parts = (this.rest + text).split('\n\n')
    this.rest = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(part.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]))
      const event = fields.get('event')
      if (event) this.heard.push({ event, content: JSON.parse(fields.get('data') ?? 'null') })
    }
  }
}
