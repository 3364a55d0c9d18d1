import { kindOf } from '#app/payments/kinds/payment_kind'
import { type PayerAccount, payerAccounts } from '#app/payments/orders/checks/payer_accounts'
import type PaymentOrder from '#app/payments/orders/payment_order'

/**
 * The accounts that somebody may move a payment to while it has not left: those of its own company, and of others where its kind
 * may be paid by them. Where the account is part of what was agreed (a transfer between own accounts, a quote), that one alone.
 */
export async function orderAccounts(order: PaymentOrder, userId: number): Promise<PayerAccount[]> {
  const { canOthersPay = false, isFromOneAccount = false } = kindOf(order.kind)
  const found = await payerAccounts(order.siteId, userId, order.chargeCurrency ?? order.currency)
  return isFromOneAccount || order.quoteId !== null
    ? found.filter(({ id }) => id === order.debtorAccountId)
    : found.filter(({ payer }) => canOthersPay || payer === null)
}
