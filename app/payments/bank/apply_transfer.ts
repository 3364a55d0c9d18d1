import type { Actor } from '#app/audit/record_event'
import type { KnownTransfer } from '#app/banking/gateway/transfer_gateway'
import { row, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, compareDays, maxDay, today } from '#app/kernel/time/calendar_date'
import { acknowledgeOrder, stepSent } from '#app/payments/bank/acknowledge_order'
import { keepAuthorisation } from '#app/payments/bank/authorisations'
import { failLocked, returnOrder } from '#app/payments/orders/fail_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { withdrawOrder } from '#app/payments/orders/withdraw_order'

const NO_CODE = 'NARR'

/**
 * Brings a locked order to where the bank says it is. Forwards only, except from paid to returned: old news and news
 * told twice change nothing (area 23 §4). The caller has settled the order's attempt before.
 */
export async function applyTransfer(
  order: PaymentOrder,
  transfer: KnownTransfer,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const isOpen = order.status === 'sent'
  if (isOpen) {
    order.merge({ providerRef: transfer.ref, providerStatus: transfer.providerStatus })
    await order.save()
  }
  const refusal = {
    orderId: order.id,
    code: transfer.code ?? NO_CODE,
    comment: transfer.message ?? transfer.providerStatus,
    actor,
    said: 'bank' as const,
  }
  switch (transfer.state) {
    case 'processing':
      return isOpen ? ensureProcessing(order, actor, trx) : undefined
    case 'awaiting_authorisation':
      return isOpen ? askFor(order, transfer, actor, trx) : undefined
    case 'payee_mismatch':
      if (isOpen && (isUnanswered(order) || order.subStatus === 'awaiting_authorisation'))
        await stepSent(order, { step: 'doubt' }, actor, trx)
      return
    case 'executed':
      return isOpen ? execute(order, transfer, actor, trx) : undefined
    case 'rejected':
      if (isOpen) return failLocked(order, refusal, trx)
      return isPaid(order) ? returnOrder({ ...refusal, returnedOn: dayOf(transfer) }, trx) : undefined
    case 'cancelled':
      if (!isOpen) return
      if (order.subStatus === 'processing') return failLocked(order, refusal, trx)
      if (isUnanswered(order)) await stepSent(order, { step: 'wait' }, actor, trx)
      return withdrawOrder(order, 'Cancelado en el banco', actor, trx)
    case 'returned':
      if (isOpen) await execute(order, transfer, actor, trx)
      else if (!isPaid(order)) return
      return returnOrder({ ...refusal, returnedOn: dayOf(transfer) }, trx)
    default:
      return transfer.state satisfies never
  }
}

/** The provider has it and somebody has to say yes there: nothing is posted before. */
async function askFor(
  order: PaymentOrder,
  { authorisation }: KnownTransfer,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (isUnanswered(order)) await stepSent(order, { step: 'wait' }, actor, trx)
  if (order.subStatus === 'awaiting_authorisation' && authorisation)
    await keepAuthorisation(order, authorisation, null, trx)
}

const isUnanswered = ({ subStatus }: PaymentOrder) => subStatus === 'submitting' || subStatus === 'unknown'
const isPaid = ({ status }: PaymentOrder) => status === 'paid' || status === 'reconciled'

async function ensureProcessing(order: PaymentOrder, actor: Actor, trx: Transaction): Promise<void> {
  if (order.subStatus === 'processing') return
  await acknowledgeOrder(order, { step: 'acknowledge', on: today() }, actor, trx)
}

async function execute(
  order: PaymentOrder,
  transfer: KnownTransfer,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await ensureProcessing(order, actor, trx)
  await settleOrder(
    {
      orderId: order.id,
      settledOn: maxDay(dayOf(transfer), await sentOn(order.id, trx)),
      bankAccountId: order.debtorAccountId,
      actor,
      proof: `${transfer.providerStatus} ${transfer.ref}`,
      said: 'bank',
    },
    trx
  )
}

/** The day the bank tells, never one that has not come. */
function dayOf({ on }: KnownTransfer): CalendarDate {
  const day = today()
  return on !== null && compareDays(on, day) < 0 ? on : day
}

async function sentOn(orderId: number, trx: Transaction): Promise<CalendarDate> {
  const sent = await row<{ postedOn: CalendarDate }>(
    `select posted_on from journal_entries where idempotency_key = :key`,
    { key: `payment_order:${orderId}:sent:1` },
    trx
  )
  return sent?.postedOn ?? today()
}
