import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { takeDebtBack } from '#app/loans/debts/take_debt_back'
import {
  chooseLoan,
  chosenLoan,
  isAheadOfBank,
  keepChoice,
  noteChoice,
} from '#app/payments/orders/lending/choose_loan'
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

/** The loan of a payment is chosen for the one that repeats it; what could not take it now is told in its trail. */
export async function repeatLoan(
  old: PaymentOrder,
  next: PaymentOrder,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const chosen = await chosenLoan(old.id, trx)
  if (!chosen || !isAheadOfBank(next)) return
  try {
    await chooseLoan(next, chosen.id, actor, trx)
  } catch (error) {
    if (!isDomainError(error)) throw error
    await noteChoice(next, 'not_lent', `${chosen.number}: ${error.message}`, actor, trx)
  }
}
