import type { Transaction } from '#app/kernel/sql'
import type PaymentOrder from '#app/payments/models/payment_order'
import type { AccruedWithholding } from '#app/payments/postings/payment_posting'
import { withholdingDue } from '#app/payments/queries/prepare_posting'

type PaidInvoice = { documentId: number | null; amountMinor: number }

/** Withholding that falls due because the bank paid these invoices without an order of ours; asked before they are settled. */
export async function listWithholdingsDue(
  siteId: number,
  invoices: readonly PaidInvoice[],
  trx: Transaction
): Promise<AccruedWithholding[]> {
  const due: AccruedWithholding[] = []
  for (const { documentId, amountMinor } of invoices) {
    const paid = {
      sourceType: 'invoice',
      sourceId: documentId ?? 0,
      siteId,
      amountMinor: -amountMinor,
    } satisfies Partial<PaymentOrder>
    const withholding = await withholdingDue(paid as PaymentOrder, trx)
    if (withholding && withholding.amountMinor !== 0) due.push(withholding)
  }
  return due
}
