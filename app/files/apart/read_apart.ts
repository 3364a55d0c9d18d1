import { type ChildLimits, WatchedChild } from '#app/files/watched_child'
import { DomainError, type DomainErrorCode, isDomainError } from '#app/kernel/domain_error'

export type ApartRequest = { module: string; name: string; given: unknown[] }
export type ApartAnswer =
  | { result: unknown }
  | { refusal: { code: DomainErrorCode; message: string; field: string | undefined } }
  | { failure: string }

// biome-ignore lint/suspicious/noExplicitAny: what a reader takes is known where it is named
type Reader = (...given: any[]) => unknown

const CHILDREN = 2
const IDLE_MS = 60_000
const WAITING_MAX = 20

/** A sheet of 200,000 rows and eight columns takes 20 seconds and 500 MB here, one of 20,000 rows 1.4 seconds. */
export const APART_LIMITS: ChildLimits = {
  timeoutMs: 30_000,
  heapMbMax: 448,
  residentMbMax: 640,
  requestsMax: 200,
  recycleMb: 300,
  tooSlow:
    'El fichero tarda demasiado en leerse (más de 30 segundos): divídalo o guárdelo como CSV y súbalo otra vez.',
  tooLarge:
    'El fichero necesita demasiada memoria para leerse: divídalo o guárdelo como CSV y súbalo otra vez.',
}

/** Processes that read files for this one, so that it goes on answering; they end when nobody asks for a minute. */
export class ReadersApart {
  readonly #children: { child: WatchedChild<ApartRequest, ApartAnswer>; asked: number }[]
  #idle: NodeJS.Timeout | null = null

  constructor(limits: ChildLimits = APART_LIMITS, count = CHILDREN) {
    this.#children = Array.from({ length: count }, () => ({
      child: new WatchedChild<ApartRequest, ApartAnswer>(new URL('./apart_child', import.meta.url), limits),
      asked: 0,
    }))
  }

  /**
   * What a function of a module gives, called in a process of its own. Throws what it throws: its refusals as they are, and
   * E_UNREADABLE_FILE at `field` when it takes too long, needs too much memory, or too many files wait already.
   */
  async read(request: ApartRequest, field: string): Promise<unknown> {
    const [free] = this.#children.toSorted((a, b) => a.asked - b.asked)
    if (!free || free.asked >= WAITING_MAX)
      throw new DomainError(
        'E_UNREADABLE_FILE',
        'Hay demasiados ficheros en espera: inténtelo en un minuto.',
        {
          field,
        }
      )
    if (this.#idle) clearTimeout(this.#idle)
    free.asked++
    try {
      const answer = await free.child.ask(request)
      if ('result' in answer) return answer.result
      if ('failure' in answer) throw new Error(`${request.name} failed: ${answer.failure}`)
      const { code, message, field: refused } = answer.refusal
      throw new DomainError(code, message, { field: refused })
    } catch (error) {
      if (isDomainError(error) && error.code === 'E_UNREADABLE_FILE' && error.field === undefined)
        throw new DomainError(error.code, error.message, { field, cause: error })
      throw error
    } finally {
      free.asked--
      this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    }
  }

  close(): void {
    for (const { child, asked } of this.#children) if (asked === 0) child.close()
  }
}

const readers = new ReadersApart()

/**
 * A reader of files as this process calls it: the exported function `name` of a module, run in a process with limits of
 * time and memory (`ReadersApart.read`). What it takes and gives must survive the way there: plain values and bytes.
 */
export function readApart<Read extends Reader>(module: `#app/${string}`, name: string, field = 'file') {
  return async (...given: Parameters<Read>): Promise<Awaited<ReturnType<Read>>> =>
    (await readers.read({ module, name, given }, field)) as Awaited<ReturnType<Read>>
}
