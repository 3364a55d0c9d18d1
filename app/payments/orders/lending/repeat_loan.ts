import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { chooseLoan, chosenLoan, isAheadOfBank, noteChoice } from '#app/payments/orders/lending/choose_loan'
import type PaymentOrder from '#app/payments/orders/payment_order'

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
