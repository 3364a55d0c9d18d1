import type { Agreement } from '#app/reading/pages/page_words'
import type { Corners } from '#app/reading/pictures/projection'

/**
 * One geometry for the text layer and for recognised pictures: lengths are thousandths of the page WIDTH in both
 * directions, so that distances compare; `y` grows downwards. Boxes leave this model through `toPageBox`.
 */
export type Word = {
  id: number
  page: number
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
  confidence: number
  /** Printed upwards or downwards along the margin. */
  isTurned: boolean
  /** How two engines agreed on it, where two looked. */
  agreement?: Agreement
}

/** Words that belong together on a line, apart from their neighbours by more than a blank. */
export type Segment = {
  words: Word[]
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
  page: number
  line: number
}

export type Line = {
  index: number
  page: number
  words: Word[]
  segments: Segment[]
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
  height: number
}

/**
 * Size of a page as displayed. A recognised page was straightened before it was read: `angleRadians` and `quarterTurns`
 * (clockwise) lead its boxes back to the page as displayed, `sheet` to the photograph it was cut from.
 */
export type PageSize = {
  width: number
  height: number
  angleRadians?: number
  quarterTurns?: 0 | 1 | 2 | 3
  /** Where the sheet that was read lies in the picture as displayed, when the picture shows more than it. */
  sheet?: Corners
}

export type DocumentLayout = {
  pages: PageSize[]
  words: Word[]
  lines: Line[]
  /** Median height of a line of running text. */
  textHeight: number
  source: 'text' | 'recognised'
}

export const pageWidthUnits = 1000
