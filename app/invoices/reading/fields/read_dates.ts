import type { DateCandidate } from '#app/invoices/reading/candidates/find_dates'
import { agreementOn } from '#app/invoices/reading/fields/agreed_words'
import type { ReadingMaterial } from '#app/invoices/reading/fields/reading_material'
import type { LabelKind } from '#app/invoices/reading/labels/label_kinds'
import { toFieldBox } from '#app/invoices/reading/layout/page_geometry'
import { relatedLabels, strengthByKind } from '#app/invoices/reading/layout/relations'
import { boostOf } from '#app/invoices/reading/learned/boosts'
import { emptyField, type ReadField } from '#app/invoices/reading/reading_types'
import { fold } from '#app/invoices/reading/text_forms'

const dateKinds: readonly LabelKind[] = [
  'issueDate',
  'genericDate',
  'dueDate',
  'otherDate',
  'rectifiedNumber',
  'otherNumber',
  'quantity',
]
const minimumScore = 0.2
/** What was learned outdoes any label. */
const learnedWeight = 1.3

type ScoredDate = { date: DateCandidate; issue: number; due: number; other: number }

/** The issue date and the due date. A due date that is not printed stays empty: it is never worked out from terms. */
export function readDates(material: ReadingMaterial): {
  issueDate: ReadField<string>
  dueDate: ReadField<string>
} {
  const scored = material.dates.map((date) => scoreDate(date, material))
  const issue = scored.toSorted((a, b) => b.issue - a.issue)[0]
  const dueChoices = scored
    .filter((one) => one !== issue || one.due > 0.5)
    .filter(
      (one) => one.due >= minimumScore && one.due > one.other && (!issue || one.date.day >= issue.date.day)
    )
    .toSorted((a, b) => b.due - a.due)
  const due = dueChoices[0]
  return {
    issueDate:
      issue && issue.issue > -0.5
        ? toField(issue.date, issue.issue, margin(scored, issue), material)
        : emptyField(0.3),
    dueDate: due
      ? toField(due.date, due.due, due.due - dueRival(due, scored), material)
      : emptyField(scored.some((one) => one.due > 0.1) ? 0.6 : namesDueDate(material) ? 0.75 : 0.9),
  }
}

/** How well another day fits the due date; what names both names neither for sure. */
function dueRival(best: ScoredDate, scored: ScoredDate[]): number {
  const rivals = scored.filter((one) => one.date.day !== best.date.day && one.due > one.other)
  return Math.max(0, ...rivals.map((one) => one.due))
}

/** A label of due dates without a day beside it: terms in words, or a day that was not read. */
function namesDueDate(material: ReadingMaterial): boolean {
  return material.labels.some((label) => label.kinds.includes('dueDate'))
}

function scoreDate(date: DateCandidate, material: ReadingMaterial): ScoredDate {
  const related = relatedLabels(date, material.labels, material.layout, dateKinds)
  const strengths = strengthByKind(related)
  const of = (kind: LabelKind) => strengths.get(kind) ?? 0
  const size = material.layout.pages[date.page]
  const height = size ? (1000 * size.height) / size.width : 1414
  const depth = date.page + Math.min(1, date.y0 / height)
  const other = Math.max(
    isOfLaw(date, material) ? 1.5 : 0,
    of('otherDate'),
    0.8 * of('rectifiedNumber'),
    0.5 * of('otherNumber')
  )
  const learned = (field: 'issueDate' | 'dueDate') =>
    learnedWeight * boostOf(field, date, date.text, material)
  const due =
    Math.max(of('dueDate'), isChargeDay(date, material) ? 0.5 : isPaymentDay(date, material) ? 0.4 : 0) +
    learned('dueDate')
  const issue =
    learned('issueDate') +
    Math.max(of('issueDate'), 0.65 * of('genericDate')) +
    besideNumber(date, material) +
    0.3 * Math.max(0, 1 - depth) -
    (isRowDate(date, material) ? 0.4 : 0) -
    0.9 * Math.max(due, other)
  return { date, issue, due, other }
}

