import { codeLikeness, trimCode } from '#app/reading/candidates/code_text'
import { tellsOfAnother, tiesToAnother } from '#app/reading/fields/kinds/corrected_invoice'
import { isTitledCreditNote } from '#app/reading/fields/kinds/read_document_type'
import { weightOfLabel } from '#app/reading/fields/numbers/number_owner'
import type { NumberCandidate } from '#app/reading/fields/numbers/number_series'
import { titleBonus } from '#app/reading/fields/numbers/number_title'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { valuesBeside } from '#app/reading/fields/values_beside_label'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Word } from '#app/reading/layout/layout_types'
import { placeOf, relatedLabels, strengthByKind } from '#app/reading/layout/relations'

/** Every code that a label of these kinds names, the best first. */
export function listNumberCandidates(
  material: ReadingMaterial,
  weights: Partial<Record<LabelKind, number>>
): NumberCandidate[] {
  const found: NumberCandidate[] = []
  const isCredit = isTitledCreditNote(material)
  const isOwn = weights.rectifiedNumber === undefined
  for (const label of material.labels) {
    const weight = weightOfLabel(label, weights, material, isCredit)
    if (weight === 0) continue
    for (const { words, relation, isDateLike, between, isShared } of valuesBeside(label, material)) {
      if (between && isOfAnother(between, isCredit, isOwn) === isOwn) continue
      const text = words.map((word) => trimCode(word.text)).join('')
      if (text === '' || isOtherValue(words, isDateLike ?? false, material)) continue
      const score =
        weight *
          relation *
          (0.5 + 0.5 * codeLikeness(text)) *
          (isShared ? 1 : rivalFactor(words, label, material, weights)) +
        titleBonus(label, material) -
        (isInGoods(words, label, material) ? goodsPenalty : 0)
      found.push({
        text:
          words.length > 1
            ? words
                .map((word) => trimCode(word.text))
                .join(' ')
                .replace(/ ?([-/]) ?/g, '$1')
            : text,
        words,
        score,
        label,
      })
    }
  }
  return found.toSorted((a, b) => b.score - a.score)
}

/** What ties a note to another document makes that one corrected only where the note corrects. */
const isOfAnother = (between: string, isCredit: boolean, isOwn: boolean): boolean =>
  tellsOfAnother(between) || ((isOwn || isCredit) && tiesToAnother(between))

const goodsPenalty = 0.45

/** "Certificación nº 2    4.119,78": a figure in a row of goods. */
function isInGoods(words: Word[], label: LabelHit, material: ReadingMaterial): boolean {
  const last = words.at(-1)
  if (!last || !label.segment.words.includes(last)) return false
  // "Documento: INV-438165" beside a box with the total is no row of goods.
  if (label.segment.words[0] === label.words[0] && label.segment.words.at(-1) === last) return false
  // "774,36   Alquiler plaza de garaje nº 14": with words before it in its segment the amount may stand on the left.
  const isWithin = label.segment.words[0] !== label.words[0] && label.kinds.includes('genericNumber')
  return material.amounts.some(
    (amount) =>
      amount.decimals === 2 &&
      amount.page === last.page &&
      // "FRA. 973/26 · 18 de marzo de 2026": a year that lost no comma is no figure of goods.
      !/^20\d\d$/.test(amount.words[0]?.text ?? '') &&
      // "Rechnung R2024-5 für den Zeitraum 01.01. - 31.01.2024"
      !/^\d{1,2}\.\d{1,2}\.$/.test(amount.words[0]?.text ?? '') &&
      (amount.x0 > last.x1 || (isWithin && amount.x1 < label.segment.x0)) &&
      Math.abs(amount.y0 - last.y0) < material.layout.textHeight * 0.6
  )
}

/** Whether words are a tax number, an account, an amount or a day, and so no number of a document. */
export function isOtherValue(words: Word[], isDateLike: boolean, material: ReadingMaterial): boolean {
  const ids = new Set(words.map((word) => word.id))
  const taken = [
    // "0126 2026 A 00077183": the end of a number may pass the control of a tax number.
    ...material.taxIds.filter(
      (one) => one.isValid && !one.isRepaired && !(one.words.length > 1 && one.words.length < words.length)
    ),
    ...material.ibans,
    // "1 058,10": the first figure of an amount with blanks.
    ...material.amounts.filter((amount) => amount.words.length > 1 && amount.decimals === 2),
    ...(isDateLike ? [] : material.dates.filter((date) => !isNumberOfYear(date))),
  ]
  return taken.some((one) => one.words.some((word) => ids.has(word.id)))
}

/** "973/26" read as 9/3/26: a number and its year, where only a repaired word makes a day of it. */
function isNumberOfYear({ words }: { words: Word[] }): boolean {
  const text = trimCode(words[0]?.text ?? '')
  return words.length === 1 && /^\d{1,6}\/(\d{2}|20\d{2})$/.test(text)
}

/** A value that another kind of number label names more closely is that other thing. */
function rivalFactor(
  words: Word[],
  label: LabelHit,
  material: ReadingMaterial,
  weights: Partial<Record<LabelKind, number>>
): number {
  const first = words[0]
  if (!first) return 0
  const line = material.layout.lines.find((one) => one.words.includes(first))
  // "FACTURA" over "(SERIE M)": what a bracket adds to a heading names nothing of its own.
  const labels = material.labels.filter(
    (one) => !one.words[0]?.text.startsWith('(') && !(one.segment !== label.segment && isInRunningText(one))
  )
  const related = relatedLabels(placeOf(words, line?.index ?? label.line), labels, material.layout, [
    'otherNumber',
    'rectifiedNumber',
    'invoiceNumber',
    'title',
    'taxId',
    'otherDate',
    'total',
    'quantity',
    'creditTitle',
    'simplifiedTitle',
    'genericNumber',
  ])
  const strengths = strengthByKind(related)
  if (!weights.rectifiedNumber && isNamedBehind(words, label, material)) return 0.25
  const own = Math.max(...Object.keys(weights).map((kind) => strengths.get(kind as LabelKind) ?? 0))
  const rivals: LabelKind[] = weights.rectifiedNumber ? ['otherNumber'] : ['otherNumber', 'rectifiedNumber']
  const other = Math.max(...rivals.map((kind) => strengths.get(kind) ?? 0))
  return other > own + 0.05 ? 0.25 : other > own - 0.15 ? 0.75 : 1
}

/** "ebanistería de contract": behind other small words of its column a label is a word of them. */
function isInRunningText({ segment, words }: LabelHit): boolean {
  const before = segment.words.slice(0, segment.words.indexOf(words[0] as Word))
  return (
    before.length > 1 &&
    before.every((word) => /^\p{Ll}+$/u.test(word.text)) &&
    !words.at(-1)?.text.endsWith(':')
  )
}

/** "ALB/52876 Nuestro albarán" under "FACTURA": the label behind the figure is the figure's own. */
function isNamedBehind(words: Word[], label: LabelHit, material: ReadingMaterial): boolean {
  const last = words.at(-1)
  return material.labels.some((one) => {
    if (one.segment === label.segment || !one.kinds.includes('otherNumber')) return false
    const at = last ? one.segment.words.indexOf(last) : -1
    return (
      at >= 0 && one.segment.words[at + 1] === one.words[0] && one.segment.words.at(-1) === one.words.at(-1)
    )
  })
}
