import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { lockLoanPayment, markPayment } from '#app/loans/payments/loan_payment'
import { returnLoanPayment } from '#app/loans/payments/return_payment'
import { settleLoanPayment } from '#app/loans/payments/settle_payment'
import { transitLine } from '#app/loans/postings/cash_lines'

type Moved = { documentId: number; amountMinor: number; movedOn: CalendarDate; actor: Actor }

/** The bank paid a payment of a loan, or gave it back (a negative amount): all of it, for it has one order. */
export async function settleOrdered(
  { documentId, amountMinor, movedOn, actor }: Moved,
  trx: Transaction
): Promise<void> {
  const payment = await lockLoanPayment(documentId, trx)
  if (Math.abs(amountMinor) !== payment.amountMinor)
    throw new DomainError('E_OVERPAID', 'El importe no es el del pago del préstamo.')
  if (amountMinor < 0) return returnLoanPayment(documentId, actor, trx)
  const payer = await transitLine(payment.payerSiteId, documentId, trx)
  await settleLoanPayment({ paymentId: documentId, movedOn, payer, actor }, trx)
}

/** A payment takes of its instalments while an order of it is under way. */
export async function refreshOrdered(
  documentId: number,
  liveOrders: number,
  trx: Transaction
): Promise<void> {
  const payment = await lockLoanPayment(documentId, trx)
  if (payment.status !== 'ordered' && payment.status !== 'unordered') return
  const status = liveOrders > 0 ? 'ordered' : 'unordered'
  if (status === payment.status) return
  await markPayment(payment, status, trx)
  if (payment.loanId !== null) await refreshInstallments({ loanId: payment.loanId, day: today() }, trx)
}
