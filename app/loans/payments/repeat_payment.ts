import type { Actor } from '#app/audit/record_event'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { paymentsOf } from '#app/ledger/document_payments'
import { recordLoan } from '#app/loans/actions/record_loan'
import { PAYMENT_TYPES } from '#app/loans/loan_labels'
import { LOAN_PAYMENT, lockLoanPayment, markPayment } from '#app/loans/payments/loan_payment'
import { loanOrders } from '#app/loans/ports'
import { readLoan } from '#app/loans/terms/loan'

/** A new order of a payment whose order was cancelled, failed or came back. Throws E_LOAN while it has one. */
export function orderAgain(paymentId: number, actor: Actor): Promise<{ number: string }> {
  return inTransaction(async (trx) => {
    await lockLoanPayment(paymentId, trx)
    return loanOrders.one().place(paymentId, null, actor, trx)
  })
}

/**
 * Nobody pays it any more: its instalments are free again. Throws E_LIVE_ORDER while it has an order, E_DISBURSEMENT for what
 * pays a loan out, which stays pending until it is ordered again.
 */
export function cancelPayment(paymentId: number, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const payment = await lockLoanPayment(paymentId, trx)
    if (payment.type === 'disbursement')
      throw new DomainError(
        'E_DISBURSEMENT',
        'El desembolso de un préstamo activo no se anula: ordénelo de nuevo.'
      )
    const orders = await paymentsOf(LOAN_PAYMENT, [paymentId], trx)
    const live = orders.find(({ isLive }) => isLive)
    if (live || payment.status !== 'unordered')
      throw new DomainError(
        'E_LIVE_ORDER',
        `El pago está en la orden ${live?.number ?? ''}: cancélela antes.`
      )
    await markPayment(payment, 'cancelled', trx)
    if (payment.loanId === null) return
    await recordLoan(await readLoan(payment.loanId, trx), 'loan.payment_cancelled', actor, trx, {
      reason: `${PAYMENT_TYPES[payment.type]} de ${formatAmount(payment.amountMinor, payment.currency)}`,
    })
  })
}
