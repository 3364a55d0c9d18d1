import {
  areConfusable,
  containsOther,
  isOneEditApart,
  isWithoutSeries,
} from '#app/invoices/audit/number_forms'
import { trigramSimilarity } from '#app/kernel/text/similarity'
import { type CalendarDate, daysBetween } from '#app/kernel/time/calendar_date'
import { type DocType, isInvoiceKind } from '#app/reading/doc_kinds'

/** One of two invoices that may be one and the same. Amounts in cents. */
export type Compared = {
  id: number
  providerId: number
  providerTaxId: string | null
  providerName: string
  docType: string
  /** The number as it identifies (`number_key`), and without its signs (`number_norm`). */
  numberKey: string
  numberNorm: string
  tail: number | null
  series: string
  totalMinor: number
  baseMinor: number
  currency: string
  issuedOn: CalendarDate
  concepts: readonly string[]
  periodFrom: CalendarDate | null
}

export type ScorePart = { label: string; points: number }
export type DuplicateScore = { points: number; parts: ScorePart[] }

const NAME_ALIKE = 0.7
const LINE_ALIKE = 0.6
const LINES_SHARE = 0.8
const NOTHING: DuplicateScore = { points: 0, parts: [] }

/**
 * How much two invoices look like one, 0 to 105 points (area 06 §4), and what gave them. The same whichever of the two
 * is named first. An invoice is never compared with a credit note or with what is no invoice (the proforma before it), nor across
 * currencies or strangers.
 */
export function duplicateScore(a: Compared, b: Compared): DuplicateScore {
  if ((a.docType === 'credit_note') !== (b.docType === 'credit_note') || a.currency !== b.currency)
    return NOTHING
  if (![a, b].every(({ docType }) => isInvoiceKind(docType as DocType))) return NOTHING
  const provider = providerPart(a, b)
  if (!provider) return NOTHING
  const parts = [
    numberPart(a, b),
    totalPart(a, b),
    datePart(a, b),
    provider,
    linesPart(a, b),
    recurringPart(a, b),
  ]
  const given = parts.filter((part) => part !== null)
  return {
    points: Math.max(
      0,
      given.reduce((sum, { points }) => sum + points, 0)
    ),
    parts: given,
  }
}

function numberPart(a: Compared, b: Compared): ScorePart | null {
  if (a.numberNorm === '' || b.numberNorm === '') return null
  if (a.numberKey === b.numberKey) return { label: 'Mismo número', points: 40 }
  if (a.numberNorm === b.numberNorm) return { label: 'Mismas cifras con otros separadores', points: 20 }
  if (areConfusable(a.numberNorm, b.numberNorm))
    return { label: 'Números que se confunden al leer', points: 30 }
  if (isOneEditApart(a.numberNorm, b.numberNorm)) return { label: 'Números a una cifra o letra', points: 30 }
  return containsOther(a.numberNorm, b.numberNorm) || isWithoutSeries(a.numberKey, b.numberKey)
    ? { label: 'Un número contiene al otro', points: 20 }
    : null
}

const TOTAL_TOLERANCE_MINOR = 1

function totalPart(a: Compared, b: Compared): ScorePart | null {
  const apart = Math.abs(a.totalMinor - b.totalMinor)
  if (apart <= TOTAL_TOLERANCE_MINOR) return { label: 'Mismo total', points: 25 }
  if (a.baseMinor === b.baseMinor && a.baseMinor !== 0) return { label: 'Misma base', points: 15 }
  const larger = Math.max(Math.abs(a.totalMinor), Math.abs(b.totalMinor))
  return apart * 100 < larger ? { label: 'Totales a menos de un 1 %', points: 8 } : null
}

function datePart(a: Compared, b: Compared): ScorePart | null {
  if (a.issuedOn === b.issuedOn) return { label: 'Misma fecha', points: 15 }
  if (swappedDay(a.issuedOn) === b.issuedOn) return { label: 'Día y mes cambiados', points: 12 }
  const apart = Math.abs(daysBetween(a.issuedOn, b.issuedOn))
  if (apart <= 3) return { label: 'Fechas a tres días o menos', points: 10 }
  return apart <= 31 ? { label: 'Fechas a un mes o menos', points: 4 } : null
}

/** The day with day and month changed over, as a reader of the other country writes it; itself where that is no day. */
export function swappedDay(day: CalendarDate): string {
  const [year, month, date] = day.split('-')
  return Number(date) <= 12 ? `${year}-${date}-${month}` : day
}

function providerPart(a: Compared, b: Compared): ScorePart | null {
  if (a.providerId === b.providerId) return { label: 'Mismo proveedor', points: 15 }
  if (a.providerTaxId !== null && a.providerTaxId === b.providerTaxId)
    return { label: 'Mismo NIF en otra ficha', points: 15 }
  return trigramSimilarity(a.providerName, b.providerName) > NAME_ALIKE
    ? { label: 'Proveedores de nombre parecido', points: 8 }
    : null
}

function linesPart(a: Compared, b: Compared): ScorePart | null {
  const most = Math.max(a.concepts.length, b.concepts.length)
  if (most === 0 || Math.min(a.concepts.length, b.concepts.length) === 0) return null
  return Math.min(shareFound(a.concepts, b.concepts), shareFound(b.concepts, a.concepts)) >= LINES_SHARE
    ? { label: 'Mismas líneas', points: 10 }
    : null
}

const shareFound = (of: readonly string[], among: readonly string[]) =>
  of.filter((one) => among.some((other) => one === other || trigramSimilarity(one, other) >= LINE_ALIKE))
    .length / of.length

const MONTH_DAYS = { from: 26, to: 35 }

/** Rent and subscriptions: the same amount each month under the next number. */
function recurringPart(a: Compared, b: Compared): ScorePart | null {
  const apart = Math.abs(daysBetween(a.issuedOn, b.issuedOn))
  const isMonthApart = apart >= MONTH_DAYS.from && apart <= MONTH_DAYS.to
  const isNext =
    a.series === b.series && a.tail !== null && b.tail !== null && Math.abs(a.tail - b.tail) === 1
  const isOtherPeriod = a.periodFrom === null || b.periodFrom === null || a.periodFrom !== b.periodFrom
  const isSameTotal = Math.abs(a.totalMinor - b.totalMinor) <= TOTAL_TOLERANCE_MINOR
  return isSameTotal && isOtherPeriod && isNext && isMonthApart
    ? { label: 'Se factura cada mes con el número siguiente', points: -35 }
    : null
}
