import { WatchedChild } from '#app/files/watched_child'
import { DomainError } from '#app/kernel/domain_error'
import { refuseSize } from '#app/reading/pages/size_limit'
import type { ReadingContext, ReadResult } from '#app/reading/reading_types'

export type ReadingRequest = {
  bytes: Uint8Array
  fileName: string | undefined
  context: ReadingContext | undefined
}
export type ReadingAnswer = { result: ReadResult } | { refusal: string } | { failure: string }

type ChildOptions = { fileName?: string; context?: ReadingContext }

const limits = {
  timeoutMs: 120_000,
  heapMbMax: 320,
  residentMbMax: 512,
  requestsMax: 40,
  recycleMb: 400,
  tooSlow: 'La lectura ha superado el límite de 120 segundos.',
  tooLarge: 'La lectura ha superado la memoria permitida. Divida el archivo en partes más pequeñas.',
}

/**
 * A process of its own that reads one file after another. It recognises pictures in a second process, so that neither
 * holds more than 512 MB.
 */
export class ReadingChild {
  private readonly child = new WatchedChild<ReadingRequest, ReadingAnswer>(
    new URL('./reading_child', import.meta.url),
    limits
  )

  /**
   * Reads a file in the child. Throws E_UNREADABLE_FILE with a Spanish message when the file is refused, takes longer
   * than 120 seconds, needs too much memory or makes the reader fail; the reason of a failure is the error's cause.
   */
  async read(bytes: Uint8Array, options: ChildOptions = {}): Promise<ReadResult> {
    // What is too large is not even handed over: it would lie in both processes.
    refuseSize(bytes)
    const answer = await this.child.ask({ bytes, fileName: options.fileName, context: options.context })
    if ('result' in answer) return answer.result
    if ('refusal' in answer) throw new DomainError('E_UNREADABLE_FILE', answer.refusal)
    throw new DomainError('E_UNREADABLE_FILE', 'No se ha podido leer el archivo.', { cause: answer.failure })
  }

  close(): void {
    this.child.close()
  }
}

/** Reads one file in a process of its own, with limits of time and memory. See `ReadingChild.read`. */
export async function readInChild(bytes: Uint8Array, options: ChildOptions = {}): Promise<ReadResult> {
  const child = new ReadingChild()
  try {
    return await child.read(bytes, options)
  } finally {
    child.close()
  }
}
