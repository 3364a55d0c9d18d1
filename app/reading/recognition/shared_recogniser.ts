import type { Recogniser } from '#app/reading/recognition/recogniser'
import { RecogniserProcess } from '#app/reading/recognition/recogniser_process'

let shared: RecogniserProcess | null = null

/** The recogniser of this process, started at the first picture. */
export function sharedRecogniser(): Recogniser {
  shared ??= new RecogniserProcess()
  return shared
}

/** Ends the recognition process, so that this one can end. The next picture starts a new one. */
export async function closeRecognisers(): Promise<void> {
  shared?.close()
  shared = null
}
