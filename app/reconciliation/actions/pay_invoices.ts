import type { Actor } from '#app/audit/record_event'
import { settleInvoice } from '#app/invoices/booking/settle_invoice'
import type { Transaction } from '#app/kernel/database/sql'
import { withdrawOrdersPaidByBank } from '#app/payments/kinds/supplier/withdraw_orders_paid_by_bank'
import { refreshSource } from '#app/payments/orders/move_order'

/** An open item of an invoice and how much of it is paid, with its sign in the book: what we owe is negative. */
export type InvoiceDebt = { documentId: number | null; amountMinor: number }

/** `paidOn`: the day the money moved; null where items are only bound together. */
type Payment = { paidOn: string | null; actor: Actor }

/**
 * Tells invoices that they were paid without an order of ours: orders that would pay the same again give way, the
 * invoices count what was paid and what is made from them looks at them again. Throws E_LIVE_ORDER and E_BUSY of
 * `withdrawOrdersPaidByBank`. Orders are locked before invoices, as everywhere.
 */
export async function payInvoices(
  debts: readonly InvoiceDebt[],
  { paidOn, actor }: Payment,
  trx: Transaction
): Promise<void> {
  const paid = debts.map(({ documentId, amountMinor }) => {
    if (documentId === null) throw new Error('A debt of an invoice without the invoice')
    return { invoiceId: documentId, amountMinor: -amountMinor, paidOn }
  })
  for (const { invoiceId, amountMinor, covers } of await withdrawOrdersPaidByBank(paid, actor, trx))
    await settleInvoice(invoiceId, amountMinor, actor, trx, covers)
  for (const { invoiceId } of paid) await refreshSource({ sourceType: 'invoice', sourceId: invoiceId }, trx)
}
