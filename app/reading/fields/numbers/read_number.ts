import { codeLikeness, isCutAtJoint, trimCode } from '#app/reading/candidates/code_text'
import { agreementOn } from '#app/reading/fields/agreed_words'
import { tellsOfAnother, tiesToAnother } from '#app/reading/fields/kinds/corrected_invoice'
import { isTitledCreditNote } from '#app/reading/fields/kinds/read_document_type'
import { weightOfLabel } from '#app/reading/fields/numbers/number_owner'
import { type NumberCandidate, seriesLabel, seriesOf } from '#app/reading/fields/numbers/number_series'
import { titleBonus } from '#app/reading/fields/numbers/number_title'
import { unlabelledNumbers } from '#app/reading/fields/numbers/unlabelled_numbers'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { valuesBeside } from '#app/reading/fields/values_beside_label'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Word } from '#app/reading/layout/layout_types'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { placeOf, relatedLabels, strengthByKind } from '#app/reading/layout/relations'
import { learnedNumbers } from '#app/reading/learned/boosts'
import { emptyField, type ReadField } from '#app/reading/reading_types'

const kindWeights: Partial<Record<LabelKind, number>> = {
  invoiceNumber: 1,
  genericNumber: 0.55,
  title: 0.6,
  creditTitle: 0.62,
  simplifiedTitle: 0.55,
}
/** Receipts of bookings and shops sometimes have no other number than the one of the booking. */
const reservationWeights: Partial<Record<LabelKind, number>> = { otherNumber: 0.5 }
const reservation = /booking|reserva|localizador|orderid|operacion|reservation/
const usableScore = 0.2
/** From here on a label names the number well enough not to look for one that none names. */
const surelyNamed = 0.34
const unlabelledFactor = 0.8
const invoiceWord = /factura|fra|invoice|rechnung|facture|fatura|fattura|factuur/
/** The number seems to go on where the reading stopped. */
const cutFactor = 0.6
/** Fitted, not derived: on the development documents a number at 0.6 was right in 19 of 20 cases. */
const calibration = 0.35

/** The number of the invoice, with its series when both are printed together. */
export function readInvoiceNumber(material: ReadingMaterial): ReadField<string> {
  const named = [...listNumberCandidates(material, kindWeights), ...learnedCandidates(material)].toSorted(
    (a, b) => b.score - a.score
  )
  const candidates =
    (named[0]?.score ?? 0) >= surelyNamed
      ? named
      : [
          ...named,
          ...listNumberCandidates(material, reservationWeights).filter((one) =>
            reservation.test(one.label.text)
          ),
          ...unlabelledNumbers(material).filter((one) => !isOtherValue(one.words, false, material)),
        ].toSorted((a, b) => b.score - a.score)
  const best = candidates[0]
  if (!best || best.score < usableScore) return emptyField(0.2)
  const series = seriesOf(best, material)
  const text = [...series.map((word) => word.text), best.text].join(' ')
  const rival = candidates.find((one) => one.text !== best.text)
  const lead = best.score - (rival?.score ?? 0)
  const certainty = 0.35 + 0.4 * Math.min(1, best.score) + 0.25 * Math.min(1, Math.max(0, lead) * 2)
  const confidence = certainty < 0.5 ? certainty : 1 - (1 - certainty) * calibration
  return {
    value: text,
    confidence:
      confidence *
      readingConfidence(best.words, material) *
      (best.isUnlabelled ? unlabelledFactor : 1) *
      (isCut(best, material) || lacksSeries(best, series, material) ? cutFactor : 1),
    method: 'label',
    boxes: toFieldBox([...best.words, ...series], material.layout),
  }
}

/** Numbers of the shape and in the place of this supplier's earlier ones; they outdo what labels alone say. */
function learnedCandidates(material: ReadingMaterial): NumberCandidate[] {
  return learnedNumbers(material).flatMap(({ words, text, line, boost }) => {
    const label = material.labels.find((one) => one.line === line) ?? unnamed(words, line)
    return isOtherValue(words, true, material) ? [] : [{ text, words, score: 0.35 + boost, label }]
  })
}

function unnamed(words: Word[], line: number): LabelHit {
  const { words: _, ...place } = placeOf(words, line)
  const segment = { ...place, words, text: '' }
  return { kinds: [], text: '', words: [], segment, ...place }
}

/** The number of the invoice that this one corrects. */
export function readRectifiedNumber(material: ReadingMaterial, ownNumber: string | null): ReadField<string> {
  const candidates = listNumberCandidates(material, { rectifiedNumber: 1 }).filter(
    (one) => one.text !== ownNumber
  )
  const best = candidates[0] ?? otherInvoice(material, ownNumber)
  if (!best || best.score < 0.3) return emptyField(0.85)
  return {
    value: best.text,
    confidence: 0.6 + 0.3 * best.score,
    method: 'label',
    boxes: toFieldBox(best.words, material.layout),
  }
}

/** A credit note that names a second invoice number means the invoice that it corrects. */
function otherInvoice(material: ReadingMaterial, ownNumber: string | null): NumberCandidate | null {
  if (ownNumber === null || !isTitledCreditNote(material)) return null
  const own = material.layout.words.filter((word) => ownNumber.includes(trimCode(word.text)))
  const others = listNumberCandidates(material, { invoiceNumber: 0.7 }).filter(
    (one) =>
      one.text !== ownNumber &&
      invoiceWord.test(one.label.text) &&
      own.some((word) => word.page === one.label.page && word.y0 <= one.label.y1)
  )
  return others[0] ?? null
}

function listNumberCandidates(
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

function isOtherValue(words: Word[], isDateLike: boolean, material: ReadingMaterial): boolean {
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

/** The document names a series, and none was found: a single letter is what recognition loses most. */
function lacksSeries(
  { text }: NumberCandidate,
  series: Word[],
  { labels, layout }: ReadingMaterial
): boolean {
  return (
    layout.source === 'recognised' &&
    series.length === 0 &&
    /^\d+$/.test(text) &&
    labels.some((label) => seriesLabel.test(label.text))
  )
}

function isCut({ words }: NumberCandidate, material: ReadingMaterial): boolean {
  const line = material.layout.lines.find((one) => one.words.includes(words.at(-1) as Word))
  return line !== undefined && isCutAtJoint(words, line.words)
}

function readingConfidence(words: Word[], { layout }: ReadingMaterial): number {
  return 0.55 + 0.45 * Math.min(...words.map((word) => word.confidence), agreementOn(words, layout))
}
