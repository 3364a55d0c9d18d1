import { A, C, S, SC } from '#app/identity/roles'
import { kindOf } from '#app/payments/kinds/payment_kind'
import {
  type PaymentOrderStatus,
  type PaymentOrderTransition,
  paymentOrderWorkflow,
} from '#app/payments/orders/payment_order_workflow'

type Order = {
  /** Some are buffered and approved with their run, never alone. */
  kind: string
  status: PaymentOrderStatus
  subStatus: string | null
  channel: string
  amountMinor: number
  createdBy: number | null
}
type Person = { id: number; role: string }

const SENIOR: readonly string[] = [S, A, SC]

/** A draft is cancelled by who made it; any payment the bank has not seen, by those above (area 28 §2). */
export function canCancel(
  { status, createdBy }: Pick<Order, 'status' | 'createdBy'>,
  { id, role }: Person
): boolean {
  return SENIOR.includes(role) || (status === 'draft' && createdBy === id)
}

/** Not sent yet, and on its way. */
export const isInBuffer = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'buffered' || status === 'approved'

const EDITORS: readonly string[] = [S, SC]

/** A payment that has not left is changed by who made it, senior accounting and the system role (area 28 §2). */
export function canModify(order: Pick<Order, 'status' | 'createdBy'>, { id, role }: Person): boolean {
  return (order.status === 'draft' || isInBuffer(order)) && (EDITORS.includes(role) || order.createdBy === id)
}

/** And taken out of the pay buffer by all above accounting staff. */
export const canTakeOut = (order: Pick<Order, 'status'>, { role }: Pick<Person, 'role'>): boolean =>
  isInBuffer(order) && SENIOR.includes(role)

/** What people do with a payment beside the transitions of its table. */
export type OrderAct =
  | PaymentOrderTransition
  | 'modify'
  | 'pay_now'
  | 'retry'
  | 'cancel_at_bank'
  | 'confirm_payee'
  | 'close_unknown'

/** What is said of the bank's, or done there: by who works with the company whose account it is. */
export const ACTS_OF_PAYER: readonly string[] = [
  'pay',
  'fail',
  'return',
  'retry',
  'cancel_at_bank',
  'confirm_payee',
] satisfies OrderAct[]

/** What accounting staff may ask to be paid at once, in cents (area 28 §2). */
export const STAFF_NOW_MAX_MINOR = 100_000

/** What a person may do with an order now: the transitions of the table, minus what its batch or its author rules out, and more. */
export function orderActions(order: Order, person: Person): OrderAct[] {
  const transitions = paymentOrderWorkflow.available(order.status, person.role).filter((transition) => {
    if (transition === 'cancel') return canCancel(order, person)
    if (transition === 'approve' && kindOf(order.kind).isDecidedInRuns) return false
    // A file that nobody sent has no outcome; of what goes by network the bank tells it.
    const isOpen = order.subStatus === 'processing' && order.channel !== 'api'
    return isOpen || (transition !== 'pay' && transition !== 'fail')
  })
  const edits: OrderAct[] = canModify(order, person) ? ['modify'] : []
  return [...transitions, ...edits, ...bankActs(order, person), ...otherActs(order, person)]
}

/** What is decided about a payment that its bank has, or may have. */
function bankActs({ channel, subStatus }: Order, { role }: Person): OrderAct[] {
  if (subStatus === null) return []
  const isLead = role === S || role === A
  // Of a file the bank says what it thinks of the payee in its answer; nothing else of it is decided here.
  if (channel !== 'api')
    return subStatus === 'vop_pending_decision' && isLead ? ['confirm_payee', 'cancel_at_bank'] : []
  if (subStatus === 'unknown') return role === S ? ['close_unknown'] : []
  if (!isLead) return []
  if (subStatus === 'vop_pending_decision') return ['confirm_payee', 'cancel_at_bank']
  return subStatus === 'queued' || subStatus === 'awaiting_authorisation' ? ['cancel_at_bank'] : []
}

function otherActs({ status, amountMinor }: Order, { role }: Person): OrderAct[] {
  const isSenior = SENIOR.includes(role)
  if (status === 'failed' || status === 'returned') return isSenior ? ['retry'] : []
  const canPayNow = isSenior || (role === C && amountMinor <= STAFF_NOW_MAX_MINOR)
  return status === 'draft' && canPayNow ? ['pay_now'] : []
}
