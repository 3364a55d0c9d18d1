import type { Actor } from '#app/audit/record_event'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { compareDays } from '#app/kernel/time/calendar_date'
import { approversOf, raiseRequired } from '#app/payments/approvals/approval_needs'
import { missingApprovals } from '#app/payments/approvals/payer_approvals'
import { tellLeads } from '#app/payments/bank/tell_leads'
import { checkOrders } from '#app/payments/orders/checks/check_order'
import { lackOfFunds } from '#app/payments/orders/checks/judge_account'
import type { Checked } from '#app/payments/orders/checks/judge_order'
import type { Funds } from '#app/payments/orders/checks/order_facts'
import { HOLDS } from '#app/payments/orders/checks/order_holds'
import { holdFunds, moveOrder } from '#app/payments/orders/move_order'
import PaymentOrder, { chargedMinor, type OrderRecord } from '#app/payments/orders/payment_order'
import type { Turn } from '#app/payments/release/release_turns'
import { type Approver, revokeAllBut, revokeDecisions } from '#app/sites/actions/record_decision'

export type HeldBack = { number: string; reason: string }

/** The turn at the money, among all that are to leave in this go, and the instant it is. */
type Selection = { turn: Turn; now: Date }

/**
 * Which approved orders of one account may leave now, and why the others may not: checks and approvals as they stand,
 * then the money there is, by due date and amount. What does not hold goes back to where somebody must look at it.
 */
export async function selectOrdersToRelease(
  orders: OrderRecord[],
  selection: Selection,
  actor: Actor,
  trx: Transaction
): Promise<{ ready: OrderRecord[]; heldBack: HeldBack[] }> {
  const heldBack: HeldBack[] = []
  const sound: OrderRecord[] = []
  const funds: Funds[] = []
  const checked = await checkOrders(orders, 'release', actor.userId, trx)
  const approvers = await approversOf(orders, trx)
  for (const [index, order] of orders.entries()) {
    const verdict = { checked: checked[index], approvers: approvers.get(order.id) ?? [] }
    const reason = await holdBack(order, verdict, actor, trx)
    if (reason) heldBack.push({ number: order.number, reason })
    else {
      sound.push(order)
      if (verdict.checked) funds.push(verdict.checked.funds)
    }
  }
  const { ready, short } = await shareOut(sound, freeOf(funds), selection, trx)
  return { ready, heldBack: [...heldBack, ...short] }
}

type Verdict = { checked: Checked | undefined; approvers: Approver[] }

async function holdBack(
  order: OrderRecord,
  { checked, approvers }: Verdict,
  actor: Actor,
  trx: Transaction
): Promise<string | null> {
  if (!checked) throw new Error(`Order ${order.id} was not checked`)
  const failed = checked.checks.find((check) => check.level === 'error')
  if (!failed) return requalify(order, { checked, approvers }, actor, trx)
  const hold = HOLDS[failed.code]
  // The account to be charged can be put right without anybody approving again.
  if (!hold) return failed.message
  const held = await readModel(order, trx)
  held.holdReason = hold
  await moveOrder(held, 'reopen', actor, trx, { reason: failed.message })
  await revokeDecisions('payment_order', order.id, trx)
  await holdFunds(held, 'none', trx)
  if (hold === 'blacklist')
    await tellLeads(
      {
        orderId: order.id,
        siteId: order.siteId,
        subject: `Pago ${order.number} retenido: cuenta en la lista negra`,
        body: `El pago ${order.number} de ${formatAmount(order.amountMinor, order.currency)} no ha salido y vuelve a borrador; sus aprobaciones quedan sin efecto.\n\n${failed.message}\n\nEntre en Caudal para revisarlo.`,
      },
      trx
    )
  return failed.message
}

