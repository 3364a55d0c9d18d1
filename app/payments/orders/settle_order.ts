import type { Actor } from '#app/audit/record_event'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays, formatDay, today } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import { drawReserve } from '#app/payments/kinds/supplier/draw_reserve'
import { lockPaidDocument } from '#app/payments/orders/lock_paid_document'
import {
  holdFunds,
  lockOrder,
  lockOrderWithBatch,
  moveOrder,
  refreshSource,
} from '#app/payments/orders/move_order'
import type { Said } from '#app/payments/orders/page/order_steps'
import { settledWorth } from '#app/payments/orders/page/payment_worth'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { letterPaid } from '#app/payments/postings/letter_payment'
import { debtorSettledPosting, paymentSettledPosting } from '#app/payments/postings/payment_posting'
import { preparePosting, withholdingDue } from '#app/payments/postings/prepare_posting'

type Input = {
  orderId: number
  settledOn: CalendarDate
  bankAccountId: number
  actor: Actor
  proof?: string | null
  /** Who says so: a movement of the statement unless told. */
  said?: Said
}

/**
 * The bank has executed the payment: posts `payment.settled` (where that month is closed, on the first day after it that is open), frees the hold, pays the source and letters its debt. Settling again
 * gives the same line. Throws E_NOT_SENT while its file is not marked as sent. Gives the line on the bank's ledger account that a statement line is matched with.
 */
export async function settleOrder(
  { orderId, settledOn, bankAccountId, actor, proof, said = 'statement' }: Input,
  trx: Transaction
): Promise<{ bankJournalLineId: number }> {
  const order = await lockOrderWithBatch(orderId, trx)
  if (order.debtorAccountId !== bankAccountId)
    throw new DomainError('E_ACCOUNT', 'El pago no sale de esta cuenta.')
  if (order.status === 'sent') {
    if (order.subStatus !== 'processing') throw notSent(order)
    await lockPaidDocument(order, trx)
    const posting = await preparePosting(order, settledOn, actor.userId, trx)
    const worth = await settledWorth(posting, trx)
    const due = await withholdingDue(order, order.amountMinor, trx)
    await kindPaying(order.sourceType).settle(order.sourceId, order.amountMinor, actor, trx, settledOn)
    await moveOrder(order, 'pay', actor, trx, {
      reason: proof ?? null,
      said,
      set: { subStatus: null, paidProof: proof ?? null, paidOn: settledOn },
    })
    await holdFunds(order, 'none', trx)
    await refreshSource(order, trx)
    if (order.batchId) await refreshBatch(order.batchId, trx)
    await postEntry(paymentSettledPosting(posting, due, worth), trx)
    const withheld = debtorSettledPosting(posting, due)
    if (withheld) await postEntry(withheld, trx)
    await drawReserve(order, posting.postedOn, actor, trx)
    await letterPaid(order, actor.userId, trx)
  } else if (order.status !== 'paid' && order.status !== 'reconciled') {
    throw new DomainError('E_TRANSITION', `El pago ${order.number} no está enviado.`)
  }
  const { id } = await oneRow<{ id: number }>(
    `select l.id from journal_entries e join journal_lines l on l.entry_id = e.id join bank_accounts b on b.id = :bankAccountId
      where e.idempotency_key = :key and l.account_id = b.ledger_account_id limit 1`,
    { bankAccountId, key: `payment_order:${orderId}:settled:1` },
    trx
  )
  return { bankJournalLineId: id }
}

/** Somebody says that the bank executed it, with the day and the proof; what the statement will confirm later. */
export function settleByHand(input: Omit<Input, 'bankAccountId'> & { proof: string }): Promise<void> {
  return inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(input.orderId, trx)
    refuseUnanswered(order)
    await refuseWrongDay(order, input.settledOn, trx)
    await settleOrder({ ...input, said: 'person', bankAccountId: order.debtorAccountId }, trx)
  })
}

/** Not before the bank had it, nor on a day that has not come: the statement line would lie outside. */
async function refuseWrongDay(
  { id, status }: PaymentOrder,
  settledOn: CalendarDate,
  trx: Transaction
): Promise<void> {
  if (compareDays(settledOn, today()) > 0)
    throw new DomainError('E_DAY', 'La fecha no puede ser posterior a hoy.', { field: 'on' })
  const sent = await row<{ postedOn: CalendarDate }>(
    `select posted_on from journal_entries where idempotency_key = :key`,
    { key: `payment_order:${id}:sent:1` },
    trx
  )
  if (status === 'sent' && sent && compareDays(settledOn, sent.postedOn) < 0)
    throw new DomainError('E_DAY', `El pago se envió al banco el ${formatDay(sent.postedOn)}.`, {
      field: 'on',
    })
}

/** The refusal of an answer from a bank that does not have the payment yet, or of which nobody knows whether it has. */
export const notSent = ({
  number,
  channel,
  subStatus,
}: Pick<PaymentOrder, 'number' | 'channel' | 'subStatus'>) =>
  new DomainError(
    'E_NOT_SENT',
    subStatus === 'vop_pending_decision'
      ? `El pago ${number} espera que se decida sobre su titular: confírmelo o cancélelo antes.`
      : channel === 'api'
        ? `El banco aún no ha confirmado que tiene el pago ${number}.`
        : `La remesa del pago ${number} no está marcada como enviada: márquela antes, o anúlela si no va a enviarse.`
  )

/** What became of a payment by network the bank tells itself: nobody says it in its place, least of all while nobody knows. */
export function refuseUnanswered({ number, channel, status, subStatus }: PaymentOrder): void {
  if (status !== 'sent') return
  if (subStatus === 'unknown' || subStatus === 'submitting')
    throw new DomainError(
      'E_UNKNOWN',
      `El resultado del pago ${number} aún no se conoce: confírmelo antes con el banco.`
    )
  if (channel === 'api')
    throw new DomainError('E_API', `El resultado del pago ${number} lo confirma el propio banco.`)
}

/** A statement line proves it. */
export async function markReconciled(orderId: number, actor: Actor, trx: Transaction): Promise<void> {
  const order = await lockOrder(orderId, trx)
  if (order.status === 'reconciled') return
  await moveOrder(order, 'reconcile', actor, trx)
}

/** The match with the statement line was undone; the payment itself stays paid. */
export async function markUnreconciled(orderId: number, actor: Actor, trx: Transaction): Promise<void> {
  const order = await lockOrder(orderId, trx)
  if (order.status !== 'reconciled') return
  await moveOrder(order, 'unreconcile', actor, trx)
}
