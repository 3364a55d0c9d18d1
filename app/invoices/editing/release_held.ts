import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import Invoice from '#app/invoices/models/invoice'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'

/** `retention`: the guarantee is given back; `prior`: what the invoice says was paid before was not. */
export type Held = 'retention' | 'prior'

type Input = { invoiceId: number; held: Held; reason: string; actor: Actor }

/**
 * What was held of a booked invoice becomes payable: the guarantee retained until now, or what was taken for paid before. Who, when and
 * why stay with the invoice, its log and the audit; the payment itself is ordered and approved as any other. Throws
 * E_REASON, E_NOT_BOOKED and E_NOTHING_HELD.
 */
export async function releaseHeld({ invoiceId, held, reason, actor }: Input): Promise<void> {
  const why = givenReason(reason)
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    if (invoice.status !== 'booked')
      throw new DomainError('E_NOT_BOOKED', 'Solo se libera lo retenido de una factura contabilizada.')
    const heldMinor = held === 'retention' ? invoice.retainedOpenMinor : invoice.priorOpenMinor
    if (heldMinor === 0)
      throw new DomainError('E_NOTHING_HELD', 'No queda nada por liberar: recargue la página.')
    const before = {
      payableMinor: invoice.outstandingMinor - invoice.priorOpenMinor - invoice.retainedOpenMinor,
    }
    invoice.merge({
      ...(held === 'retention' ? { retainedOpenMinor: 0 } : { priorOpenMinor: 0 }),
      heldReleasedAt: DateTime.now(),
      heldReleasedBy: actor.userId,
      heldReleaseReason: why.slice(0, 500),
      updatedBy: actor.userId,
    })
    invoice.lockVersion += 1
    await invoice.save()
    const after = { payableMinor: before.payableMinor + heldMinor }
    await logInvoiceAction(
      { invoiceId, action: 'field_changed', actor, before, after: { ...after, released: held, reason: why } },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'invoice',
        objectId: invoiceId,
        siteId: invoice.siteId,
        event: held === 'retention' ? 'invoice.retention_released' : 'invoice.prior_payment_denied',
        reason: why,
        diff: { payableMinor: [before.payableMinor, after.payableMinor] },
      },
      trx
    )
  })
}
