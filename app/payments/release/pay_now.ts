import type { Actor } from '#app/audit/record_event'
import { entryAbove } from '#app/identity/menu'
import { C } from '#app/identity/roles'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { questionsOf, worthOf } from '#app/payments/approvals/approval_needs'
import { bufferLocked } from '#app/payments/approvals/decide_order'
import { tellApprovers } from '#app/payments/approvals/tell_approvers'
import { kindOf } from '#app/payments/kinds/payment_kind'
import { earliestExecution } from '#app/payments/orders/checks/execution_day'
import { verifyPayees } from '#app/payments/orders/checks/verify_payee'
import { STAFF_NOW_MAX_MINOR } from '#app/payments/orders/controllers/payment_order_actions'
import { eachOfSeveral } from '#app/payments/orders/each_of_several'
import { lockOrder } from '#app/payments/orders/move_order'
import type { BulkOutcome } from '#app/payments/orders/page/bulk_outcome'
import PaymentOrder from '#app/payments/orders/payment_order'

type Wanted = {
  reason: string
  confirmDuplicate?: boolean
  confirmPayee?: boolean
  /** What refusals call it; its number unless told. */
  called?: string
  actor: Actor
}

/**
 * «Pagar ahora»: the draft goes into the buffer for the first day the bank can still take, its approvers are told at
 * once, and with the last approval it leaves in a batch of its own. No check and no approval is spared.
 */
export async function payNow({ orderId, ...wanted }: Wanted & { orderId: number }): Promise<PaymentOrder> {
  refuseWithoutReason(wanted.reason)
  await verifyPayees([orderId])
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    await payNowLocked(order, wanted, trx)
    return order
  })
}

/** The same of several: one that is refused leaves the others. */
export async function payOrdersNow(
  orderIds: readonly number[],
  wanted: Wanted
): Promise<BulkOutcome<PaymentOrder>> {
  refuseWithoutReason(wanted.reason)
  await verifyPayees(orderIds)
  return eachOfSeveral({
    ids: orderIds,
    async work(order, trx) {
      await payNowLocked(order, wanted, trx)
      return order
    },
  })
}

/** The same for a draft under its lock. */
export async function payNowLocked(
  order: PaymentOrder,
  { reason, confirmDuplicate = false, confirmPayee = false, called = order.number, actor }: Wanted,
  trx: Transaction
): Promise<void> {
  refuseWithoutReason(reason)
  if (order.status !== 'draft')
    throw new DomainError('E_TRANSITION', `El pago ${order.number} ya no es un borrador.`)
  await refuseTooMuch(order, actor, trx)
  order.lastEditedBy = actor.userId
  order.payNow = true
  order.payNowReason = reason.trim()
  order.executionDate = earliestExecution(await cutOffOf(order, trx))
  order.fingerprint = PaymentOrder.fingerprintOf(order)
  await order.save()
  await bufferLocked(order, { confirmDuplicate, confirmPayee, called }, actor, trx)
  for (const question of await questionsOf(order, trx))
    await tellApprovers(
      question,
      {
        number: order.number,
        amountMinor: order.amountMinor,
        currency: order.currency,
        payee: order.creditorName,
        reason: order.payNowReason,
        screen: screenOf(order),
        objectType: 'payment_order',
        objectId: order.id,
      },
      trx
    )
}

export function refuseWithoutReason(reason: string): void {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
}

async function refuseTooMuch(order: PaymentOrder, { userId }: Actor, trx: Transaction): Promise<void> {
  const { role } = await oneRow<{ role: string }>(
    `select role from users where id = :userId`,
    { userId },
    trx
  )
  if (role !== C || (await worthOf(order, trx)) <= STAFF_NOW_MAX_MINOR) return
  throw new DomainError(
    'E_LIMIT',
    `Solo puede pagar ahora hasta ${formatAmount(STAFF_NOW_MAX_MINOR, 'EUR')}: páselo a la bolsa.`
  )
}

/** The hour until which the bank of an order takes payments for the day. */
export async function cutOffOf(
  order: PaymentOrder,
  trx: Transaction
): Promise<{ cutOff: string; speed: string }> {
  const { cutOff } = await oneRow<{ cutOff: string }>(
    `select coalesce(f.cut_off, '15:00') as cut_off from bank_accounts b left join bank_profiles f on f.id = b.bank_profile_id where b.id = :id`,
    { id: order.debtorAccountId },
    trx
  )
  return { cutOff, speed: order.speed }
}

/** Where the menu keeps a payment. */
function screenOf({ kind }: Pick<PaymentOrder, 'kind'>): string {
  const { list, title } = kindOf(kind)
  return entryAbove(`/${list.page}`)?.title ?? title
}
