import type { Recogniser } from '#app/invoices/reading/recogniser'
import { TesseractRecogniser } from '#app/invoices/reading/tesseract_recogniser'

let shared: TesseractRecogniser | null = null
let seats = 2

/** The recogniser of this process, started at the first picture. */
export function sharedRecogniser(): Recogniser {
  shared ??= new TesseractRecogniser(seats)
  return shared
}

/** How many pages this process recognises at once; to be said before the first one. */
export function limitRecognisers(count: 1 | 2): void {
  seats = count
}

/** Ends the recognition workers, so that the process can end. The next picture starts new ones. */
export async function closeRecognisers(): Promise<void> {
  const closing = shared
  shared = null
  await closing?.close()
}
