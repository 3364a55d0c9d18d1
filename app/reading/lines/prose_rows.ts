import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Word } from '#app/reading/layout/layout_types'
import type { DetailRow } from '#app/reading/lines/detail_rows'
import { cleanDescription } from '#app/reading/lines/row_description'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

const lettersMin = 8

/**
 * Lines told in sentences, as letters of architects and lawyers do: "Redacción del proyecto básico: 5.040 €." Only
 * amounts in money that follow each other and add up to the base count. Null when there are none.
 */
export function proseRows(
  amounts: AmountEvidence[],
  base: number,
  material: ReadingMaterial
): DetailRow[] | null {
  const told = amounts
    .filter((amount) => amount.hasCurrency && amount.value !== 0)
    .toSorted((a, b) => a.page - b.page || a.line - b.line || a.x0 - b.x0)
  for (const start of told.keys()) {
    const rows: DetailRow[] = []
    let sum = 0
    for (const amount of told.slice(start)) {
      const row = sentenceOf(amount, told[start + rows.length - 1], material)
      if (!row) break
      sum += amount.value
      rows.push(row)
      if (sum === base && rows.length > 1) return rows
    }
  }
  return null
}

/** The words of a paragraph before an amount that ends its sentence, back to the amount before it. */
function sentenceOf(
  amount: AmountEvidence,
  before: AmountEvidence | undefined,
  material: ReadingMaterial
): DetailRow | null {
  const line = material.layout.lines[amount.line]
  const block = material.blocks.find((one) =>
    one.segments.some((segment) => segment.words.includes(amount.words[0] as Word))
  )
  if (!line || !block) return null
  const words = block.segments.flatMap((segment) => segment.words)
  const end = words.indexOf(amount.words[0] as Word)
  const start = before ? words.indexOf(before.words.at(-1) as Word) + 1 : 0
  const own = words.slice(start, end).filter((word) => !/^(€|EUR|\.)$/.test(word.text))
  const description = cleanDescription(own.map((word) => word.text).join(' '))
  const letters = description.replace(/[^\p{L}]/gu, '').length
  return letters < lettersMin ? null : { amount, line, description, descriptionWords: own, isFooter: false }
}
