import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ReadingContext, ReadResult } from '#app/invoices/reading/reading_types'
import { DomainError } from '#app/kernel/domain_error'

export type ChildRequest = {
  id: number
  bytes: Uint8Array
  fileName: string | undefined
  context: ReadingContext | undefined
  recognisers: 1 | 2
}
export type ChildAnswer = { id: number } & (
  | { result: ReadResult }
  | { refusal: string }
  | { failure: string }
)

type ChildOptions = { fileName?: string; context?: ReadingContext }
type Verdict = { result: ReadResult } | { error: Error }

const timeoutMs = 120_000
const heapMbMax = 512
/** Whole process: the heap, the text of sixty pages and one or two recognisers outside the heap. */
const residentMbMax = 1_400
/** The memory of recognition only grows, so a child is replaced from time to time. */
const filesPerChildMax = 40
const watchEveryMs = 1_000
/**
 * For the memory of glibc: pictures of pages come and go by the dozen, and left to itself it keeps what they leave
 * behind, in a pool for each thread.
 */
const frugalMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}
const tooSlow = 'La lectura ha superado el límite de 120 segundos.'
const tooLarge = 'La lectura ha superado la memoria permitida. Divida el archivo en partes más pequeñas.'

/** A process of its own that reads one file after another and is replaced when it dies or has to be killed. */
export class ReadingChild {
  private child: ChildProcess | null = null
  private lastId = 0

  constructor(private readonly recognisers: 1 | 2) {}

  /**
   * Reads a file in the child. Throws E_UNREADABLE_FILE with a Spanish message when the file is refused, takes longer
   * than 120 seconds, needs too much memory or makes the reader fail; the reason of a failure is the error's cause.
   */
  async read(bytes: Uint8Array, options: ChildOptions = {}): Promise<ReadResult> {
    if (this.lastId > 0 && this.lastId % filesPerChildMax === 0) this.close()
    this.lastId += 1
    const verdict = await this.ask({
      id: this.lastId,
      bytes,
      fileName: options.fileName,
      context: options.context,
      recognisers: this.recognisers,
    })
    if ('error' in verdict) throw verdict.error
    return verdict.result
  }

  close(): void {
    this.child?.disconnect()
    this.child = null
  }

  private ask(request: ChildRequest): Promise<Verdict> {
    const child = this.start()
    return new Promise((resolve) => {
      const finish = (verdict: Verdict) => {
        clearTimeout(timer)
        clearInterval(watch)
        child.off('message', onMessage)
        child.off('exit', onExit)
        resolve(verdict)
      }
      const onMessage = (answer: ChildAnswer) => {
        if (answer.id === request.id) finish(toVerdict(answer))
      }
      const onExit = () => {
        this.child = null
        finish({ error: new DomainError('E_UNREADABLE_FILE', tooLarge) })
      }
      const kill = (message: string) => {
        this.child = null
        child.kill('SIGKILL')
        finish({ error: new DomainError('E_UNREADABLE_FILE', message) })
      }
      const timer = setTimeout(() => kill(tooSlow), timeoutMs)
      const watch = setInterval(() => {
        void residentMb(child.pid).then((mb) =>
          mb > residentMbMax && this.child === child ? kill(tooLarge) : undefined
        )
      }, watchEveryMs)
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.send(request, (error) => (error ? kill(tooLarge) : undefined))
    })
  }

  private start(): ChildProcess {
    if (this.child?.connected) return this.child
    const isSource = import.meta.url.endsWith('.ts')
    const entry = fileURLToPath(
      new URL(isSource ? './reading_child.ts' : './reading_child.js', import.meta.url)
    )
    const execArgv = [
      `--max-old-space-size=${heapMbMax}`,
      ...(isSource ? ['--import=@poppinss/ts-exec'] : []),
    ]
    this.child = fork(entry, [], {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...frugalMemory },
    })
    return this.child
  }
}

function toVerdict(answer: ChildAnswer): Verdict {
  if ('result' in answer) return { result: answer.result }
  if ('refusal' in answer) return { error: new DomainError('E_UNREADABLE_FILE', answer.refusal) }
  return {
    error: new DomainError('E_UNREADABLE_FILE', 'No se ha podido leer el archivo.', {
      cause: answer.failure,
    }),
  }
}

/** Linux tells the memory of another process; elsewhere only the heap limit holds. */
async function residentMb(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Reads one file in a process of its own, with limits of time and memory. See `ReadingChild.read`. */
export async function readInChild(bytes: Uint8Array, options: ChildOptions = {}): Promise<ReadResult> {
  const child = new ReadingChild(2)
  try {
    return await child.read(bytes, options)
  } finally {
    child.close()
  }
}
