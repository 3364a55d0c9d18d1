import type { LabelHit } from '#app/invoices/reading/labels/find_labels'
import { indexOfWord } from '#app/invoices/reading/layout/word_runs'
import { fold } from '#app/invoices/reading/text_forms'

const correction =
  /(rectific|abono|anula|corrig|correg|sustitu|modific|korrektur|gutschrift|storno|credit|avoir|devoluci)\S*( \S+){0,3} (de|del|de la|a|a la|al|la|zu|zur|zu der|for|of|to|sur|a la|della|alla|da|op|van)$/

/** "Factura rectificativa de la factura n.º …", "Abono a la factura …": the number that follows is of the other one. */
export function isAboutAnotherInvoice(label: LabelHit): boolean {
  const index = indexOfWord(label.segment.words, label.words[0])
  const before = label.segment.words
    .slice(0, index + label.words.length)
    .map((word) => fold(word.text).replace(/[.,:;]+$/, ''))
  const own = label.words
    .map((word) => fold(word.text).replace(/[.,:;]+$/, ''))
    .filter((word) => /^(de|del|la|a|al|zu|zur|for|of|to|sur|della|alla|da)$/.test(word))
  return correction.test([...before.slice(0, index), ...own].join(' '))
}
