import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import { amountKinds } from '#app/reading/labels/label_kinds'
import type { Line, Word } from '#app/reading/layout/layout_types'
import { amountsOfLine, labelsOfSegment } from '#app/reading/layout/lookup'
import { overlapOf } from '#app/reading/layout/page_geometry'
import type { DetailRow } from '#app/reading/lines/detail_rows'
import { cleanDescription } from '#app/reading/lines/row_description'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

const reachHeights = 2.6
/** The lines of one name stand closer than the next print over it. */
const nameGapHeights = 0.7

/**
 * Lines printed crosswise, as on receipts of rent: the names in a row and their amounts in the row below ("Renta |
 * Comunidad | Suma"). Only names that add up to the base count. Null when there are none.
 */
export function crosswiseRows(
  amounts: AmountEvidence[],
  base: number,
  material: ReadingMaterial
): DetailRow[] | null {
  for (const [line, own] of Map.groupBy(amounts, (amount) => amount.line)) {
    const row = material.layout.lines[line]
    if (!row || own.length < 2) continue
    const found = addedUp(
      own.toSorted((a, b) => a.x0 - b.x0),
      base,
      row,
      material
    )
    if (found) return found
  }
  return null
}

function addedUp(
  amounts: AmountEvidence[],
  base: number,
  line: Line,
  material: ReadingMaterial
): DetailRow[] | null {
  for (const start of amounts.keys()) {
    const rows: DetailRow[] = []
    let sum = 0
    for (const amount of amounts.slice(start)) {
      const name = nameOver(amount, material)
      if (!name) break
      sum += amount.value
      const description = cleanDescription(name.map((word) => word.text).join(' '))
      rows.push({ amount, line, description, descriptionWords: name, isFooter: false })
      if (sum === base) return rows
    }
  }
  return null
}

/** The words right over an amount, of all the lines they take, unless they name a sum of the foot. */
function nameOver(amount: AmountEvidence, material: ReadingMaterial): Word[] | null {
  const { lines, textHeight } = material.layout
  let words: Word[] = []
  let top = amount.y0
  for (const line of lines.slice(0, amount.line).toReversed()) {
    if (
      line.page !== amount.page ||
      top - line.y1 > (words.length > 0 ? nameGapHeights : reachHeights) * textHeight
    )
      break
    if (amountsOfLine(material.amounts, line.index).length > 0) break
    const segment = line.segments.find(
      (one) => overlapOf([one.x0, one.x1], [amount.x0 - textHeight, amount.x1 + textHeight]) > 0
    )
    if (!segment) continue
    if (labelsOfSegment(material.labels, segment).some(isSum)) return null
    words = [...segment.words, ...words]
    top = segment.y0
  }
  const letters = words
    .map((word) => word.text)
    .join('')
    .replace(/[^\p{L}]/gu, '')
  return letters.length < 3 ? null : words
}

const isSum = (label: LabelHit): boolean => label.kinds.some((kind) => amountKinds.includes(kind))
