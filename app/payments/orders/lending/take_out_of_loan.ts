import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { takeDebtBack } from '#app/loans/debts/take_debt_back'
import { keepChoice } from '#app/payments/orders/lending/choose_loan'
import type PaymentOrder from '#app/payments/orders/payment_order'

/** What a payment put into a loan comes out of it again, for the payment came back; the loan stays chosen for who repeats it. */
export async function takeOutOfLoan(
  order: PaymentOrder,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const loanId = await takeDebtBack({ type: 'payment_order', id: order.id }, { reason, actor }, trx)
  if (loanId !== null) await keepChoice(order, loanId, actor, trx)
}
