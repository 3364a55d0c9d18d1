import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { convertToBase } from '#app/ledger/fx/convert'
import type { DocType } from '#app/reading/doc_kinds'
import { InvoiceSchema } from '#database/schema'

const ENDED: readonly InvoiceStatus[] = ['rejected', 'duplicate', 'cancelled']

/** A supplier invoice. Amounts are cents of `currency`; a credit note's are negative. */
export default class Invoice extends InvoiceSchema {
  declare status: InvoiceStatus
  declare docType: DocType
  declare issuedOn: CalendarDate | null
  declare operationOn: CalendarDate | null
  declare dueOn: CalendarDate | null
  declare holdUntil: CalendarDate | null
  declare priority: 'normal' | 'urgent'
  declare postedOn: CalendarDate | null
  declare retainedUntil: CalendarDate | null
  declare paymentState: 'unpaid' | 'in_process' | 'partial' | 'paid' | 'offset'

  /** It came over the public page and nobody of the staff has accepted it yet. */
  get isInQuarantine(): boolean {
    return this.source === 'public' && this.acceptedAt === null && !ENDED.includes(this.status)
  }

  /** The total in the currency of its company's books, at its own exchange rate: what limits and policies ask. */
  get worthMinor(): number {
    return this.fxRate === null ? this.totalMinor : convertToBase(this.totalMinor, this.currency, this.fxRate)
  }

  /** The currency of `worthMinor`; rates are units for one euro. */
  get worthCurrency(): string {
    return this.fxRate === null ? this.currency : 'EUR'
  }

  /** What the book owes for it: the total with the rounding of what is paid. */
  get owedMinor(): number {
    return this.totalMinor + this.roundingMinor
  }

  /** What the document asks to be paid now. */
  get dueMinor(): number {
    return this.owedMinor - this.advanceMinor - this.prepaidMinor - this.retainedMinor
  }

  get addsUp(): boolean {
    return (
      this.totalMinor ===
      this.baseMinor + this.vatMinor + this.surchargeMinor - this.withholdingMinor + this.suppliedMinor
    )
  }
}
