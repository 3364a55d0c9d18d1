import type { Actor } from '#app/audit/record_event'
import {
  GatewayUnavailable,
  type KnownTransfer,
  type TransferGateway,
} from '#app/banking/gateway/transfer_gateway'
import { noConnectionText } from '#app/connectors/failure_texts'
import { inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockPartners, reverseMirrored } from '#app/ledger/actions/post_mirrored'
import { takeDebtBack } from '#app/loans/debts/take_debt_back'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { applyTransfer } from '#app/payments/bank/apply_transfer'
import { liveAttempt } from '#app/payments/bank/attempts'
import { breakUp } from '#app/payments/bank/resume_authorisations'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { checkOrder, refuseFailed } from '#app/payments/orders/checks/check_order'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import { withdrawOrder } from '#app/payments/orders/withdraw_order'

/**
 * Takes a payment back while the bank has not executed it: one by network from the queue at once, from the bank only when it
 * confirms it; one of a file only while its payee is in doubt. Throws E_UNKNOWN while nobody knows whether the bank has it, E_TOO_LATE when it is being executed.
 */
export async function cancelAtBank(orderId: number, reason: string, actor: Actor): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  if (await withdrawDoubted(orderId, reason, actor)) return
  if (await withdrawQueued(orderId, reason, actor)) return
  const { gateway, ref, number } = await atBank(orderId)
  const known = await asked(() => gateway.cancel(ref), gateway)
  await follow(orderId, known, actor)
  if (known.state !== 'cancelled')
    throw new DomainError('E_TOO_LATE', `El banco ya no puede cancelar el pago ${number}.`)
}

/**
 * A payment of a file whose payee the bank knows by another name: whoever decides against it has seen at the bank that it is
 * not executed. What was posted as sent is reversed. False for any other payment.
 */
async function withdrawDoubted(orderId: number, reason: string, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    if (order.channel === 'api' || order.subStatus !== 'vop_pending_decision') return false
    await withdrawOrder(order, reason, actor, trx)
    if (order.batchId) await refreshBatch(order.batchId, trx)
    const sent = await row<{ id: number }>(
      `select id from journal_entries where idempotency_key = :key`,
      { key: `payment_order:${orderId}:sent:1` },
      trx
    )
    if (!sent) return true
    await takeDebtBack(
      { type: 'payment_order', id: orderId },
      { reason: `Pago cancelado: ${order.number}`, actor },
      trx
    )
    await lockPartners({ siteId: order.siteId, entryIds: [sent.id] }, trx)
    await reverseMirrored(
      { entryId: sent.id, reason: `Pago cancelado: ${reason}`, createdBy: actor.userId },
      trx
    )
    return true
  })
}

/** The same for one that goes on: the bank's own answer waits for it there. False for a payment by network. */
async function confirmDoubted(orderId: number, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    if (order.channel === 'api') return false
    if (order.subStatus !== 'vop_pending_decision')
      throw new DomainError('E_TRANSITION', `El pago ${order.number} no espera que se confirme el titular.`)
    refuseFailed(await checkOrder(order, 'send', null, trx), order.number)
    order.vopConfirmedBy = actor.userId
    await stepSent(order, { step: 'acknowledge' }, actor, trx)
    return true
  })
}

/**
 * Somebody decides that it goes on although the bank says that the payee's name is another. Throws E_CHECK where anything else
 * speaks against it by now.
 */
export async function confirmPayee(orderId: number, actor: Actor): Promise<void> {
  if (await confirmDoubted(orderId, actor)) return
  const { gateway, ref, subStatus, number } = await atBank(orderId)
  if (subStatus !== 'vop_pending_decision')
    throw new DomainError('E_TRANSITION', `El pago ${number} no espera que se confirme el titular.`)
  await inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    refuseFailed(await checkOrder(order, 'send', null, trx), number)
  })
  await follow(orderId, await asked(() => gateway.confirmPayee(ref), gateway), actor)
}

async function withdrawQueued(orderId: number, reason: string, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    if (order.status !== 'sent' || order.channel !== 'api')
      throw new DomainError('E_TRANSITION', `El pago ${order.number} no se puede cancelar en el banco.`)
    if (order.subStatus === 'unknown' || order.subStatus === 'submitting')
      throw new DomainError(
        'E_UNKNOWN',
        `El resultado del pago ${order.number} aún no se conoce: no se puede cancelar.`
      )
    if (order.subStatus === 'processing')
      throw new DomainError('E_TOO_LATE', `El banco ya está ejecutando el pago ${order.number}.`)
    const attempt = await liveAttempt(orderId, trx)
    // Of what waits for a yes the provider has taken nothing: it is not asked for again.
    const isUntaken = order.subStatus === 'awaiting_authorisation' && attempt?.status === 'waiting'
    if (order.subStatus !== 'queued' && !isUntaken) return false
    await withdrawOrder(order, reason, actor, trx)
    if (isUntaken && attempt.bulkKey !== null) await breakUp(order, attempt.bulkKey, trx)
    if (order.batchId) await refreshBatch(order.batchId, trx)
    return true
  })
}

async function atBank(
  orderId: number
): Promise<{ gateway: TransferGateway; ref: string; subStatus: string | null; number: string }> {
  const { accountId, ...order } = await oneRow<{
    accountId: number
    ref: string | null
    subStatus: string | null
    number: string
  }>(
    `select debtor_account_id as account_id, provider_ref as ref, sub_status, number from payment_orders where id = :orderId`,
    { orderId }
  )
  const gateway = await gatewayOfAccount(accountId)
  if (!gateway || order.ref === null) throw unavailable()
  return { gateway, ref: order.ref, subStatus: order.subStatus, number: order.number }
}

async function asked(ask: () => Promise<KnownTransfer>, { title }: TransferGateway): Promise<KnownTransfer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw unavailable(title)
    throw error
  }
}

const unavailable = (name = 'el banco') => new DomainError('E_UNAVAILABLE', noConnectionText(name))

async function follow(orderId: number, known: KnownTransfer, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    await applyTransfer(order, known, actor, trx)
    if (order.batchId) await refreshBatch(order.batchId, trx)
  })
}
