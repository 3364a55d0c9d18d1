import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import Invoice from '#app/invoices/models/invoice'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Takes an invoice of the public page out of quarantine: it is reviewed from then on like any other. Throws
 * E_TRANSITION when it is not one that waits for it.
 */
export async function acceptPublicInvoice(invoiceId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    if (!invoice.isInQuarantine)
      throw new DomainError('E_TRANSITION', 'Esta factura no está pendiente de aceptar: recargue la página.')
    if (actor.userId === null) throw new Error('Only a person accepts an invoice')
    invoice.merge({ acceptedAt: DateTime.now(), acceptedBy: actor.userId, updatedBy: actor.userId })
    invoice.lockVersion += 1
    await invoice.save()
    await logInvoiceAction(
      { invoiceId, action: 'field_changed', actor, after: { quarantine: 'accepted' } },
      trx
    )
    await recordEvent(
      { actor, objectType: 'invoice', objectId: invoiceId, siteId: invoice.siteId, event: 'invoice.accept' },
      trx
    )
  })
}
