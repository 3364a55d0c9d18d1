import { governorOf } from '#app/reading/fields/day_signs'
import { wordingOf } from '#app/reading/fields/day_wording'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { Word } from '#app/reading/layout/layout_types'
import { indexOfWord } from '#app/reading/layout/word_runs'

/** "Factura 26.07": no amount where amounts have a comma. */
export function isDottedNumber(word: Word, { kinds, segment }: LabelHit, { mark }: ReadingMaterial): boolean {
  const isOfInvoice = kinds.includes('invoiceNumber') || kinds.includes('title')
  return isOfInvoice && mark === ',' && segment.words.at(-1) === word && /^\d{2,4}\.\d{2,4}$/.test(word.text)
}

/** "Factura nº: 15/06/26   Fecha: 30/06/2026": a number of three parts, when the document has another date. */
export function dateLikeNumber(label: LabelHit, material: ReadingMaterial): Word | null {
  const line = material.layout.lines[label.line]
  const word = line?.words[indexOfWord(line.words, label.words.at(-1)) + 1]
  if (!word || !/^#?\d{1,4}[-/]\d{1,4}[-/]\d{1,4}$/.test(word.text)) return null
  const own = material.dates.find((date) => date.words.includes(word))
  // "Invoice #2015-11-04": the sign says that it is a number.
  if (word.text.startsWith('#')) return material.dates.some((date) => date !== own) ? word : null
  if (!label.kinds.includes('invoiceNumber')) return null
  const hasIssueDate = material.dates.some(
    (date) =>
      date !== own &&
      // "Toulouse, le 18 novembre 2026"
      (governorOf(wordingOf(date, material.layout), null, material.labels).governor === 'place' ||
        material.labels.some(
          (one) =>
            one.line === date.line &&
            one.x1 <= date.x0 &&
            one.kinds.some((kind) => kind === 'issueDate' || kind === 'genericDate')
        ))
  )
  return own && hasIssueDate ? word : null
}
