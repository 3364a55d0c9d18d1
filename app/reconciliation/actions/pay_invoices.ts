import type { Actor } from '#app/audit/record_event'
import { settleInvoice } from '#app/invoices/actions/settle_invoice'
import type { Transaction } from '#app/kernel/sql'
import { makeRoom } from '#app/payments/actions/make_room'
import { refreshSource } from '#app/payments/actions/move_order'

/** An open item of an invoice and how much of it is paid, with its sign in the book: what we owe is negative. */
export type InvoiceDebt = { documentId: number | null; amountMinor: number }

/**
 * Tells invoices that they were paid without an order of ours: orders that would pay the same again give way, the
 * invoices count what was paid and what is made from them looks at them again. Throws E_LIVE_ORDER and E_BUSY of
 * `makeRoom`. Orders are locked before invoices, as everywhere.
 */
export async function payInvoices(
  debts: readonly InvoiceDebt[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const paid = debts.map(({ documentId, amountMinor }) => {
    if (documentId === null) throw new Error('A debt of an invoice without the invoice')
    return { invoiceId: documentId, amountMinor: -amountMinor }
  })
  await makeRoom(paid, actor, trx)
  for (const { invoiceId, amountMinor } of paid) await settleInvoice(invoiceId, amountMinor, actor, trx)
  for (const { invoiceId } of paid) await refreshSource({ sourceType: 'invoice', sourceId: invoiceId }, trx)
}
