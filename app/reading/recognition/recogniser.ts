import type { PageBox } from '#app/reading/reading_types'

export type RecognisedWord = {
  text: string
  box: PageBox
  confidence: number
  /** Where the middle of each letter stands, as a fraction of the picture's width; only readers of lines know it. */
  centres?: number[]
}
/** `page` follows the columns it sees; `scattered` takes words wherever they stand, for pages that resist. */
export type RecognitionMode = 'page' | 'scattered'

export type Recognition = { words: RecognisedWord[]; confidence: number; angleRadians: number }

/**
 * The port behind which a recognition engine lives. `image` is an encoded picture (PNG or JPEG); boxes are
 * fractions of that picture and confidences lie between 0 and 1.
 */
export type Recogniser = {
  name: string
  recognise(image: Uint8Array, mode?: RecognitionMode): Promise<Recognition>
  /**
   * What an engine of another kind reads of the same picture turned by an angle (clockwise) that makes its lines level;
   * null where there is none.
   */
  readLines?(image: Uint8Array, radians: number): Promise<Recognition | null>
}
