import { setImmediate as others } from 'node:timers/promises'
import { DomainError } from '#app/kernel/domain_error'

const SLICE_MS = 20

/**
 * Long work in a process that answers others too: asked between two steps it lets them have their turn every 20 ms, and
 * refuses to go on beyond a limit of its own time. One step must be short by itself.
 */
export class Turns {
  #since = performance.now()
  #spentMs = 0

  /** Without a limit the work goes on to its end. */
  constructor(private readonly limit?: { ms: number; tooLong: string; field?: string }) {}

  /** Throws E_TOO_LONG with the words of the limit. */
  async pass(): Promise<void> {
    const ms = performance.now() - this.#since
    if (ms < SLICE_MS) return
    this.#spentMs += ms
    const { limit } = this
    if (limit && this.#spentMs > limit.ms)
      throw new DomainError('E_TOO_LONG', limit.tooLong, limit.field ? { field: limit.field } : {})
    await others()
    this.#since = performance.now()
  }
}
