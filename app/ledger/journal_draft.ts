import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

export type Journal =
  | 'compras'
  | 'ventas'
  | 'banco'
  | 'nomina'
  | 'impuestos'
  | 'prestamos'
  | 'diversos'
  | 'apertura'
  | 'cierre'
  | 'regularizacion'

/** One apunte: positive is debe, negative is haber, in cents of the account's currency. */
export type DraftLine = {
  accountId: number
  amountMinor: number
  /** The same in the company's currency; equal to `amountMinor` when absent. */
  baseMinor?: number
  currency?: string
  counterpartyType?: 'provider' | 'employee' | 'site' | 'channel'
  counterpartyId?: number
  documentType?: string
  documentId?: number
  taxCodeId?: number
  taxBaseMinor?: number
  /** `YYYY-MM`, only with a tax code of VAT or IGIC. */
  vatPeriod?: string
  centerId?: number | null
  categoryId?: number | null
  dueOn?: CalendarDate | null
  memo?: string
}

/** What a document asks the ledger to post; pure, made by the postings of each area. */
export type JournalDraft = {
  siteId: number
  postedOn: CalendarDate
  journal: Journal
  /** Code of the posting rule: `invoice.book`, `payment.sent`. */
  kind: string
  /** `"{document_type}:{id}:{event}:{version}"`; the same key posts once. */
  idempotencyKey: string
  description: string
  lines: DraftLine[]
  sourceType?: string
  sourceId?: number
  groupKey?: string
  createdBy?: number | null
}

/** A difference of exchange has no amount in the account's currency, only in the company's. */
const isEmpty = ({ amountMinor, baseMinor = 0, currency = 'EUR' }: DraftLine) =>
  amountMinor === 0 && (baseMinor === 0 || currency === 'EUR')

/** Throws E_UNBALANCED where the draft has fewer than two lines, a zero line or does not add up to zero. */
export function assertBalanced({ lines }: JournalDraft): void {
  const sum = lines.reduce((total, line) => total + (line.baseMinor ?? line.amountMinor), 0)
  if (lines.length < 2 || sum !== 0 || lines.some(isEmpty)) {
    throw new DomainError('E_UNBALANCED', 'El asiento debe tener al menos dos apuntes y cuadrar.')
  }
}

const DESCRIPTION_MAX = 250

/** The text of an entry. Posted on another day than what it is about, because that month is closed, it says which day that was. */
export function entryText(text: string, happenedOn: CalendarDate, postedOn: CalendarDate): string {
  const told = happenedOn === postedOn ? '' : ` (operación del ${formatDay(happenedOn)}, mes cerrado)`
  return `${text.slice(0, DESCRIPTION_MAX - told.length)}${told}`
}
