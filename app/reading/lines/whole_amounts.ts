import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { overlapOf } from '#app/reading/layout/page_geometry'
import { placeOf } from '#app/reading/layout/relations'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

const slackHeights = 1.5
const trust = 0.8

/**
 * "935" under "Total": the figures without cents below a heading of amounts, as who writes by hand or in whole euros sets
 * them. They are amounts only where they add up to a sum of the document, which the caller has to see to.
 */
export function wholeAmounts(amounts: AmountEvidence[], material: ReadingMaterial): AmountEvidence[] {
  const taken = new Set(amounts.flatMap((amount) => amount.words))
  const headings = material.labels.filter((label) => label.kinds.includes('lineAmount'))
  const slack = material.layout.textHeight * slackHeights
  return material.layout.lines
    .flatMap((line) =>
      line.words
        .filter((word) => /^-?\d{1,3}([.,]?\d{3})?$/.test(word.text) && !taken.has(word))
        .filter((word) =>
          headings.some(
            (label) =>
              label.page === word.page &&
              label.y1 <= word.y0 + 2 &&
              overlapOf([label.x0 - slack, label.x1 + slack], [word.x0, word.x1]) > 0
          )
        )
        .map((word) => ({ word, line }))
    )
    .map(({ word, line }, at) => ({
      ...placeOf([word], line.index),
      id: amounts.length + at,
      value: Number(word.text.replace(/[.,]/g, '')) * 100,
      text: word.text,
      decimals: 0,
      hasCurrency: false,
      confidence: word.confidence * trust,
      strengths: new Map([['lineAmount', 1]]),
    }))
}
