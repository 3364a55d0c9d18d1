import { type Actor, recordEvent } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/sql'
import {
  approvalQuestion,
  approvalsNeeded,
  approversOf,
  raiseRequired,
} from '#app/payments/actions/approval_needs'
import { checkOrder, refuseFailed } from '#app/payments/actions/check_order'
import { holdFunds, lockOrder, moveOrder, refreshSource } from '#app/payments/actions/move_order'
import type PaymentOrder from '#app/payments/models/payment_order'
import { mayCancel } from '#app/payments/workflows/payment_order_actions'
import { recordApproval, revokeDecisions } from '#app/sites/actions/record_decision'

/** Puts a draft into the pay buffer: checks it, fixes how many approvals it needs and reserves the money softly. */
export async function bufferOrder(
  orderId: number,
  actor: Actor,
  confirmDuplicate = false
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (confirmDuplicate) order.duplicateConfirmed = true
    const checked = await checkOrder(order, 'buffer', actor.userId, trx)
    refuseFailed(checked, order.number)
    const twin = checked.checks.find((check) => check.code === 'duplicate')
    if (twin)
      throw new DomainError(
        'E_DUPLICATE',
        `${order.number}: ${twin.message} Confirme que no es un pago duplicado.`,
        { field: 'confirm_duplicate' }
      )
    order.requiredApprovals = await approvalsNeeded(order, checked, trx)
    order.reinforcedReasons = checked.reinforced
    order.holdReason = null
    await moveOrder(order, 'buffer', actor, trx)
    await holdFunds(order, 'soft', trx)
    return order
  })
}

type ApproveInput = { orderId: number; shownFingerprint: string; comment?: string | null; actor: Actor }

/** Approves what was shown; with the last approval the money is reserved hard. Gives how many there are of how many. */
export async function approveOrder({
  orderId,
  shownFingerprint,
  comment,
  actor,
}: ApproveInput): Promise<{ given: number; required: number }> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (order.status !== 'buffered')
      throw new DomainError('E_TRANSITION', `El pago ${order.number} ya no está pendiente de aprobación.`)
    const checked = await checkOrder(order, 'approve', actor.userId, trx)
    refuseFailed(checked, order.number)
    raiseRequired(order, checked)
    await recordApproval(
      {
        question: await approvalQuestion(order, trx),
        actor,
        shownFingerprint,
        fingerprint: order.fingerprint,
        comment: comment ?? null,
        ownWorkMessage: 'No puede aprobar un pago que usted ha creado.',
        changedMessage: 'El pago ha cambiado desde que lo abrió. Revíselo de nuevo.',
      },
      trx
    )
    const given = (await approversOf([order], trx)).get(order.id)?.length ?? 0
    const required = order.requiredApprovals ?? 1
    await order.save()
    if (given < required) {
      const event = {
        actor,
        objectType: 'payment_order',
        objectId: orderId,
        siteId: order.siteId,
        event: 'payment_order.approval_given',
        reason: `${given} de ${required}`,
      }
      await recordEvent(event, trx)
    } else {
      await moveOrder(order, 'approve', actor, trx, { reason: comment ?? null })
      await holdFunds(order, 'hard', trx)
    }
    return { given, required }
  })
}

/** Sends it back to its creator with a comment; the approvals are void. */
export async function rejectOrder(orderId: number, comment: string, actor: Actor): Promise<void> {
  if (comment.trim().length < 5)
    throw new DomainError('E_REASON', 'Indique el motivo del rechazo.', { field: 'comment' })
  await inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    await moveOrder(order, 'reject', actor, trx, { reason: comment })
    await revokeDecisions('payment_order', orderId, trx)
    await holdFunds(order, 'none', trx)
  })
}

/**
 * Ends an order that the bank has not seen; the document may be paid again. A draft by who made it; else by senior
 * accounting, an approver or the system role (area 28 §2).
 */
export async function cancelOrder(orderId: number, reason: string, actor: Actor): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    await refuseStranger(order, actor, trx)
    await moveOrder(order, 'cancel', actor, trx, { reason })
    await revokeDecisions('payment_order', orderId, trx)
    await holdFunds(order, 'none', trx)
    await refreshSource(order, trx)
  })
}

async function refuseStranger(order: PaymentOrder, { userId }: Actor, trx: Transaction): Promise<void> {
  if (userId === null) return
  const { role } = await oneRow<{ role: string }>(
    `select role from users where id = :userId`,
    { userId },
    trx
  )
  if (mayCancel(order, { id: userId, role })) return
  throw new DomainError(
    'E_FORBIDDEN',
    `No puede cancelar el pago ${order.number}: pídaselo a contabilidad sénior o a un aprobador.`
  )
}
