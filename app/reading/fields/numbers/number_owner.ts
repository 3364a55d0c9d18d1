import { isCodeWord } from '#app/reading/candidates/code_text'
import {
  isAboutAnotherInvoice,
  isInSentence,
  isRelatedInvoice,
  isTiedInvoice,
} from '#app/reading/fields/kinds/corrected_invoice'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { isAloneInSegment, type LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import { labelsOfSegment } from '#app/reading/layout/lookup'
import { indexOfWord } from '#app/reading/layout/word_runs'
import { fold } from '#app/reading/pages/text_forms'

const questions = /\b(fragen|ruckfragen|questions?|consultas|dudas|informacion|atencion|vragen)\b/
const columnKinds: readonly LabelKind[] = ['quantity', 'price', 'description', 'lineAmount']
const ofDocument = /factura|rechnung|invoice|facture|fattura|fatura|factuur|faktur|recibo|minuta|abono/
const invoiceWord = /factura|rechnung|invoice|facture|fattura|fatura|factuur|faktur/
const ofInvoice: readonly LabelKind[] = [
  'invoiceNumber',
  'title',
  'creditTitle',
  'simplifiedTitle',
  'rectifiedNumber',
]

/** How far a label speaks for the number of the invoice, or of the one it corrects. */
export function weightOfLabel(
  label: LabelHit,
  weights: Partial<Record<LabelKind, number>>,
  material: ReadingMaterial,
  isCredit: boolean
): number {
  if (isOfAdvance(label, material)) return 0
  const isOfOther =
    isAboutAnotherInvoice(label) ||
    isUnderCorrected(label, material, isCredit) ||
    (isCredit && isRelatedInvoice(label))
  if (weights.rectifiedNumber) {
    // "Fragen zur Rechnung?" leads to a telephone.
    if (/\?$/.test(label.segment.text) || (!isCredit && questions.test(fold(label.segment.text)))) return 0
    if (namesCorrected(label, isCredit)) return 1
    const isOfNumber = label.kinds.some((kind) => ofInvoice.includes(kind) || kind === 'genericNumber')
    return isOfNumber && (isOfOther || (isCredit && isTiedInvoice(label))) ? 0.9 : 0
  }
  if (isOfOther || isTiedInvoice(label) || namesCorrected(label, isCredit)) return 0
  const isBare = label.kinds.includes('genericNumber') && !label.kinds.includes('invoiceNumber')
  if (isBare && (isOfOtherNoun(label, material) || isOfRows(label, material))) return 0
  const weight = Math.max(0, ...label.kinds.map((kind) => weights[kind] ?? 0))
  const told = isInSentence(label) ? weight * toldInSentence : weight
  return isBesideInvoice(label, material) ? told * otherDocument : told
}

/** So much less does the name of an invoice inside a sentence say than a bare "Nº" of a heading. */
const toldInSentence = 0.5

/** What is left of "Liquidación / Recibo" where "Factura" heads a number of its own. */
const otherDocument = 0.85

/** Whether a title is no invoice while the page has one that is. */
function isBesideInvoice({ kinds, text }: LabelHit, { labels }: ReadingMaterial): boolean {
  return (
    kinds.includes('title') &&
    !kinds.includes('invoiceNumber') &&
    !invoiceWord.test(text) &&
    labels.some((one) => one.kinds.includes('title') && invoiceWord.test(one.text) && isAloneInSegment(one))
  )
}

/** "Factura original" is the one that a credit note corrects; elsewhere the title of what is no copy. */
function namesCorrected({ kinds }: LabelHit, isCredit: boolean): boolean {
  return kinds.includes('rectifiedNumber') && (isCredit || !kinds.includes('title'))
}

/** "Anticipo abonado (fra. F-44)": the number of the invoice of the advance, not of this one. */
function isOfAdvance(label: LabelHit, material: ReadingMaterial): boolean {
  return labelsOfSegment(material.labels, label.segment).some(
    (one) => one.x1 <= label.x0 && one.kinds.includes('advance') && one.text !== 'devolucion'
  )
}

/**
 * "Sustituye a la factura núm. F-26/99", "Factura rectificada" over "Serie y número: F-26/99": what goes on behind the name
 * of the other invoice, or stands in its block, is its own.
 */
function isUnderCorrected(label: LabelHit, { labels, layout }: ReadingMaterial, isCredit: boolean): boolean {
  const words = label.segment.words
  const previous = words[indexOfWord(words, label.words[0]) - 1]
  if (
    labelsOfSegment(labels, label.segment).some(
      (one) => previous !== undefined && one.words.includes(previous) && namesCorrected(one, isCredit)
    )
  )
    return true
  const reach = 1.6 * layout.textHeight
  return labels.some(
    (one) =>
      one.page === label.page &&
      namesCorrected(one, isCredit) &&
      one.segment.words.length <= one.words.length + 3 &&
      one.segment.words.at(-1) === one.words.at(-1) &&
      layout.lines[one.line]?.segments.at(-1) === one.segment &&
      label.y0 >= one.y1 - 2 &&
      label.y0 - one.y1 < reach &&
      Math.abs(one.segment.x0 - label.segment.x0) < 2 * layout.textHeight
  )
}

/**
 * "Registered in England no. 08117734", "inscrita en la D.G.P. con el n.º 3.114", "N.º registro 55": the words right
 * before or behind a bare "No." say what it counts.
 */
function isOfOtherNoun(label: LabelHit, { labels }: ReadingMaterial): boolean {
  const { words } = label.segment
  const start = indexOfWord(words, label.words[0])
  const next = words[start + label.words.length]
  const isLabelled = (word: typeof next) =>
    labels.some((one) => word !== undefined && one.words.includes(word))
  const isNoun = (word: typeof next) =>
    word !== undefined &&
    /\p{L}{3}/u.test(word.text) &&
    !ofDocument.test(fold(word.text)) &&
    !isCodeWord(word.text) &&
    !isLabelled(word)
  if (isNoun(next) && /^\p{Ll}/u.test(next?.text ?? '')) return true
  const before = labelsOfSegment(labels, label.segment).filter((one) => one.x1 <= label.x0)
  // "Factura 26118 (certificado de tratamiento n.º 2026-0419": behind its number the title speaks no more.
  const isNumbered = words.slice(0, start).some((word) => isCodeWord(word.text))
  if (
    !isNumbered &&
    before.some((one) => one.kinds.some((kind) => ofInvoice.includes(kind)) || /serie/.test(one.text))
  )
    return false
  return (
    start > 0 &&
    (isNoun(words[start - 1]) ||
      (isNoun(words[start - 2]) && /^\p{L}{1,3}$/u.test(words[start - 1]?.text ?? '')))
  )
}

/** "Nr.  Leistung  Menge  Preis": the column that counts the rows of goods. */
export function isOfRows(label: Pick<LabelHit, 'page' | 'line'>, { labels }: ReadingMaterial): boolean {
  const columns = labels
    .filter((one) => one.page === label.page && one.line === label.line)
    .flatMap((one) => one.kinds.filter((kind) => columnKinds.includes(kind)))
  return new Set(columns).size >= 2
}
