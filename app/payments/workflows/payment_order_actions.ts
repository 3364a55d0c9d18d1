import { A, S, SC } from '#app/identity/roles'
import {
  type PaymentOrderStatus,
  type PaymentOrderTransition,
  paymentOrderWorkflow,
} from '#app/payments/workflows/payment_order_workflow'

type Order = { status: PaymentOrderStatus; subStatus: string | null; createdBy: number | null }
type Person = { id: number; role: string }

const SENIOR: readonly string[] = [S, A, SC]

/** A draft is cancelled by who made it; any payment the bank has not seen, by those above (area 28 §2). */
export function mayCancel(
  { status, createdBy }: Pick<Order, 'status' | 'createdBy'>,
  { id, role }: Person
): boolean {
  return SENIOR.includes(role) || (status === 'draft' && createdBy === id)
}

/** The transitions a person may make on an order now: those of the table, minus what its batch or its author rules out. */
export function orderActions(order: Order, person: Person): PaymentOrderTransition[] {
  return paymentOrderWorkflow.available(order.status, person.role).filter((transition) => {
    if (transition === 'cancel') return mayCancel(order, person)
    return order.subStatus !== 'queued' || (transition !== 'pay' && transition !== 'fail')
  })
}