const lawWords =
  /\b(reglamento|ley( organica)?|directiva|real decreto|r\.? ?d\.?|orden (eha|hac|hfp|min)|rgpd|lopd)\b.{0,40}$/

/** "Reglamento (UE) 2016/679 de 27 de abril de 2016": the day of a law is no day of the invoice. */
function isOfLaw(date: DateCandidate, material: ReadingMaterial): boolean {
  const line = material.layout.lines[date.line]
  const before = (line?.words ?? []).filter((word) => word.x1 <= date.x0 + 1)
  return lawWords.test(fold(before.map((word) => word.text).join(' ')))
}

const chargeWords = /\b(domicilia|adeud|girar|cobrar|cargar(emos|a|an)|cargo en (su )?cuenta)\w*/

/** "Se lo cargaremos el 07/08/2026": a sentence about the debit names the day it is due. */
function isChargeDay(date: DateCandidate, material: ReadingMaterial): boolean {
  const line = material.layout.lines[date.line]
  const before = (line?.words ?? []).filter((word) => word.x1 <= date.x0 + 1)
  return chargeWords.test(fold(before.map((word) => word.text).join(' ')))
}

const paymentWords =
  /\b(pago|payment|pagament|pagamento|paiement|reglement|cobro|transferencia|transfer|confirming|pagare|ordainketa)\b[^\d]{0,45}$/
const paidAlready = /\b(tarjeta|card|visa|efectivo|contado|cash|pagad[oa]|paid|recibid[oa]|fecha)\b/

/** "Forma de pago: transferencia 24/04/2026 a ES12…": the day behind the way of payment, when nothing else names it. */
function isPaymentDay(date: DateCandidate, material: ReadingMaterial): boolean {
  const line = material.layout.lines[date.line]
  const segment = line?.segments.find((one) => date.words[0] && one.words.includes(date.words[0]))
  const before = (segment?.words ?? []).filter((word) => word.x1 <= date.x0 + 1)
  const text = fold(before.map((word) => word.text).join(' '))
  return paymentWords.test(text) && !paidAlready.test(text)
}

/** "Rechnung Nr. 4711 vom 05.03.2018", "factura 12 de 30/04/2026": the date that follows the number. */
function besideNumber(date: DateCandidate, material: ReadingMaterial): number {
  const numbers = material.labels.filter(
    (label) =>
      label.line === date.line &&
      label.x1 < date.x0 &&
      label.kinds.some((kind) => kind === 'invoiceNumber' || kind === 'title' || kind === 'creditTitle')
  )
  const isSameSegment = numbers.some((label) => label.segment.words.some((word) => date.words.includes(word)))
  return isSameSegment ? 0.4 : numbers.length > 0 ? 0.25 : 0
}

/** A date at the beginning of a row of goods is the day of that service. */
function isRowDate(date: DateCandidate, material: ReadingMaterial): boolean {
  return (
    material.amounts.some(
      (amount) => amount.line === date.line && amount.decimals === 2 && amount.x0 > date.x1
    ) && !material.labels.some((label) => label.line === date.line && label.x1 < date.x0)
  )
}

function margin(scored: ScoredDate[], best: ScoredDate): number {
  const rivals = scored.filter((one) => one.date.day !== best.date.day)
  return best.issue - Math.max(-1, ...rivals.map((one) => one.issue))
}

function toField(
  date: DateCandidate,
  score: number,
  lead: number,
  material: ReadingMaterial
): ReadField<string> {
  const certainty = 0.45 + 0.3 * Math.min(1, Math.max(0, score)) + 0.25 * Math.min(1, Math.max(0, lead * 1.5))
  return {
    value: date.day,
    confidence: certainty * (0.6 + 0.4 * Math.min(date.confidence, agreementOn(date.words, material.layout))),
    method: 'label',
    boxes: toFieldBox(date.words, material.layout),
  }
}
