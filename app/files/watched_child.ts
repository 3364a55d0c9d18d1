import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { joinAnswer, partAnswer } from '#app/files/answer_parts'
import { DomainError } from '#app/kernel/domain_error'

export type ChildLimits = {
  timeoutMs: number
  /** Of the JavaScript heap; the memory of pictures and recognition lies outside it. */
  heapMbMax: number
  /** Of the whole process. Above it the child is killed. */
  residentMbMax: number
  /** The memory of recognition and of pictures only grows: a child is replaced after this many requests … */
  requestsMax: number
  /** … or when it holds more than this between two of them. */
  recycleMb: number
  /** How its C library keeps memory, `frugalMemory` without it. */
  memory?: Record<string, string>
  tooSlow: string
  tooLarge: string
}

export const watchEveryMs = 250
/**
 * For the memory of glibc: pictures of pages come and go by the dozen, and left to itself it keeps what they leave
 * behind, in a pool for each thread.
 */
export const frugalMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
  UV_THREADPOOL_SIZE: '2',
}

/**
 * Of the young generation of the heap, in MB: as large as Node makes it by itself it takes a hundred megabytes at the start
 * that pictures need later, and gains no time here (measured: 505 to 395 MB for a page that lies upside down).
 */
const youngMbMax = 4

type Reply = { id: number; part: unknown[] } | { id: number; whole: unknown }

/**
 * A process of its own that answers one request at a time, with limits of time and memory; it is started when needed
 * and replaced when it dies, is killed or has worked long enough.
 */
export class WatchedChild<Request extends object, Answer extends object> {
  private child: ChildProcess | null = null
  private turn: Promise<unknown> = Promise.resolve()
  private lastId = 0
  private answered = 0

  /** `entry` is the module that answers, without its ending. */
  constructor(
    private readonly entry: URL,
    private readonly limits: ChildLimits
  ) {}

  /** The answer of the child. Throws E_UNREADABLE_FILE with the message of the limit that was passed. */
  ask(request: Request): Promise<Answer> {
    const mine = this.turn.then(() => this.askNow(request))
    this.turn = mine.catch(() => undefined)
    return mine
  }

  close(): void {
    if (this.child?.connected) this.child.disconnect()
    this.child = null
    this.answered = 0
  }

  private async askNow(request: Request): Promise<Answer> {
    const id = ++this.lastId
    const child = this.start()
    try {
      return await this.exchange(child, { id, request })
    } finally {
      this.answered += 1
      const isWorn =
        (await residentMb(child.pid)) > this.limits.recycleMb || this.answered >= this.limits.requestsMax
      if (isWorn && this.child === child) {
        this.close()
        // No request waits for the next one to load its modules.
        this.start()
      }
    }
  }

  private exchange(child: ChildProcess, message: { id: number; request: Request }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        clearInterval(watch)
        child.off('message', onMessage)
        child.off('exit', onExit)
      }
      const refuse = (text: string) => {
        finish()
        if (this.child === child) this.child = null
        reject(new DomainError('E_UNREADABLE_FILE', text))
      }
      const kill = (text: string) => {
        child.kill('SIGKILL')
        refuse(text)
      }
      const parts: unknown[][] = []
      const onMessage = (reply: Reply) => {
        if (reply.id !== message.id) return
        if ('part' in reply) {
          parts.push(reply.part)
          return
        }
        finish()
        resolve(joinAnswer({ whole: reply.whole, parts }) as Answer)
      }
      const onExit = () => refuse(this.limits.tooLarge)
      const timer = setTimeout(() => kill(this.limits.tooSlow), this.limits.timeoutMs)
      const watch = setInterval(() => {
        void residentMb(child.pid).then((mb) =>
          mb > this.limits.residentMbMax && this.child === child ? kill(this.limits.tooLarge) : undefined
        )
      }, watchEveryMs)
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.send(message, (error) => (error ? kill(this.limits.tooLarge) : undefined))
    })
  }

  private start(): ChildProcess {
    if (this.child?.connected) return this.child
    const isSource = import.meta.url.endsWith('.ts')
    const entry = `${fileURLToPath(this.entry)}.${isSource ? 'ts' : 'js'}`
    this.answered = 0
    this.child = fork(entry, [], {
      execArgv: [
        `--max-old-space-size=${this.limits.heapMbMax}`,
        `--max-semi-space-size=${youngMbMax}`,
        ...(isSource ? ['--import=@poppinss/ts-exec'] : []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...(this.limits.memory ?? frugalMemory) },
    })
    // One that waits keeps nobody from ending.
    this.child.unref()
    this.child.channel?.unref()
    return this.child
  }
}

/** Answers the requests of a `WatchedChild` in its process, which ends when the parent lets go. */
export function answerRequests<Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
  close: () => Promise<void>
): void {
  process.on('message', ({ id, request }: { id: number; request: Request }) => {
    void answer(request).then((reply) => {
      const { whole, parts } = partAnswer(reply)
      for (const part of parts) process.send?.({ id, part } satisfies Reply)
      process.send?.({ id, whole } satisfies Reply)
    })
  })
  process.on('disconnect', () => {
    void close().finally(() => process.exit(0))
  })
}

/** Linux tells the memory of another process; elsewhere only the heap limit holds. */
export async function residentMb(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
