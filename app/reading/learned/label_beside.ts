import type { AmountCandidate } from '#app/reading/candidates/find_amounts'
import type { DocumentLayout, Word } from '#app/reading/layout/layout_types'
import { amountsOfLine } from '#app/reading/layout/lookup'
import { overlapOf } from '#app/reading/layout/page_geometry'
import type { Place } from '#app/reading/layout/relations'
import { compact } from '#app/reading/pages/text_forms'

export type LabelBeside = { label: string; relation: 'left' | 'above' }

const lettersMin = 2
const lettersMax = 60
const wordsMax = 6
const linesAbove = 3
/** Wider blanks part the words of another column from a label. */
const columnGapHeights = 3

/** What is printed before a value on its line, and what stands above it: known labels or not. */
export function labelsBeside(
  place: Place,
  layout: DocumentLayout,
  amounts: AmountCandidate[]
): LabelBeside[] {
  const left = leftLabel(place, layout)
  const above = aboveLabel(place, layout, amounts)
  return [
    ...(left ? [{ label: left, relation: 'left' as const }] : []),
    ...(above ? [{ label: above, relation: 'above' as const }] : []),
  ]
}

/** The nearest words to the left up to a figure: "Total factura" of "Base 100,00   Total factura 121,00". */
function leftLabel(place: Place, layout: DocumentLayout): string {
  const line = layout.lines[place.line]
  const before = (line?.words ?? []).filter((word) => word.x1 <= place.x0 + 1)
  const run: Word[] = []
  for (const word of before.toReversed()) {
    const isFigure = /\d/.test(word.text) && !/%$/.test(word.text)
    const next = run[0]
    const isApart = next !== undefined && next.x0 - word.x1 > columnGapHeights * layout.textHeight
    if (isFigure || isApart || run.length >= wordsMax) break
    run.unshift(word)
  }
  return usable(run)
}

function aboveLabel(place: Place, layout: DocumentLayout, amounts: AmountCandidate[]): string {
  let looked = 0
  for (const line of layout.lines.slice(0, place.line).toReversed()) {
    if (line.page !== place.page || looked > linesAbove) return ''
    const segment = line.segments.find(
      (one) => overlapOf([one.x0, one.x1], [place.x0 - layout.textHeight, place.x1 + layout.textHeight]) > 0
    )
    if (!segment) continue
    looked += 1
    // Rows of the same column stand between a value and its heading.
    if (
      amountsOfLine(amounts, line.index).some((one) => segment.words.some((word) => one.words.includes(word)))
    ) {
      looked -= 1
      continue
    }
    return usable(segment.words.slice(0, wordsMax))
  }
  return ''
}

function usable(words: Word[]): string {
  const text = compact(words.map((word) => word.text).join('')).slice(0, lettersMax)
  return text.replace(/[^a-z]/g, '').length >= lettersMin ? text : ''
}
