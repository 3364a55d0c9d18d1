import { WatchedChild } from '#app/files/watched_child'
import type { Recogniser, Recognition, RecognitionMode } from '#app/reading/recognition/recogniser'

export type RecognitionRequest = { image: Uint8Array; mode: RecognitionMode }
export type LineRequest = { image: Uint8Array; radians: number }
export type RecognitionAnswer = { recognition: Recognition } | { failure: string }

const limits = {
  timeoutMs: 60_000,
  heapMbMax: 200,
  residentMbMax: 512,
  requestsMax: 60,
  recycleMb: 400,
  tooSlow: 'El reconocimiento de una página ha superado el tiempo límite.',
  tooLarge: 'El reconocimiento de una página ha superado la memoria permitida.',
}

/**
 * The networks ask for large pieces of memory at every layer: giving all of them back each time, as other children do, takes
 * three quarters of their time, so only the largest go back.
 */
const networkMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '8388608',
  MALLOC_TRIM_THRESHOLD_: '16777216',
  UV_THREADPOOL_SIZE: '2',
}
const lineLimits = { ...limits, recycleMb: 440, memory: networkMemory }

/**
 * Recognition in a process of its own, one page at a time: the engine holds some 300 MB, which must not add up with the
 * file that is read. Ends with the process that uses it.
 */
export class RecogniserProcess implements Recogniser {
  readonly name = 'tesseract.js'
  private readonly lines = new WatchedChild<LineRequest, RecognitionAnswer>(
    new URL('./line_child', import.meta.url),
    lineLimits
  )
  private readonly child = new WatchedChild<RecognitionRequest, RecognitionAnswer>(
    new URL('./recogniser_child', import.meta.url),
    limits
  )

  async recognise(image: Uint8Array, mode: RecognitionMode = 'page'): Promise<Recognition> {
    const answer = await this.child.ask({ image, mode })
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.recognition
  }

  /** Null where the networks do not run or a page is beyond their limits: the first engine then reads alone. */
  async readLines(image: Uint8Array, radians: number): Promise<Recognition | null> {
    const answer = await this.lines.ask({ image, radians }).catch(toFailure)
    if ('recognition' in answer) return answer.recognition
    process.stderr.write(`Pages are read by one engine only: ${answer.failure}\n`)
    return null
  }

  close(): void {
    this.child.close()
    this.lines.close()
  }
}

const toFailure = (error: unknown): RecognitionAnswer => ({ failure: String(error) })