/** Back to the buffer when the approvals that still count are not enough, or something new asks for one more. */
async function requalify(
  order: OrderRecord,
  { checked, approvers }: { checked: Checked; approvers: Approver[] },
  actor: Actor,
  trx: Transaction
): Promise<string | null> {
  const { requiredApprovals, payerRequiredApprovals, reinforcedReasons } = order
  const needs = { requiredApprovals, payerRequiredApprovals, reinforcedReasons }
  raiseRequired(needs, checked)
  const missing = missingApprovals({ ...order, ...needs }, approvers)
  if (missing === 0) return null
  const reason = missing === 1 ? 'Falta una aprobación.' : `Faltan ${missing} aprobaciones.`
  const added = needs.reinforcedReasons.filter((found) => !order.reinforcedReasons.includes(found))
  const requalified = await readModel(order, trx)
  requalified.merge(needs)
  await moveOrder(requalified, 'requalify', actor, trx, { reason: [reason, ...added].join(' ') })
  await revokeAllBut(
    approvers.map(({ userId }) => userId),
    { documentType: 'payment_order', documentId: order.id },
    trx
  )
  await holdFunds(requalified, 'soft', trx)
  return `${reason} Ha vuelto a la bolsa.`
}

/** The model of an order that is locked already. */
const readModel = ({ id }: OrderRecord, trx: Transaction) => PaymentOrder.findOrFail(id, { client: trx })

/** What the account of these orders has for them, as they were checked: what is available, and what they themselves reserve. */
const freeOf = (funds: readonly Funds[]) =>
  funds.reduce((sum, { reservedMinor }) => sum + reservedMinor, funds[0]?.accountMinor ?? 0)

/** Lets pass what the money covers, the first due and the smallest first; the rest waits, still approved. */
async function shareOut(
  orders: OrderRecord[],
  freeMinor: number,
  { turn, now }: Selection,
  trx: Transaction
): Promise<{ ready: OrderRecord[]; short: HeldBack[] }> {
  const [first] = orders
  if (!first) return { ready: [], short: [] }
  const share = async (ids: readonly number[]) =>
    divide(orders, await freeFor(first.debtorAccountId, ids, trx))
  // Where the money covers these beside all that is reserved for others, nobody has to be asked what waits.
  let shares = divide(orders, freeMinor)
  if (shares.short.length > 0) shares = await share(turn.waitingIds())
  if (shares.short.length > 0) {
    // A group that did not leave after all gives its money back: nobody waits for it in vain.
    await turn.earlierEnded()
    shares = await share(turn.waitingIds())
  }
  const { ready, short, waitingIds } = shares
  turn.take(ready.map(({ id }) => id))
  if (waitingIds.length > 0)
    await execute(
      `update payment_orders set hold_reason = 'no_funds', held_since = coalesce(held_since, :now) where id = any(:waitingIds::bigint[])`,
      { waitingIds, now },
      trx
    )
  return { ready, short }
}

type Shares = { ready: OrderRecord[]; short: HeldBack[]; waitingIds: number[] }

function divide(orders: readonly OrderRecord[], freeMinor: number): Shares {
  let leftMinor = freeMinor
  const ready: OrderRecord[] = []
  const short: HeldBack[] = []
  const waitingIds: number[] = []
  const queue = orders.toSorted(
    (a, b) =>
      compareDays(a.executionDate, b.executionDate) || chargedMinor(a) - chargedMinor(b) || a.id - b.id
  )
  for (const order of queue) {
    if (chargedMinor(order) <= leftMinor) {
      leftMinor -= chargedMinor(order)
      ready.push(order)
      continue
    }
    waitingIds.push(order.id)
    short.push({ number: order.number, reason: lackOfFunds(order, leftMinor) })
  }
  return { ready: ready.toSorted((a, b) => a.id - b.id), short, waitingIds }
}

/** What an account has for these orders that are still to leave: what is available, and what they themselves reserve. */
async function freeFor(accountId: number, selectedIds: readonly number[], trx: Transaction): Promise<number> {
  const { free } = await oneRow<{ free: number }>(
    `select (p.available_minor + coalesce((select sum(h.amount_minor) from account_holds h join payment_orders o on o.id = h.document_id and o.status = 'approved'
          where h.document_type = 'payment_order' and h.document_id = any(:selectedIds::bigint[]) and h.released_at is null and h.kind = 'hard' and h.bank_account_id = p.bank_account_id), 0))::bigint as free
       from bank_account_positions p where p.bank_account_id = :accountId`,
    { accountId, selectedIds },
    trx
  )
  return free
}
