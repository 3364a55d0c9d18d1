import type User from '#app/identity/models/user'
import { A, S, SC } from '#app/identity/roles'
import { row } from '#app/kernel/database/sql'
import { lendingChoices } from '#app/loans/debts/lending_loans'
import { chosenLoan, isAheadOfBank } from '#app/payments/orders/lending/choose_loan'
import { owedSince } from '#app/payments/orders/lending/lend_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

const SENIOR: readonly string[] = [S, A, SC]

/**
 * Of what one company pays for another: the loan that it went into or is to go into, or for who works with both those that it may
 * go into, and since when it is owed. Null for any other payment, and for who does not see loans.
 */
export async function orderLoan(order: PaymentOrder, user: User, isOfBoth: boolean) {
  if (!SENIOR.includes(user.role)) return null
  const owedOn = await owedSince(order)
  if (owedOn === null && !isAheadOfBank(order)) return null
  const taken = await takenInto(order.id)
  const chosen = taken ? null : await chosenLoan(order.id)
  const canLend = taken === null && isOfBoth
  return {
    taken,
    chosen: chosen && { id: chosen.id, number: chosen.number },
    owedOn,
    canLend,
    choices: canLend
      ? await lendingChoices({ creditorSiteId: order.payerSiteId, debtorSiteId: order.siteId })
      : [],
  }
}

const takenInto = (orderId: number) =>
  row<{ id: number; number: string }>(
    `select l.id, l.number from loan_taken_debts t join loans l on l.id = t.loan_id
      where t.source_type = 'payment_order' and t.source_id = :orderId and t.undone_by_id is null`,
    { orderId }
  )
