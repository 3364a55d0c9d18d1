import { type Actor, recordEvent } from '#app/audit/record_event'
import { refreshPaymentState, settleInvoice } from '#app/invoices/booking/settle_invoice'
import { applyPrepayment } from '#app/invoices/provisions/apply_prepayment'
import {
  freeReserve,
  lockInvoice,
  lockProvision,
  refuseClosed,
} from '#app/invoices/provisions/lock_provision'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'

/**
 * The invoice has come: the accrual is reversed, what was paid in advance is applied to it (400 against 407), and the money
 * kept for it is free. Throws E_TRANSITION unless it is open, E_INVOICE for an invoice of others or not booked, E_AMOUNT
 * where more was paid than the invoice owes, E_LIVE_ORDER while a payment of it is under way.
 */
export async function applyProvision(
  { provisionId, invoiceId }: { provisionId: number; invoiceId: number },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await lockInvoice(invoiceId, trx)
    const provision = await lockProvision(provisionId, trx)
    refuseClosed(provision)
    if (!invoice || invoice.siteId !== provision.siteId || invoice.providerId !== provision.providerId)
      throw new DomainError('E_INVOICE', 'La factura es de otra empresa o de otro proveedor.', {
        field: 'invoice_id',
      })
    if (invoice.status !== 'booked')
      throw new DomainError('E_INVOICE', 'La factura no está contabilizada.', { field: 'invoice_id' })
    if (invoice.isForeign)
      throw new DomainError('E_INVOICE', 'La factura está en otra divisa que la provisión.', {
        field: 'invoice_id',
      })
    const free = invoice.outstandingMinor - invoice.retainedOpenMinor - invoice.orderedMinor
    if (provision.settledMinor > free)
      throw new DomainError(
        'E_AMOUNT',
        `Lo anticipado supera lo pendiente de la factura (${formatAmount(free, 'EUR')}).`,
        { field: 'invoice_id' }
      )
    await execute(
      `update supplier_provisions set status = 'applied', invoice_id = :invoiceId, updated_by = :userId where id = :provisionId`,
      { provisionId, invoiceId, userId: actor.userId },
      trx
    )
    await freeReserve(provisionId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'supplier_provision',
        objectId: provisionId,
        siteId: provision.siteId,
        event: 'supplier_provision.applied',
        from: 'open',
        to: 'applied',
        diff: { invoice: [null, invoice.reference] },
      },
      trx
    )
    if (provision.settledMinor > 0) {
      await settleInvoice(invoiceId, provision.settledMinor, actor, trx, 'prior')
      await refreshPaymentState(invoiceId, invoice.live, trx)
      await applyPrepayment(provision, { ...invoice, id: invoiceId }, actor, trx)
    }
    if (provision.entryId !== null)
      await reverseEntry(
        {
          entryId: provision.entryId,
          reason: `Factura recibida: ${invoice.reference}`,
          createdBy: actor.userId,
        },
        trx
      )
  })
}
