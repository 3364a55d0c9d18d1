import { normalizeIban } from '#app/kernel/iban'
import type { BlockStatus, StatusReason, StatusReport, TransactionStatus } from '#app/payments/files/pain002'

/**
 * Where a status code takes a payment order. `sent` it stays sent; `vop_…` it waits for, or carries, the verification of
 * the payee; `look_inside` is of a group or block of which each transaction has its own.
 */
export type OrderOutcome =
  | 'sent'
  | 'paid'
  | 'failed'
  | 'vop_match'
  | 'vop_close_match'
  | 'vop_no_match'
  | 'vop_unavailable'
  | 'look_inside'
  | 'unknown'

const outcomes: Readonly<Record<string, OrderOutcome>> = {
  RCVD: 'sent',
  ACTC: 'sent',
  ACCP: 'sent',
  PDNG: 'sent',
  ACSP: 'sent',
  ACWC: 'sent',
  ACSC: 'paid',
  ACCC: 'paid',
  PART: 'look_inside',
  RJCT: 'failed',
  CANC: 'failed',
  RCVC: 'vop_match',
  RVMC: 'vop_close_match',
  RVNM: 'vop_no_match',
  RVNA: 'vop_unavailable',
}

/** Where a status code of pain.002 takes an order. */
export function orderOutcome(code: string | null): OrderOutcome {
  return code !== null && Object.hasOwn(outcomes, code) ? (outcomes[code] ?? 'unknown') : 'unknown'
}

/** An order as it was sent. */
export type SentOrder = {
  blockId: string
  instructionId: string
  endToEndId: string
  creditorIban: string
  amountMinor: number
}

export type ReportedOrder = {
  order: SentOrder
  code: string
  outcome: OrderOutcome
  reasons: StatusReason[]
  /** The name the payee's bank gives, when it gives one. */
  creditorName: string | null
}

/**
 * What a report says of each order of the message it answers: the status of its transaction, else of its block, else of
 * the group. Orders it says nothing of are left out; so is everything when it answers another message.
 */
export function reportedOrders(
  report: StatusReport,
  messageId: string,
  orders: readonly SentOrder[]
): ReportedOrder[] {
  if (report.originalMessageId !== null && report.originalMessageId !== messageId) return []
  return orders.flatMap((order) => {
    const block = report.blocks.find(({ originalPaymentInfoId }) => originalPaymentInfoId === order.blockId)
    const transaction = findTransaction(order, transactionsFor(report, block), orders)
    return (
      fromStatus(order, transaction?.status, transaction?.reasons, transaction?.creditorName) ??
      fromStatus(order, block?.status, block?.reasons) ??
      fromStatus(order, report.groupStatus, report.groupReasons) ??
      []
    )
  })
}

/** Those of the order's block and those the bank put in none. */
function transactionsFor(report: StatusReport, block: BlockStatus | undefined): TransactionStatus[] {
  const loose = report.blocks.filter(({ originalPaymentInfoId }) => originalPaymentInfoId === null)
  return [...(block === undefined ? [] : [block]), ...loose].flatMap(({ transactions }) => transactions)
}

/** By our own identifiers; when the bank lost them, by account and amount if only one order of the block has these. */
function findTransaction(
  order: SentOrder,
  transactions: readonly TransactionStatus[],
  orders: readonly SentOrder[]
): TransactionStatus | undefined {
  const byId = transactions.find(
    ({ originalInstructionId, originalEndToEndId }) =>
      originalInstructionId === order.instructionId || originalEndToEndId === order.endToEndId
  )
  if (byId !== undefined) return byId
  const twins = orders.filter((other) => other.blockId === order.blockId && isSamePayment(order, other))
  if (twins.length > 1) return undefined
  return transactions.find(
    (transaction) =>
      isAnonymous(transaction) &&
      transaction.amountMinor === order.amountMinor &&
      transaction.creditorIban !== null &&
      normalizeIban(transaction.creditorIban) === normalizeIban(order.creditorIban)
  )
}

function isSamePayment(a: SentOrder, b: SentOrder): boolean {
  return a.amountMinor === b.amountMinor && normalizeIban(a.creditorIban) === normalizeIban(b.creditorIban)
}

function isAnonymous({ originalInstructionId, originalEndToEndId }: TransactionStatus): boolean {
  return [originalInstructionId, originalEndToEndId].every((id) => id === null || id === 'NOTPROVIDED')
}

function fromStatus(
  order: SentOrder,
  code: string | null | undefined,
  reasons: StatusReason[] = [],
  creditorName: string | null = null
): ReportedOrder | null {
  if (code === null || code === undefined) return null
  const outcome = orderOutcome(code)
  return outcome === 'look_inside' ? null : { order, code, outcome, reasons, creditorName }
}
