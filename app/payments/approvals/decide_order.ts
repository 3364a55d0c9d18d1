import { type Actor, recordEvent } from '#app/audit/record_event'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { compareDays } from '#app/kernel/time/calendar_date'
import {
  approvalsNeeded,
  approversOf,
  questionsOf,
  raiseRequired,
} from '#app/payments/approvals/approval_needs'
import { isComment, noteListedApproval, refuseSilent } from '#app/payments/approvals/listed_approval'
import { decideForSides, missingApprovals, requiredOfAll } from '#app/payments/approvals/payer_approvals'
import { kindOf } from '#app/payments/kinds/payment_kind'
import { backToDraft } from '#app/payments/orders/back_to_draft'
import { checkOrder, type Judge, refuseFailed } from '#app/payments/orders/checks/check_order'
import { earliestExecution } from '#app/payments/orders/checks/execution_day'
import { judgeSources } from '#app/payments/orders/checks/judge_sources'
import { verifyPayees } from '#app/payments/orders/checks/verify_payee'
import { canCancel } from '#app/payments/orders/controllers/payment_order_actions'
import { holdFunds, lockOrder, moveOrder, refreshSource } from '#app/payments/orders/move_order'
import { PAYEE_TEXTS } from '#app/payments/orders/page/payee_texts'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { isPaidByOther } from '#app/payments/orders/payment_order'
import { tellCreator } from '#app/payments/orders/tell_creator'
import { enqueueRelease } from '#app/payments/release/release_now_job'
import { recordOverride } from '#app/sites/actions/override_approval'
import { recordApproval, revokeDecisions } from '#app/sites/actions/record_decision'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'

/** Puts a draft into the pay buffer: checks it, fixes how many approvals it needs and reserves the money softly. */
export async function bufferOrder(
  orderId: number,
  actor: Actor,
  confirmDuplicate = false,
  confirmPayee = false
): Promise<PaymentOrder> {
  await verifyPayees([orderId])
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    await bufferLocked(order, { confirmDuplicate, confirmPayee }, actor, trx)
    return order
  })
}

type BufferOptions = { confirmDuplicate: boolean; confirmPayee?: boolean; called?: string; judge?: Judge }

/**
 * The same for an order under its lock. Throws E_DUPLICATE until somebody confirms that it is none, E_PAYEE until somebody
 * confirms a name that its bank nearly knows; `called` is what refusals call it, `judge` who has read what the checks look at.
 */
export async function bufferLocked(
  order: PaymentOrder,
  { confirmDuplicate, confirmPayee = false, called = order.number, judge }: BufferOptions,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  refuseAlone(order)
  if (confirmDuplicate) order.duplicateConfirmed = true
  const checked = judge ? judge(order) : await checkOrder(order, 'buffer', actor.userId, trx)
  refuseFailed(checked, called)
  const twin = checked.checks.find((check) => check.code === 'duplicate')
  if (twin)
    throw new DomainError('E_DUPLICATE', `${called}: ${twin.message} Confirme que no es un pago duplicado.`, {
      field: 'confirm_duplicate',
    })
  if (confirmPayee) order.vopConfirmedBy = actor.userId
  if (order.vopResult === 'close_match' && order.vopConfirmedBy === null)
    throw new DomainError(
      'E_PAYEE',
      `${called}: ${PAYEE_TEXTS.close_match(order.vopName)} Confirme que es el beneficiario.`,
      { field: 'confirm_payee' }
    )
  order.merge(await approvalsNeeded(order, checked, trx))
  order.reinforcedReasons = checked.reinforced
  order.holdReason = null
  await moveOrder(order, 'buffer', actor, trx)
  await holdFunds(order, 'soft', trx)
}

/** Salaries are decided on together: one by one each would stay under a limit that their total passes. */
function refuseAlone({ kind, number }: PaymentOrder): void {
  if (!kindOf(kind).isDecidedInRuns) return
  throw new DomainError(
    'E_RUN',
    `El pago ${number} es de nómina: se decide con toda su relación, en Pagar Nómina.`
  )
}

type Decision = { orderId: number; shownFingerprint: string; actor: Actor }
type ApproveInput = Decision & { comment?: string | null }
type OverrideInput = Decision & { reason: string }
export type OrderApproval = { given: number; required: number }

/** Approves what was shown; with the last approval the money is reserved hard. Gives how many there are of how many. */
export async function approveOrder(input: ApproveInput): Promise<OrderApproval> {
  await judgeSources([input.orderId])
  return decide(input, approving(input))
}

type Approving = Pick<ApproveInput, 'comment' | 'actor'>

