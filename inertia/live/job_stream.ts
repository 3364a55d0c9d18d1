import type { TrayJob } from '~/shared_props'
import { urlFor } from '~/urls'

/** A thing whose job moved on: enough to know what to ask the server for. */
export type MovedObject = { type: string; id: number }

export type StreamListener = {
  onState: (isLive: boolean) => void
  onJobs?: (jobs: TrayJob[]) => void
  onObject?: (object: MovedObject) => void
  /** Something that the start page counts has changed. */
  onWork?: () => void
  /** A process has moved on. */
  onProcesses?: () => void
}

/** The server shows a sign of life every 15 seconds; two missed and the connection is taken for dead. */
const silenceLimitMs = 40_000
const retryMs = 30_000

/**
 * The one event stream of this page, open while somebody listens and the page is in view: a browser opens few
 * connections to one address. Where it cannot be opened the listeners are told, and ask the server themselves.
 */
class JobStream {
  private listeners = new Set<StreamListener>()
  private source: EventSource | null = null
  private isLive = false
  private silence = 0
  private retry = 0

  subscribe(listener: StreamListener): () => void {
    this.listeners.add(listener)
    if (this.listeners.size === 1) document.addEventListener('visibilitychange', this.follow)
    listener.onState(this.isLive)
    this.follow()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) document.removeEventListener('visibilitychange', this.follow)
      this.follow()
    }
  }

  private follow = () => {
    const isWanted = this.listeners.size > 0 && document.visibilityState === 'visible'
    if (!isWanted) this.rest()
    else if (this.source === null && this.retry === 0) this.open()
  }

  private open() {
    const source = new EventSource(urlFor('jobs.stream'))
    this.source = source
    source.onopen = () => this.alive()
    source.onerror = () => {
      this.tell(false)
      // The browser reconnects a stream that broke; one that was refused is asked for again later.
      if (source.readyState === EventSource.CLOSED) this.reopenLater()
    }
    source.addEventListener('beat', () => this.alive())
    source.addEventListener('jobs', (event) =>
      this.pass<TrayJob[]>(event, (listener, jobs) => listener.onJobs?.(jobs))
    )
    source.addEventListener('work', (event) => this.pass<null>(event, (listener) => listener.onWork?.()))
    source.addEventListener('processes', (event) =>
      this.pass<null>(event, (listener) => listener.onProcesses?.())
    )
    source.addEventListener('object', (event) =>
      this.pass<MovedObject>(event, (listener, object) => listener.onObject?.(object))
    )
  }

  private pass<Content>(
    event: MessageEvent<string>,
    to: (listener: StreamListener, content: Content) => void
  ) {
    this.alive()
    const content = JSON.parse(event.data) as Content
    for (const listener of this.listeners) to(listener, content)
  }

  private alive() {
    window.clearTimeout(this.silence)
    this.silence = window.setTimeout(() => {
      this.close()
      this.follow()
    }, silenceLimitMs)
    this.tell(true)
  }

  private reopenLater() {
    this.close()
    this.retry = window.setTimeout(() => {
      this.retry = 0
      this.follow()
    }, retryMs)
  }

  private rest() {
    window.clearTimeout(this.retry)
    this.retry = 0
    this.close()
  }

  private close() {
    window.clearTimeout(this.silence)
    this.source?.close()
    this.source = null
    this.tell(false)
  }

  private tell(isLive: boolean) {
    if (isLive === this.isLive) return
    this.isLive = isLive
    for (const listener of this.listeners) listener.onState(isLive)
  }
}

export const jobStream = new JobStream()
