import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Segment } from '#app/reading/layout/layout_types'
import { overlapOf } from '#app/reading/layout/page_geometry'
import type { NameCandidate } from '#app/reading/parties/find_names'
import { isLargePrint } from '#app/reading/parties/large_print'
import { endOfLegalForm } from '#app/reading/parties/legal_forms'
import { cleanName, isName } from '#app/reading/parties/name_text'

const topShare = 0.3
const gapHeights = 1.8
const wordsMax = 9

/** "Occitanie    Loisirs   Habitat   SAS": a name in large print whose wide blanks look like gaps between columns. */
export function headlines(material: ReadingMaterial): NameCandidate[] {
  const size = material.layout.pages[0]
  const bottom = size ? (topShare * 1000 * size.height) / size.width : 0
  const large = material.layout.lines
    .filter((line) => line.page === 0 && line.y1 < bottom)
    .flatMap((line) => line.segments)
    .filter((segment) => !segment.words[0]?.isTurned && isLargePrint(segment, material))
    .toSorted((a, b) => a.x0 - b.x0)
  const rows: Segment[][] = []
  for (const segment of large) {
    const row = rows.find((one) => goesOn(one.at(-1) ?? segment, segment))
    if (row) row.push(segment)
    else rows.push([segment])
  }
  return rows
    .filter((row) => row.length > 1)
    .flatMap((row) => {
      const words = row.flatMap((segment) => segment.words)
      const text = cleanName(words.map((word) => word.text).join(' '))
      const hasLegalForm = endOfLegalForm(text) !== null
      const [segment] = row
      return segment && words.length <= wordsMax && isName(text, hasLegalForm)
        ? [{ text, words, segment, hasLegalForm }]
        : []
    })
}

function goesOn(left: Segment, right: Segment): boolean {
  const [height, other] = [left.y1 - left.y0, right.y1 - right.y0]
  const gap = right.x0 - left.x1
  return (
    gap > 0 &&
    gap < gapHeights * Math.min(height, other) &&
    Math.max(height, other) < 1.4 * Math.min(height, other) &&
    overlapOf([left.y0, left.y1], [right.y0, right.y1]) > 0.5 * Math.min(height, other)
  )
}