/** Takes down one approval of an order that nothing else speaks against. */
export const approving =
  ({ comment = null, actor }: Approving): Record =>
  async (order, shown, trx) => {
    refuseAlone(order)
    if (order.vopResult === 'no_match' && !isComment(comment))
      throw new DomainError('E_PAYEE', `${PAYEE_TEXTS.no_match(null)} Indique por qué lo aprueba.`, {
        field: 'comment',
      })
    const ownWorkMessage =
      order.createdBy === actor.userId
        ? 'No puede aprobar un pago que usted ha creado.'
        : 'No puede aprobar un pago en el que ha intervenido o que cobra usted.'
    await recordApproval({ ...shown, comment, ownWorkMessage }, trx)
  }

/**
 * The emergency approval of the system role (area 02), where nobody may approve the payment: the same checks, and the
 * refusals of `recordOverride`.
 */
export async function overrideOrderApproval({ reason, ...decision }: OverrideInput): Promise<OrderApproval> {
  await judgeSources([decision.orderId])
  return decide({ ...decision, comment: reason }, (order, shown, trx) =>
    recordOverride(
      {
        ...shown,
        reason,
        document: {
          name: `el pago ${order.number} a ${order.creditorName}`,
          currency: order.currency,
          path: `/payment-orders/${order.id}`,
        },
      },
      trx
    )
  )
}

type Shown = {
  question: ApprovalQuestion
  actor: Actor
  shownFingerprint: string
  fingerprint: string
  changedMessage: string
}
type Record = (order: PaymentOrder, shown: Shown, trx: Transaction) => Promise<void>

/** Under the lock of the order; the rules were asked about what it pays a moment before, outside of it. */
function decide({ orderId, ...decision }: ApproveInput, record: Record): Promise<OrderApproval> {
  return inTransaction(async (trx) => decideLocked(await lockOrder(orderId, trx), decision, record, trx))
}

type Deciding = Omit<ApproveInput, 'orderId'> & { judge?: Judge | undefined }

/** The same for an order under its lock; `judge` is who has read what the checks look at. */
export async function decideLocked(
  order: PaymentOrder,
  { shownFingerprint, comment = null, actor, judge }: Deciding,
  record: Record,
  trx: Transaction
): Promise<OrderApproval> {
  if (order.status !== 'buffered')
    throw new DomainError('E_TRANSITION', `El pago ${order.number} ya no está pendiente de aprobación.`)
  const checked = judge ? judge(order) : await checkOrder(order, 'approve', actor.userId, trx)
  refuseFailed(checked, order.number)
  refuseSilent([checked], comment)
  raiseRequired(order, checked)
  const changedMessage = 'El pago ha cambiado desde que lo abrió. Revíselo de nuevo.'
  const { fingerprint } = order
  const before = isPaidByOther(order) ? await approversOf([order], trx) : null
  await decideForSides(
    await questionsOf(order, trx),
    { order, approvers: before?.get(order.id) ?? [] },
    (question) => record(order, { question, actor, shownFingerprint, fingerprint, changedMessage }, trx)
  )
  const missing = missingApprovals(order, (await approversOf([order], trx)).get(order.id) ?? [])
  const required = requiredOfAll(order)
  const given = required - missing
  await order.save()
  if (missing > 0) {
    const event = {
      actor,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: 'payment_order.approval_given',
      reason: `${given} de ${required}`,
    }
    await recordEvent(event, trx)
  } else {
    await moveOrder(order, 'approve', actor, trx, { reason: comment })
    await holdFunds(order, 'hard', trx)
    await noteListedApproval([order], [checked], actor.userId, trx)
    if (order.payNow || isDueNow(order)) await enqueueRelease(order, actor, trx)
  }
  return { given, required }
}

/** An instant transfer waits for no hour of its bank, only for its day. */
const isDueNow = ({ speed, executionDate }: PaymentOrder) =>
  speed === 'instant' && compareDays(executionDate, earliestExecution({ cutOff: '00:00', speed })) <= 0

/** Sends it back to its creator with a comment; the approvals are void. */
export async function rejectOrder(orderId: number, comment: string, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => rejectLocked(await lockOrder(orderId, trx), comment, actor, trx))
}

/** The same for an order under its lock. */
export async function rejectLocked(
  order: PaymentOrder,
  comment: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (comment.trim().length < 5)
    throw new DomainError('E_REASON', 'Indique el motivo del rechazo.', { field: 'comment' })
  await backToDraft(order, 'reject', comment, actor, trx)
  await tellCreator(order, comment, actor, trx)
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
  if (canCancel(order, { id: userId, role })) return
  throw new DomainError(
    'E_FORBIDDEN',
    `No puede cancelar el pago ${order.number}: pídaselo a contabilidad sénior o a un aprobador.`
  )
}
