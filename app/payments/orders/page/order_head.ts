import type User from '#app/identity/models/user'
import { row } from '#app/kernel/database/sql'
import { ibanBankName } from '#app/kernel/identifiers/iban'
import { requiredOfAll } from '#app/payments/approvals/payer_approvals'
import { shownAuthorisation } from '#app/payments/bank/authorisations'
import { rejectionOf, sendingOf, stateOf } from '#app/payments/batches/sending_facts'
import { orderActions } from '#app/payments/orders/controllers/payment_order_actions'
import { chargeOf, isBeforeBank, isUnsent, shownAccount } from '#app/payments/orders/page/network_page'
import { debtorOf } from '#app/payments/orders/page/order_ahead'
import { orderBadge } from '#app/payments/orders/page/order_badges'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { isPaidByOther } from '#app/payments/orders/payment_order'
import { holdLabel } from '#app/payments/orders/payment_order_workflow'

/** The order itself: its state, whom and how much it pays, and what its reader may do with it. */
export async function headOf(order: PaymentOrder, user: User) {
  const iban = order.creditorIban ?? ''
  const sending = await sendingOf(order)
  const authorisation = order.channel === 'api' ? await shownAuthorisation(order.id) : null
  return {
    id: order.id,
    number: order.number,
    siteId: order.siteId,
    accountId: order.debtorAccountId,
    status: orderBadge({
      ...stateOf(order),
      isDownloaded: sending.isDownloaded,
      provider: authorisation?.provider ?? null,
    }),
    state: order.status,
    creditor: order.creditorName,
    iban: await shownAccount(order, user),
    ibanTail: iban.slice(-4),
    bank: ibanBankName(iban),
    authorisation: order.subStatus === 'awaiting_authorisation' ? authorisation : null,
    unsent: isUnsent(order) ? (authorisation?.outcome ?? holdLabel(order)) : null,
    charge: chargeOf(order),
    canAttach: isBeforeBank(order),
    amount: { minor: order.amountMinor, currency: order.currency },
    executionDate: order.executionDate,
    isInstant: order.speed === 'instant',
    concept: order.remittance,
    endToEndId: order.endToEndId,
    hold: holdLabel(order),
    rejection: await rejectionOf(order),
    sending: sending.marked,
    reinforced: order.reinforcedReasons,
    failure: order.failureMessage,
    required: order.requiredApprovals === null ? null : requiredOfAll(order),
    debtor: isPaidByOther(order) ? await debtorOf(order) : null,
    fingerprint: order.fingerprint,
    isQueued: order.subStatus === 'queued' && order.channel !== 'api',
    subState: order.subStatus,
    payNowReason: order.payNow ? order.payNowReason : null,
    bankRef: order.providerRef,
    actions: await actionsOf(order, user),
  }
}

/** What is being repeated already is not repeated again. */
async function actionsOf(order: PaymentOrder, user: User): Promise<string[]> {
  const actions: string[] = orderActions(order, user)
  const { again } = await repeatsOf(order)
  return again && !again.isOver ? actions.filter((action) => action !== 'retry') : actions
}

type Repeat = { id: number; number: string; isOver: boolean }

/** The payment that this one repeats, and the one that repeats it. */
export async function repeatsOf({
  id,
  retryOfId,
}: PaymentOrder): Promise<{ of: Repeat | null; again: Repeat | null }> {
  const columns = `id, number, status in ('cancelled', 'failed', 'returned') as is_over`
  return {
    of:
      retryOfId === null
        ? null
        : await row<Repeat>(`select ${columns} from payment_orders where id = :retryOfId`, { retryOfId }),
    again: await row<Repeat>(
      `select ${columns} from payment_orders where retry_of_id = :id order by id desc limit 1`,
      { id }
    ),
  }
}
