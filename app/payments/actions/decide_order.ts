import { type Actor, recordEvent } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/sql'
import { checkOrder, refuseFailed } from '#app/payments/actions/check_order'
import { holdFunds, lockOrder, moveOrder, refreshSource } from '#app/payments/actions/move_order'
import type PaymentOrder from '#app/payments/models/payment_order'
import { recordApproval, revokeDecisions } from '#app/sites/actions/record_decision'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

const REQUIRED_MAX = 5

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
    const { required } = await requiredApprovals(
      { siteId: order.siteId, kind: 'payment_supplier', amountMinor: await amountWithSiblings(order, trx) },
      trx
    )
    order.requiredApprovals = Math.min(required + (checked.reinforced.length > 0 ? 1 : 0), REQUIRED_MAX)
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
    refuseFailed(await checkOrder(order, 'approve', actor.userId, trx), order.number)
    const given = await recordApproval(
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
    const required = order.requiredApprovals ?? 1
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

/** Ends an order that the bank has not seen; the document may be paid again. */
export async function cancelOrder(orderId: number, reason: string, actor: Actor): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    await moveOrder(order, 'cancel', actor, trx, { reason })
    order.batchId = null
    await order.save()
    await revokeDecisions('payment_order', orderId, trx)
    await holdFunds(order, 'none', trx)
    await refreshSource(order, trx)
  })
}

/** Who may decide on an order: holders of the approval, minus everybody who had a hand in it. */
export async function approvalQuestion(order: PaymentOrder, trx: Transaction): Promise<ApprovalQuestion> {
  const bank = order.providerBankId
    ? await row<{ createdBy: number | null }>(
        `select created_by from provider_banks where id = :id`,
        { id: order.providerBankId },
        trx
      )
    : null
  return {
    siteId: order.siteId,
    kind: 'payment_supplier',
    amountMinor: order.amountMinor,
    excludedUserIds: [order.createdBy, order.lastEditedBy, bank?.createdBy ?? null].filter(
      (id) => id !== null
    ),
    documentType: 'payment_order',
    documentId: order.id,
  }
}

/** The amount that the policy looks at: this order and the other open ones to the same payee (split protection). */
async function amountWithSiblings(order: PaymentOrder, trx: Transaction): Promise<number> {
  const { aggregateDays } = await requiredApprovals(
    { siteId: order.siteId, kind: 'payment_supplier', amountMinor: order.amountMinor },
    trx
  )
  if (aggregateDays === 0) return order.amountMinor
  const { siblings } = await oneRow<{ siblings: number }>(
    `select coalesce(sum(amount_minor), 0)::bigint as siblings from payment_orders
      where site_id = :siteId and creditor_iban = :iban and id <> :id and status in ('buffered', 'approved') and created_at > now() - make_interval(days => :days)`,
    { siteId: order.siteId, iban: order.creditorIban, id: order.id, days: aggregateDays },
    trx
  )
  return order.amountMinor + siblings
}
