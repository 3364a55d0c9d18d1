import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { endAuthorisation } from '#app/payments/bank/authorisations'
import { tellLeads } from '#app/payments/bank/tell_leads'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { moveOrder } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

type Unsent = { hold: 'authorisation_denied' | 'authorisation_expired'; reason: string }

/**
 * What a provider asked to authorise and never took is approved as before, out of its batch: nothing was posted, its money stays
 * reserved, and only a person sends it again. Its attempt is over already; the database refuses it where the provider has it.
 */
export async function takeBackUnsent(
  order: PaymentOrder,
  { hold, reason }: Unsent,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await leaveBatch(order, reason, actor, trx)
  order.merge({ holdReason: hold })
  await order.save()
  await endAuthorisation(order.id, reason, trx)
  await tellLeads(
    {
      orderId: order.id,
      siteId: order.siteId,
      subject: `Pago ${order.number} sin autorizar`,
      body: `El pago ${order.number} de ${formatAmount(order.amountMinor, order.currency)} no se ha enviado: sigue aprobado y nada se ha cargado.\n\n${reason}\n\nEntre en Caudal para enviarlo de nuevo o quitarlo de la bolsa.`,
    },
    trx
  )
}

/** From `sent` to approved and out of the batch that it was to leave in, which is over when it was the last. */
export async function leaveBatch(
  order: PaymentOrder,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { batchId } = order
  order.batchId = null
  await moveOrder(order, 'unsend', actor, trx, { reason, said: 'bank' })
  if (batchId !== null) await refreshBatch(batchId, trx)
}
