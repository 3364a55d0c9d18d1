import type PaymentBatch from '#app/payments/batches/payment_batch'
import { type ReportedOrder, reportedOrders, type SentOrder } from '#app/payments/files/order_outcomes'
import type { StatusReport } from '#app/payments/files/pain002'
import type PaymentOrder from '#app/payments/orders/payment_order'

/** What is said of each order; those that left as one transfer share what is said of the first. */
export function reportsOfOrders(
  { number }: PaymentBatch,
  orders: readonly PaymentOrder[],
  report: StatusReport
): Map<number, ReportedOrder> {
  const said = new Map<number, ReportedOrder>()
  const transfers = Map.groupBy(orders, ({ transferGroupId, creditorIban, currency, number: own }) =>
    transferGroupId === null ? own : `${transferGroupId} ${creditorIban} ${currency}`
  )
  const sent: { first: SentOrder; members: readonly PaymentOrder[] }[] = []
  for (const members of transfers.values()) {
    const [first] = members.toSorted((a, b) => a.number.localeCompare(b.number))
    if (!first) continue
    sent.push({
      first: {
        blockId: number.replaceAll('-', ''),
        instructionId: first.number,
        endToEndId: first.endToEndId,
        creditorIban: first.creditorIban ?? '',
        amountMinor: members.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      },
      members,
    })
  }
  const reported = reportedOrders(
    report,
    report.originalMessageId ?? '',
    sent.map(({ first }) => first)
  )
  for (const one of reported)
    for (const { id } of sent.find(({ first }) => first === one.order)?.members ?? []) said.set(id, one)
  return said
}
