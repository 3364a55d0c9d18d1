import type { AmountCandidate } from '#app/reading/candidates/find_amounts'
import type { DocumentLayout, Word } from '#app/reading/layout/layout_types'
import { type Place, placeOf } from '#app/reading/layout/relations'
import { pointOf } from '#app/reading/learned/describe_places'
import { labelsBeside } from '#app/reading/learned/label_beside'
import { fitsShape, type LearnedPlace, type PlacedField } from '#app/reading/learned/learned_place'
import { isWithinEdits } from '#app/reading/pages/text_forms'

/** How far what was learned of a supplier speaks for a value, 0 to 1; below this it says nothing. */
const usefulMin = 0.5
const runWordsMax = 6
const lettersPerEdit = 8

export type LearnedMaterial = {
  layout: DocumentLayout
  amounts: AmountCandidate[]
  learned: readonly LearnedPlace[]
}

/** Strength with which the places of one field speak for a value at `place`, whose text is `text`. */
export function boostOf(field: PlacedField, place: Place, text: string, material: LearnedMaterial): number {
  const own = material.learned.filter((one) => one.field === field)
  if (own.length === 0) return 0
  const labels = labelsBeside(place, material.layout, material.amounts)
  const [x, y] = pointOf(field, place, material.layout)
  const scores = own.map((learned) => {
    const isLabelled =
      learned.label !== '' &&
      labels.some((one) => one.relation === learned.relation && isAlike(one.label, learned.label))
    const isShaped =
      field === 'invoiceNumber' && learned.format !== '' && fitsShape(text.replace(/\s/g, ''), learned.format)
    const share = zoneShare(learned, place, x, y)
    if (field === 'lineAmount') return Math.abs(learned.x - x) < 0.02 ? (isLabelled ? 1 : 0.6) : 0
    // A number of another shape under the same label is another thing, unless the series changed in its place.
    if (field === 'invoiceNumber') return (isShaped ? 0.45 : 0) + (isLabelled ? 0.35 : 0) + 0.2 * share
    return (isLabelled ? 0.65 : 0) + (learned.label === '' ? 0.75 : 0.35) * share
  })
  const best = Math.max(...scores)
  return best >= usefulMin ? Math.min(1, best) : 0
}

/** 1 in the very place, 0 from a seventh of the page away. Tables push totals down: across counts double. */
function zoneShare(learned: LearnedPlace, place: Place, x: number, y: number): number {
  if (learned.page !== place.page) return Math.abs(learned.x - x) < 0.02 ? 0.4 : 0
  const distance = Math.hypot((learned.x - x) * 2, learned.y - y)
  return Math.max(0, 1 - distance / 0.15)
}

function isAlike(a: string, b: string): boolean {
  return a === b || isWithinEdits(a, b, Math.floor(Math.max(a.length, b.length) / lettersPerEdit))
}

export type LearnedNumber = { words: Word[]; line: number; text: string; boost: number }

/** Runs of words that have the shape and the place that the numbers of this supplier have, the likeliest first. */
export function learnedNumbers(material: LearnedMaterial): LearnedNumber[] {
  const shapes = material.learned.filter((one) => one.field === 'invoiceNumber' && one.format !== '')
  if (shapes.length === 0) return []
  const found = material.layout.lines.flatMap((line) =>
    line.words.flatMap((_, start) =>
      Array.from({ length: Math.min(runWordsMax, line.words.length - start) }, (_, extra) => {
        const words = line.words.slice(start, start + extra + 1)
        const text = words
          .map((word) => word.text)
          .join(' ')
          .replace(/^[#:(]+|[.,;:)]+$/g, '')
        const fits = shapes.some((one) => fitsShape(text, one.format))
        const boost = fits ? boostOf('invoiceNumber', placeOf(words, line.index), text, material) : 0
        return { words, line: line.index, text, boost }
      }).filter(({ boost }) => boost > 0)
    )
  )
  return found.toSorted((a, b) => b.boost - a.boost)
}
