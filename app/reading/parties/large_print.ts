import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Segment } from '#app/reading/layout/layout_types'
import { median } from '#app/reading/layout/page_geometry'

const largePerHeight = 1.32
/** Recognised boxes hug their letters: a word with capitals, accents and a comma is a third higher than one without. */
const largeWordPerHeight = 1.65

/** Whether a segment is printed clearly larger than running text. */
export function isLargePrint(segment: Segment, { layout }: ReadingMaterial): boolean {
  if (layout.source === 'text') return segment.y1 - segment.y0 > layout.textHeight * largePerHeight
  const heights = segment.words.filter((word) => word.text.length > 2).map((word) => word.y1 - word.y0)
  return heights.length > 0 && median(heights) > layout.textHeight * largeWordPerHeight
}
