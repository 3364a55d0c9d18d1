import logger from '@adonisjs/core/services/logger'
import { type LiveSession, listLiveSessions } from '#app/identity/queries/list_live_sessions'
import { JOB_CHANNEL, type JobNotice, readJobNotice } from '#app/jobs/job_notice'
import { listJobRuns } from '#app/jobs/queries/list_job_runs'
import { type Listening, listenToChannels } from '#app/kernel/database/listen_to_channels'
import { EventStream } from '#app/web/live/event_stream'
import { concernsWork, mayFollow, mayFollowProcesses } from '#app/web/live/may_follow'

/** Fewer than the six connections that a browser opens to one address over HTTP/1.1. */
export const STREAMS_OF_A_USER_MAX = 4
const STREAMS_MAX = 2000
const BEAT_EVERY_MS = 15_000
/** Work that changes in many steps is told once. */
const GATHER_MS = 1000

/**
 * The event streams of this process. All share one listening connection, which is opened with the first stream; when
 * it is lost every stream ends, because nobody could tell what was missed: browsers come back and get the present state.
 */
class JobStreams {
  readonly #streams = new Set<EventStream>()
  readonly #telling = new Map<number, 'once' | 'again'>()
  #listening: Promise<Listening> | null = null
  #beating: NodeJS.Timeout | null = null
  /** Companies in which work has changed and nobody was told yet. */
  readonly #changed = new Set<number | null>()
  #gathering: NodeJS.Timeout | null = null
  #gatheringProcesses: NodeJS.Timeout | null = null
  #isClosed = false

  get count(): number {
    return this.#streams.size
  }

  /** A stream for an open session; null where there are too many already. Rejects when the database cannot be listened to. */
  async open(sessionId: string, userId: number): Promise<EventStream | null> {
    await this.#listen()
    const [viewer] = await listLiveSessions([sessionId])
    if (!viewer || this.#isClosed || this.#isFull(userId)) return null
    const stream = new EventStream(viewer)
    this.#streams.add(stream)
    stream.body.once('close', () => this.#streams.delete(stream))
    try {
      stream.send('jobs', await listJobRuns(userId))
    } catch (error) {
      stream.abandon()
      throw error
    }
    return stream
  }

  /** Shows every browser that the stream is alive, and ends those whose session is over or whose user lost their rights. */
  async beat(): Promise<void> {
    if (this.#streams.size === 0) return
    try {
      await (await this.#listen()).check()
      const live = await listLiveSessions([...new Set([...this.#streams].map(({ viewer }) => viewer.id))])
      const viewers = new Map(live.map((viewer) => [viewer.id, viewer]))
      for (const stream of this.#streams) this.#renew(stream, viewers.get(stream.viewer.id))
    } catch (error) {
      this.#lose(error)
    }
  }

  /** Ends every stream and the listening connection; nothing is opened after that. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  #isFull(userId: number): boolean {
    const own = [...this.#streams].filter(({ viewer }) => viewer.userId === userId).length
    return own >= STREAMS_OF_A_USER_MAX || this.#streams.size >= STREAMS_MAX
  }

  #renew(stream: EventStream, viewer: LiveSession | undefined): void {
    if (!viewer) stream.end()
    else {
      stream.viewer = viewer
      stream.send('beat', null)
    }
  }

  #listen(): Promise<Listening> {
    if (!this.#listening) {
      const opening = listenToChannels({
        name: 'caudal-job-stream',
        channels: {
          [JOB_CHANNEL]: (payload) => this.#relay(readJobNotice(payload)),
          work_changed: (siteId) => this.#gather(siteId === '' ? null : Number(siteId)),
        },
        onLost: (error) => this.#lose(error),
      })
      this.#listening = opening
      opening.catch(() => {
        if (this.#listening === opening) this.#listening = null
      })
      this.#beating ??= setInterval(() => void this.beat(), BEAT_EVERY_MS).unref()
    }
    return this.#listening
  }

  #relay(notice: JobNotice): void {
    for (const stream of this.#streams) {
      if (mayFollow(stream.viewer, notice))
        stream.send('object', { type: notice.objectType, id: notice.objectId })
    }
    this.#gatheringProcesses ??= setTimeout(() => this.#tellProcesses(), GATHER_MS).unref()
    if (notice.userId !== null) void this.#tellOwner(notice.userId)
  }

  /** Says only that a process has moved on: which, and how it stands, each asks for with their own rights. */
  #tellProcesses(): void {
    this.#gatheringProcesses = null
    for (const stream of this.#streams) if (mayFollowProcesses(stream.viewer)) stream.send('processes', null)
  }

  #gather(siteId: number | null): void {
    this.#changed.add(siteId)
    this.#gathering ??= setTimeout(() => this.#tellWork(), GATHER_MS).unref()
  }

  /** Says only that something has changed: what it is, each asks for with their own rights. */
  #tellWork(): void {
    const changed = new Set(this.#changed)
    this.#changed.clear()
    this.#gathering = null
    for (const stream of this.#streams) if (concernsWork(stream.viewer, changed)) stream.send('work', null)
  }

  /** One question at a time for one user: what changes meanwhile is asked for once, afterwards. */
  async #tellOwner(userId: number): Promise<void> {
    const own = () => [...this.#streams].filter(({ viewer }) => viewer.userId === userId)
    if (own().length === 0) return
    if (this.#telling.has(userId)) {
      this.#telling.set(userId, 'again')
      return
    }
    try {
      do {
        this.#telling.set(userId, 'once')
        const runs = await listJobRuns(userId)
        for (const stream of own()) stream.send('jobs', runs)
      } while (this.#telling.get(userId) === 'again')
    } catch (error) {
      this.#lose(error)
    } finally {
      this.#telling.delete(userId)
    }
  }

  #lose(error: unknown): void {
    logger.warn({ err: error }, 'job streams: the database was lost, browsers will ask again')
    this.#stop().catch((failure) => logger.warn({ err: failure }, 'job streams: could not close'))
  }

  async #stop(): Promise<void> {
    if (this.#beating) clearInterval(this.#beating)
    this.#beating = null
    const listening = this.#listening
    this.#listening = null
    for (const stream of this.#streams) stream.end()
    await listening?.then(
      (connection) => connection.close(),
      () => {}
    )
  }
}

export const jobStreams = new JobStreams()
