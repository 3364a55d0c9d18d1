import type { DateCandidate } from '#app/reading/candidates/find_dates'
import { agreementOn } from '#app/reading/fields/agreed_words'
import {
  dueByWording,
  type Governor,
  governorOf,
  isOfCorrected,
  isOfDiscount,
  isOfLaw,
  isOfPeriod,
  isPaymentDay,
} from '#app/reading/fields/day_signs'
import { type DayWording, wordingOf } from '#app/reading/fields/day_wording'
import { labelsOfDays } from '#app/reading/fields/labels_of_days'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { isAloneInSegment, type LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { type RelatedLabel, relatedLabels, strengthByKind } from '#app/reading/layout/relations'
import { boostOf } from '#app/reading/learned/boosts'
import { compact } from '#app/reading/pages/text_forms'
import { emptyField, type ReadField } from '#app/reading/reading_types'

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
export function readDates(
  material: ReadingMaterial,
  invoiceNumber: string | null = null
): {
  issueDate: ReadField<string>
  dueDate: ReadField<string>
} {
  const labels = labelsOfDays(material)
  const scored = material.dates.map((date) => scoreDate(date, material, labels, invoiceNumber))
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

function scoreDate(
  date: DateCandidate,
  material: ReadingMaterial,
  labels: LabelHit[],
  invoiceNumber: string | null
): ScoredDate {
  const wording = wordingOf(date, material.layout)
  const { governor, isJoined } = governorOf(wording, invoiceNumber, labels)
  const isGoverned = governor === 'own' || governor === 'place'
  // What governs a day stands before it: a label behind it is of the next value.
  const related = relatedLabels(date, labels, material.layout, dateKinds).filter(
    ({ relation }) => !(isGoverned && relation === 'right')
  )
  const strengths = strengthByKind(related)
  const of = (kind: LabelKind) => strengths.get(kind) ?? 0
  const learned = (field: 'issueDate' | 'dueDate') =>
    learnedWeight * boostOf(field, date, date.text, material)
  const said = Math.max(dueByWording(wording), isPaymentDay(wording) ? 0.4 : 0)
  const isDiscount = isOfDiscount(wording)
  const due = Math.max(isDiscount ? 0 : of('dueDate'), said) + learned('dueDate')
  const other = Math.max(
    isOfLaw(wording) ? 1.5 : 0,
    isOfPeriod(wording) || isOfCorrected(wording) || isDiscount ? 0.8 : 0,
    governor === 'mention' && isJoined && due === 0 ? 0.8 : 0,
    (said > 0 ? 0.5 : 1) * of('otherDate'),
    0.8 * of('rectifiedNumber'),
    0.5 * of('otherNumber')
  )
  const issue =
    learned('issueDate') +
    Math.max(issueLabel(related), 0.65 * of('genericDate')) +
    governed[governor] +
    (isNumberItself(date, invoiceNumber) ? -0.6 : 0) +
    (governor === 'none' ? besideNumber(date, material) : 0) +
    (isTimed(wording) ? 0.2 : 0) +
    0.3 * Math.max(0, 1 - depthOf(date, material)) -
    (isRowDate(date, labels, material) ? 0.4 : 0) -
    0.9 * Math.max(due, other)
  return { date, issue, due, other }
}

/** What the words before a day say of it being the one of the invoice. */
const governed: Record<Governor, number> = { own: 0.7, place: 0.55, none: 0, mention: -0.35 }

/** "Factura nº: 15/06/26": what reads as a day is the number. */
function isNumberItself(date: DateCandidate, invoiceNumber: string | null): boolean {
  return invoiceNumber !== null && compact(date.text) === compact(invoiceNumber)
}

/** Pages down to a day. */
function depthOf(date: DateCandidate, material: ReadingMaterial): number {
  const size = material.layout.pages[date.page]
  const height = size ? (1000 * size.height) / size.width : 1414
  return date.page + Math.min(1, date.y0 / height)
}

const ofInvoice = /fac|fra|invoice|rechn|^rg|fatt|fatura|emis|exped|ausst|issue|beleg|emitid/

/** "Fecha de la factura" is surer than "Fecha del documento", which a notary's invoice has beside it. */
function issueLabel(related: RelatedLabel[]): number {
  const strengths = related
    .filter(({ label }) => label.kinds.includes('issueDate'))
    .map(({ label, strength }) => strength * (ofInvoice.test(compact(label.text)) ? 1.1 : 1))
  return Math.max(0, ...strengths)
}

/** "05/03/2026 14:32": the moment of a sale. */
function isTimed({ words }: DayWording): boolean {
  return /^\d{1,2}:\d{2}/.test(words.after[0]?.text ?? '')
}

/** "FACTURA 12     30/04/2026": a day in another column of the line of the number, or right under the title. */
function besideNumber(date: DateCandidate, material: ReadingMaterial): number {
  const numbers = material.labels.filter(
    (label) =>
      label.line === date.line &&
      label.x1 < date.x0 &&
      label.kinds.some((kind) => kind === 'invoiceNumber' || kind === 'title' || kind === 'creditTitle')
  )
  const isSameSegment = numbers.some((label) => label.segment.words.some((word) => date.words.includes(word)))
  return isSameSegment ? 0.4 : numbers.length > 0 || isUnderTitle(date, material) ? 0.25 : 0
}

function isUnderTitle(date: DateCandidate, material: ReadingMaterial): boolean {
  const { textHeight } = material.layout
  return material.labels.some(
    (label) =>
      label.page === date.page &&
      label.kinds.includes('title') &&
      isAloneInSegment(label) &&
      date.y0 - label.y1 > -0.4 * textHeight &&
      date.y0 - label.y1 < 1.5 * textHeight &&
      label.x0 < date.x1 &&
      label.x1 > date.x0
  )
}

/** A date at the beginning of a row of goods is the day of that service. */
function isRowDate(date: DateCandidate, labels: LabelHit[], material: ReadingMaterial): boolean {
  return (
    material.amounts.some(
      (amount) => amount.line === date.line && amount.decimals === 2 && amount.x0 > date.x1
    ) && !labels.some((label) => label.line === date.line && label.x1 < date.x0)
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
