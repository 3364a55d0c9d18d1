import { type Actor, recordEvent } from '#app/audit/record_event'
import { type Client, execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { lendingLoans } from '#app/loans/debts/lending_loans'
import { lockOrder } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { isPaidByOther } from '#app/payments/orders/payment_order'

const AHEAD: readonly string[] = ['draft', 'buffered', 'approved', 'sent']

/** Whether a payment is for another company and its bank does not have it yet, as far as its state tells. */
export const isAheadOfBank = (order: Pick<PaymentOrder, 'status' | 'siteId' | 'payerSiteId'>): boolean =>
  isPaidByOther(order) && AHEAD.includes(order.status)

export type ChosenLoan = { id: number; number: string; chosenBy: number | null }

/** The loan that a payment is to go into once the bank has it; null where nobody chose one. */
export const chosenLoan = (orderId: number, client?: Client): Promise<ChosenLoan | null> =>
  row<ChosenLoan>(
    `select l.id, l.number, c.created_by as chosen_by from payment_order_loans c join loans l on l.id = c.loan_id where c.order_id = :orderId`,
    { orderId },
    client
  )

/**
 * Chooses the loan of a locked payment that its bank does not have yet; another one takes the place of the first. Throws
 * E_LOAN and E_LIMIT at `loan_id` where it could not take it now. Gives its number.
 */
export async function chooseLoan(
  order: PaymentOrder,
  loanId: number,
  actor: Actor,
  trx: Transaction
): Promise<string> {
  const loans = await lendingLoans({ creditorSiteId: order.payerSiteId, debtorSiteId: order.siteId }, trx)
  const loan = loans.find(({ id }) => id === loanId)
  if (!loan)
    throw new DomainError('E_LOAN', 'El préstamo no es de la empresa que paga a la que lo debe.', {
      field: 'loan_id',
    })
  if (loan.availableMinor !== null && loan.availableMinor < order.amountMinor)
    throw new DomainError(
      'E_LIMIT',
      `El importe supera el límite disponible (${formatAmount(loan.availableMinor, 'EUR')}).`,
      { field: 'loan_id' }
    )
  await keepChoice(order, loanId, actor, trx)
  await noteChoice(order, 'loan_chosen', loan.number, actor, trx)
  return loan.number
}

/** Which loan it is, whether it could take the payment now or not. */
export const keepChoice = (
  { id: orderId }: Pick<PaymentOrder, 'id'>,
  loanId: number,
  { userId }: Actor,
  trx: Transaction
): Promise<number> =>
  execute(
    `insert into payment_order_loans (order_id, loan_id, created_by) values (:orderId, :loanId, :userId)
     on conflict (order_id) do update set loan_id = excluded.loan_id, created_by = excluded.created_by, created_at = now()`,
    { orderId, loanId, userId },
    trx
  )

/** The payment stays on the current account after all. Nothing where nobody chose a loan. */
export function dropLoan(orderId: number, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    const chosen = await chosenLoan(orderId, trx)
    if (!chosen) return
    await forgetLoan(orderId, trx)
    await noteChoice(order, 'loan_dropped', chosen.number, actor, trx)
  })
}

/** What was chosen is done, or cannot be. */
export const forgetLoan = (orderId: number, trx: Transaction): Promise<number> =>
  execute(`delete from payment_order_loans where order_id = :orderId`, { orderId }, trx)

/** A line in the trail of a payment about its loan. */
export const noteChoice = (
  { id, siteId }: Pick<PaymentOrder, 'id' | 'siteId'>,
  event: 'loan_chosen' | 'loan_dropped' | 'lent' | 'not_lent',
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> =>
  recordEvent(
    { actor, objectType: 'payment_order', objectId: id, siteId, event: `payment_order.${event}`, reason },
    trx
  )
