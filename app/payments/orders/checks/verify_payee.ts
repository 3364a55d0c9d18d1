import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { GatewayUnavailable, type PayeeCheck } from '#app/banking/gateway/transfer_gateway'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { holdFunds, lockOrder, moveOrder } from '#app/payments/orders/move_order'
import { PAYEE_TEXTS } from '#app/payments/orders/page/payee_texts'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** An answer of the bank on a name is taken for this long (area 28 §4). */
const FRESH_HOURS = 23

/** From the best to the worst that a bank can say of a name. */
const RANK: Readonly<Record<PayeeCheck['result'], number>> = {
  match: 0,
  not_possible: 1,
  close_match: 2,
  no_match: 3,
}

type Asked = {
  id: number
  iban: string
  name: string
  accountId: number
}

const ASKED = `select o.id, o.creditor_iban as iban, o.creditor_name as name, o.debtor_account_id as account_id from payment_orders o
  join bank_accounts b on b.id = o.debtor_account_id left join bank_profiles f on f.id = b.bank_profile_id
 where o.id = any(:orderIds::bigint[]) and o.channel = 'api' and (f.channel = 'api' or b.connector_id is not null) and o.creditor_iban is not null and o.status in ('draft', 'buffered', 'approved')
   and (o.vop_at is null or o.vop_at < now() - make_interval(hours => ${FRESH_HOURS})) order by o.id`

/**
 * Asks the banks of these payments whether the account is the payee's (VoP), before anybody is to approve or send them: only
 * where the bank answers over the network, and not again within 23 hours. A payment that was approved under a better
 * answer goes back to draft. Never inside a transaction: it waits for the bank.
 */
export async function verifyPayees(orderIds: readonly number[]): Promise<void> {
  const asked = await rows<Asked>(ASKED, { orderIds })
  const answers = new Map<string, PayeeCheck>()
  for (const payment of asked) {
    const key = `${payment.accountId} ${payment.iban} ${payment.name}`
    const answer = answers.get(key) ?? (await ask(payment))
    if (!answer) continue
    answers.set(key, answer)
    await inTransaction((trx) => keepPayeeAnswer(payment.id, payment, answer, trx))
  }
}

/** Whether the bank of an order is to be asked about its payee; asked within the transaction that has just made it. */
export async function isPayeeAsked({ id }: PaymentOrder, trx: Transaction): Promise<boolean> {
  return (await row<Asked>(ASKED, { orderIds: [id] }, trx)) !== null
}

/** What the bank says of the payee of an order that need not exist; null where it offers no such check. Not inside a transaction. */
export async function askPayee({
  debtorAccountId: accountId,
  creditorIban: iban,
  creditorName: name,
}: PaymentOrder): Promise<PayeeCheck | null> {
  return iban === null ? null : ask({ accountId, iban, name })
}

/** Null where the bank offers no such check. */
async function ask({ accountId, iban, name }: Omit<Asked, 'id'>): Promise<PayeeCheck | null> {
  const bank = await gatewayOfAccount(accountId)
  if (!bank?.checkPayee) return null
  try {
    return await bank.checkPayee({ iban, name })
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    return { result: 'not_possible', officialName: null }
  }
}

/**
 * Writes down what the bank said of the payee of an order, under its lock. Nothing of an account or a name that the order
 * has no more: it is asked again before anybody approves or sends it.
 */
export async function keepPayeeAnswer(
  orderId: number,
  asked: Pick<Asked, 'iban' | 'name'>,
  { result, officialName }: PayeeCheck,
  trx: Transaction
): Promise<void> {
  const order = await lockOrder(orderId, trx)
  if (!['draft', 'buffered', 'approved'].includes(order.status)) return
  if (order.creditorIban !== asked.iban || order.creditorName !== asked.name) return
  const before = order.vopResult as PayeeCheck['result'] | null
  const isWorse = before !== null && RANK[result] > RANK[before] && RANK[result] >= RANK.close_match
  if (isWorse && order.status !== 'draft') {
    order.holdReason = 'vop_no_match'
    await moveOrder(order, 'reopen', SYSTEM, trx, { reason: PAYEE_TEXTS[result](officialName) })
    await revokeDecisions('payment_order', orderId, trx)
    await holdFunds(order, 'none', trx)
  }
  await writeAnswer(orderId, { result, officialName }, trx)
  if (before === result) return
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'payment_order',
      objectId: orderId,
      siteId: order.siteId,
      event: 'payment_order.payee_checked',
      reason: PAYEE_TEXTS[result](officialName),
    },
    trx
  )
}

/** Somebody's word that the name is right holds for the answer they saw. */
function writeAnswer(
  orderId: number,
  { result, officialName }: PayeeCheck,
  trx: Transaction
): Promise<number> {
  return execute(
    `update payment_orders set vop_confirmed_by = case when vop_result is not distinct from :result and vop_name is not distinct from :officialName then vop_confirmed_by end,
        vop_result = :result, vop_name = :officialName, vop_at = now() where id = :orderId`,
    { orderId, result, officialName },
    trx
  )
}
