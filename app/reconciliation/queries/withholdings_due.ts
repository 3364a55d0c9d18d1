import type { Transaction } from '#app/kernel/database/sql'
import type { AccruedWithholding } from '#app/payments/postings/payment_posting'
import { withholdingDue } from '#app/payments/postings/prepare_posting'

/** With the invoice it belongs to: the next payment of it asks what fell due before. */
export type InvoiceWithholding = AccruedWithholding & { invoiceId: number }
type PaidInvoice = { documentId: number | null; amountMinor: number }

/** Withholding that falls due because the bank paid these invoices without an order of ours; asked before they are settled. */
export async function listWithholdingsDue(
  siteId: number,
  invoices: readonly PaidInvoice[],
  trx: Transaction
): Promise<InvoiceWithholding[]> {
  const due: InvoiceWithholding[] = []
  for (const { documentId, amountMinor } of invoices) {
    const invoice = { sourceType: 'invoice', sourceId: documentId ?? 0, siteId }
    const withholding = await withholdingDue(invoice, -amountMinor, trx)
    if (withholding && withholding.amountMinor !== 0)
      due.push({ ...withholding, invoiceId: invoice.sourceId })
  }
  return due
}
