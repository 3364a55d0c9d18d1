import type { Actor } from '#app/audit/record_event'
import { isPrior } from '#app/invoices/booking/settled_parts'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { holdFunds, moveOrder } from '#app/payments/orders/move_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** An invoice that the bank paid by itself, and how much of it in cents. */
export type BankPaid = { invoiceId: number; amountMinor: number; paidOn: string | null }
/** What it covers: what the invoice says was paid before it, or what is due. */
type Covered = BankPaid & { covers: 'due' | 'prior' }

/**
 * The bank has paid invoices without an order of ours: orders that the bank does not have yet and that would pay the
 * same again go back to draft, with their approvals void. Throws E_LIVE_ORDER when one is on its way already: then the
 * movement is that payment's, or a second one. Asked before the invoices are settled; it locks orders, then invoices. Gives what
 * each payment covers.
 */
export async function withdrawOrdersPaidByBank(
  paid: readonly BankPaid[],
  actor: Actor,
  trx: Transaction
): Promise<Covered[]> {
  const ids = [...new Set(paid.map(({ invoiceId }) => invoiceId))]
  if (ids.length === 0) return []
  const orders = await liveInvoiceOrders(ids, trx).forUpdate()
  const invoices = await rows<Payable>(
    `select id, payable_minor, prior_open_minor, issued_on from invoices where id = any(:ids::bigint[]) order by id for update`,
    { ids },
    trx
  )
  const known = new Set(orders.map(({ id }) => id))
  if ((await liveInvoiceOrders(ids, trx)).some(({ id }) => !known.has(id)))
    throw new DomainError('E_BUSY', 'Se está creando un pago de esta factura: inténtelo de nuevo.')
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const covered = paid.map((payment): Covered => {
    const invoice = byId.get(payment.invoiceId)
    return { ...payment, covers: invoice && isPrior(invoice, payment) ? 'prior' : 'due' }
  })
  for (const { id, payableMinor, priorOpenMinor } of invoices) {
    const left = covered
      .filter(({ invoiceId }) => invoiceId === id)
      .reduce(
        (rest, { amountMinor, covers }) =>
          rest - (covers === 'due' ? amountMinor : Math.max(amountMinor - priorOpenMinor, 0)),
        payableMinor
      )
    await yieldTo(
      left,
      orders.filter(({ sourceId }) => sourceId === id),
      actor,
      trx
    )
  }
  return covered
}

type Payable = { id: number; payableMinor: number; priorOpenMinor: number; issuedOn: string | null }

/** Payments of invoices that may still move money, by key. */
export function liveInvoiceOrders(invoiceIds: number[], trx: Transaction) {
  return PaymentOrder.query({ client: trx })
    .where('source_type', 'invoice')
    .whereIn('source_id', invoiceIds)
    .whereIn('status', ['draft', 'buffered', 'approved', 'sent'])
    .orderBy('id')
}

/** Keeps what is sent, then the oldest of the others that still fit into what is left; the rest goes back to draft. */
async function yieldTo(
  leftMinor: number,
  orders: PaymentOrder[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  let left = leftMinor
  for (const order of orders.filter(({ status }) => status === 'sent')) {
    left -= order.amountMinor
    if (left < 0)
      throw new DomainError(
        'E_LIVE_ORDER',
        order.subStatus === 'queued'
          ? `La factura está incluida en el pago ${order.number}, liberado y sin enviar: márquelo como enviado si es este movimiento, o sáquelo de su remesa.`
          : `La factura está incluida en el pago ${order.number}, que ya se ha enviado: concilie el movimiento con ese pago.`
      )
  }
  for (const order of orders.filter(({ status }) => status !== 'sent')) {
    left -= order.amountMinor
    if (left < 0) await takeBack(order, actor, trx)
  }
}

async function takeBack(order: PaymentOrder, actor: Actor, trx: Transaction): Promise<void> {
  order.holdReason = 'source_changed'
  if (order.status === 'draft') {
    await order.save()
    return
  }
  await moveOrder(order, 'reopen', actor, trx, { reason: 'La factura se ha pagado por el banco.' })
  await revokeDecisions('payment_order', order.id, trx)
  await holdFunds(order, 'none', trx)
}
