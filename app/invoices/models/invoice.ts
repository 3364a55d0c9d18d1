import { createHash } from 'node:crypto'
import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { InvoiceSchema } from '#database/schema'

/** A supplier invoice. Amounts are cents of `currency`; a credit note's are negative. */
export default class Invoice extends InvoiceSchema {
  declare status: InvoiceStatus
  declare docType: 'invoice' | 'credit_note' | 'simplified' | 'proforma' | 'receipt' | 'dua'
  declare issuedOn: CalendarDate | null
  declare operationOn: CalendarDate | null
  declare dueOn: CalendarDate | null
  declare postedOn: CalendarDate | null
  declare paymentState: 'unpaid' | 'in_process' | 'partial' | 'paid' | 'offset'

  /** What an approver sees and decides on: any change of it voids the decision. */
  get fingerprint(): string {
    const parts = [
      this.siteId,
      this.providerId,
      this.invoiceNumber,
      this.issuedOn,
      this.docType,
      this.baseMinor,
      this.vatMinor,
      this.surchargeMinor,
      this.withholdingMinor,
      this.suppliedMinor,
      this.totalMinor,
      this.currency,
      this.providerBankId,
    ]
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  }

  get addsUp(): boolean {
    return (
      this.totalMinor ===
      this.baseMinor + this.vatMinor + this.surchargeMinor - this.withholdingMinor + this.suppliedMinor
    )
  }
}
