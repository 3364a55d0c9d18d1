import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { frugalMemory, residentMb, watchEveryMs } from '#app/files/watched_child'
import type { PageWanted } from '#app/invoices/drawing/draw_page'
import type { PdfTraces } from '#app/invoices/drawing/pdf_traces'
import { DomainError } from '#app/kernel/domain_error'

/** A page to draw, or a PDF whose making is looked into. */
export type Wanted = PageWanted | { tracesOf: Uint8Array }
export type DrawingRequest = Wanted & { id: number }
export type DrawingAnswer = { id: number } & (
  | { picture: Uint8Array | null }
  | { traces: PdfTraces }
  | { refusal: string }
  | { failure: string }
)
type Verdict = { picture: Uint8Array | null } | { traces: PdfTraces } | { error: Error }
type Limits = { timeoutMs: number; idleMs: number; entry?: string }

const WAITING_MAX = 40
/** What a drawer holds of memory only grows, so it is replaced from time to time. */
const PAGES_PER_CHILD_MAX = 200
const HEAP_MB_MAX = 320
/** Of the whole process, pictures included. */
const RESIDENT_MB_MAX = 512
const USUAL: Limits = { timeoutMs: 15_000, idleMs: 60_000 }

const refusal = (message: string, cause?: unknown) => new DomainError('E_UNREADABLE_FILE', message, { cause })

/** A process of its own that draws one page after another; it is started when needed and let go when idle. */
export class DrawingChild {
  private child: ChildProcess | null = null
  private turn: Promise<unknown> = Promise.resolve()
  private idle: NodeJS.Timeout | null = null
  private lastId = 0
  private waiting = 0

  constructor(private readonly limits: Limits = USUAL) {}

  /**
   * A page as PNG, or null beyond the last one. Pages are drawn one at a time, in the order they are asked for. Throws
   * E_UNREADABLE_FILE for a file that cannot be drawn, takes too long, or when forty pages wait already.
   */
  async draw(wanted: PageWanted): Promise<Uint8Array | null> {
    const verdict = await this.queue(wanted)
    return 'picture' in verdict ? verdict.picture : null
  }

  /** What a PDF tells of its making, in the same turn and with the same limits. Throws as `draw` does. */
  async inspect(bytes: Uint8Array): Promise<PdfTraces> {
    const verdict = await this.queue({ tracesOf: bytes })
    if (!('traces' in verdict)) throw refusal('El PDF no se puede examinar.')
    return verdict.traces
  }

  private async queue(wanted: Wanted): Promise<Exclude<Verdict, { error: Error }>> {
    if (this.waiting >= WAITING_MAX)
      throw refusal('Hay demasiadas páginas en espera. Inténtelo de nuevo en unos segundos.')
    this.waiting += 1
    const mine = this.turn.then(() => this.ask(wanted))
    this.turn = mine
    const verdict = await mine.finally(() => {
      this.waiting -= 1
    })
    if ('error' in verdict) throw verdict.error
    return verdict
  }

  close(): void {
    if (this.idle) clearTimeout(this.idle)
    if (this.child?.connected) this.child.disconnect()
    this.child = null
  }

  private ask(wanted: Wanted): Promise<Verdict> {
    if (this.idle) clearTimeout(this.idle)
    if (this.lastId > 0 && this.lastId % PAGES_PER_CHILD_MAX === 0) this.close()
    this.lastId += 1
    const request: DrawingRequest = { id: this.lastId, ...wanted }
    const child = this.start()
    return new Promise((resolve) => {
      const finish = (verdict: Verdict) => {
        clearTimeout(timer)
        clearInterval(watch)
        child.off('message', onMessage)
        child.off('exit', onExit)
        this.idle = setTimeout(() => this.close(), this.limits.idleMs).unref()
        resolve(verdict)
      }
      const onMessage = (answer: DrawingAnswer) => {
        if (answer.id === request.id) finish(toVerdict(answer))
      }
      const onExit = () => {
        this.child = null
        finish({ error: refusal('La página no se puede dibujar.') })
      }
      const kill = (message: string) => {
        this.child = null
        child.kill('SIGKILL')
        finish({ error: refusal(message) })
      }
      const timer = setTimeout(
        () => kill('La página ha tardado demasiado en dibujarse.'),
        this.limits.timeoutMs
      )
      const watch = setInterval(() => {
        void residentMb(child.pid).then((mb) =>
          mb > RESIDENT_MB_MAX && this.child === child
            ? kill('La página necesita más memoria de la permitida para dibujarse.')
            : undefined
        )
      }, watchEveryMs)
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.send(request, (error) => (error ? kill('La página no se puede dibujar.') : undefined))
    })
  }

  private start(): ChildProcess {
    if (this.child?.connected) return this.child
    const isSource = import.meta.url.endsWith('.ts')
    const usual = new URL(isSource ? './drawing_child.ts' : './drawing_child.js', import.meta.url)
    const child = fork(this.limits.entry ?? fileURLToPath(usual), [], {
      execArgv: [`--max-old-space-size=${HEAP_MB_MAX}`, ...(isSource ? ['--import=@poppinss/ts-exec'] : [])],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...frugalMemory },
    })
    // An idle drawer keeps nobody from ending.
    child.unref()
    child.channel?.unref()
    this.child = child
    return child
  }
}

function toVerdict(answer: DrawingAnswer): Verdict {
  if ('picture' in answer) return { picture: answer.picture }
  if ('traces' in answer) return { traces: answer.traces }
  if ('refusal' in answer) return { error: refusal(answer.refusal) }
  return { error: refusal('La página no se puede dibujar.', answer.failure) }
}

const drawer = new DrawingChild()

/** Draws a page in the drawing process of this one. See `DrawingChild.draw`. */
export const drawInChild = (wanted: PageWanted): Promise<Uint8Array | null> => drawer.draw(wanted)

/** Looks into the making of a PDF there. See `DrawingChild.inspect`. */
export const inspectInChild = (bytes: Uint8Array): Promise<PdfTraces> => drawer.inspect(bytes)
