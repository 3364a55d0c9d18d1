import type { Recogniser, Recognition, RecognitionMode } from '#app/invoices/reading/recogniser'
import { WatchedChild } from '#app/invoices/reading/watched_child'

export type RecognitionRequest = { image: Uint8Array; mode: RecognitionMode }
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
 * Recognition in a process of its own, one page at a time: the engine holds some 300 MB, which must not add up with the
 * file that is read. Ends with the process that uses it.
 */
export class RecogniserProcess implements Recogniser {
  readonly name = 'tesseract.js'
  private readonly child = new WatchedChild<RecognitionRequest, RecognitionAnswer>('recogniser_child', limits)

  async recognise(image: Uint8Array, mode: RecognitionMode = 'page'): Promise<Recognition> {
    const answer = await this.child.ask({ image, mode })
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.recognition
  }

  close(): void {
    this.child.close()
  }
}
