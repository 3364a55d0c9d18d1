import { normalizeIban } from '#app/kernel/identifiers/iban'
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

/** How the proof of a payment begins that the bank's own answer says was executed; the code follows. */
export const ANSWER_PROOF = 'Respuesta del banco: '

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
 * the group. Of the payees' names, block and group only sum up: there the transactions that are not listed match, as far
 * as the bank's own counts allow. Orders it says nothing of are left out; so is everything when it answers another message.
 */
export function reportedOrders(
  report: StatusReport,
  messageId: string,
  orders: readonly SentOrder[]
): ReportedOrder[] {
  if (report.originalMessageId !== null && report.originalMessageId !== messageId) return []
  const found = orders.map((order) => {
    const block = report.blocks.find(({ originalPaymentInfoId }) => originalPaymentInfoId === order.blockId)
    return { order, block, transaction: findTransaction(order, transactionsFor(report, block), orders) }
  })
  const transactionsOf = (some: typeof found) => some.map(({ transaction }) => transaction)
  const group = { status: report.groupStatus, statusCounts: report.statusCounts }
  const ofGroup = statusOfUnlisted(group, transactionsOf(found))
  const ofBlocks = new Map(
    [...Map.groupBy(found, ({ block }) => block)].map(([block, some]) => [
      block,
      block ? statusOfUnlisted(block, transactionsOf(some)) : null,
    ])
  )
  return found.flatMap(
    ({ order, block, transaction }) =>
      fromStatus(order, transaction?.status, transaction?.reasons, transaction?.creditorName) ??
      fromStatus(order, ofBlocks.get(block), block?.reasons) ??
      fromStatus(order, ofGroup, report.groupReasons) ??
      []
  )
}

const doubts: ReadonlySet<OrderOutcome> = new Set(['vop_close_match', 'vop_no_match', 'vop_unavailable'])
const MATCHES = 'RCVC'

/**
 * What the status of a block or group says of its orders that are not listed. One about names is the worst of them all
 * (EPC, verification of payee for bulk payments): the bank lists whom it doubts and counts the others. Where its counts
 * leave more doubted than it lists, nobody knows which they are, and all of them are doubted.
 */
function statusOfUnlisted(
  { status, statusCounts }: { status: string | null; statusCounts: Record<string, number> },
  transactions: readonly (TransactionStatus | undefined)[]
): string | null {
  if (!doubts.has(orderOutcome(status))) return status
  const listed = transactions.flatMap((transaction) => transaction?.status ?? [])
  const left = Object.entries(statusCounts)
    .map(([code, count]) => ({ code, count: count - listed.filter((one) => one === code).length }))
    .filter(({ count }) => count > 0)
  const [only] = left
  if (only === undefined) return listed.length > 0 ? MATCHES : status
  const unlisted = transactions.length - listed.length
  return left.length === 1 && only.count === unlisted ? only.code : status
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
