import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { addMonths, type CalendarDate, maxDay, today } from '#app/kernel/time/calendar_date'
import { type BooksDraft, groupKeyOf, type PostedBooks, postBooks } from '#app/ledger/actions/post_books'
import { endLoan } from '#app/loans/actions/end_loan'
import { recordLoan } from '#app/loans/actions/record_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { type NewMovement, writeMovement } from '#app/loans/actions/write_movement'
import { writeSchedule } from '#app/loans/actions/write_schedule'
import { type MovementType, PAYMENT_TYPES } from '#app/loans/loan_labels'
import {
  LOAN_PAYMENT,
  type LoanPayment,
  lockLoanPayment,
  markPayment,
  paymentLines,
  type Settling,
} from '#app/loans/payments/loan_payment'
import { settleResidual } from '#app/loans/payments/settle_residual'
import { bankLine } from '#app/loans/postings/cash_lines'
import { commonDay } from '#app/loans/postings/common_day'
import { loanBooks, NO_CHANGE } from '#app/loans/postings/loan_books'
import { dueBeyondYear, longOf, outstandingOf } from '#app/loans/queries/loan_state'
import { companiesOf, type Loan, lockLoan } from '#app/loans/terms/loan'

/**
 * The money of a payment has moved: writes the movement, pays its instalments and posts it in both books (area 31). Throws
 * E_SETTLED for one that is settled or cancelled, and what the books refuse. The last step of its transaction.
 */
export async function settleLoanPayment(settling: Settling, trx: Transaction): Promise<PostedBooks> {
  const payment = await lockLoanPayment(settling.paymentId, trx)
  if (payment.status === 'settled' || payment.status === 'cancelled')
    throw new DomainError('E_SETTLED', 'El pago del préstamo ya está hecho o anulado.')
  const times = await timesSettled(payment.id, trx)
  if (payment.loanId === null) return settleResidual({ ...settling, payment, times }, trx)
  const loan = await lockLoan(payment.loanId, trx)
  const moved = await movementOf(loan, payment, { ...settling, times }, trx)
  const draft = await booksOf({ loan, payment, moved, times, settling }, trx)
  await markPayment(payment, 'settled', trx)
  await writeMovement(
    loan.id,
    { ...moved, groupKey: groupKeyOf(draft) },
    await paymentLines(payment.id, trx),
    settling.actor,
    trx
  )
  if (payment.earlyOption !== null) await writeSchedule(loan, trx)
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  await recordLoan(loan, `loan.${payment.type}`, settling.actor, trx, {
    reason: `${PAYMENT_TYPES[payment.type]} de ${formatAmount(payment.amountMinor, payment.currency)}`,
  })
  await endLoan(await lockLoan(loan.id, trx), settling.actor, trx)
  return postBooks(draft, trx)
}

/** How often the money of a payment has moved before: it may have come back. */
async function timesSettled(paymentId: number, trx: Transaction): Promise<number> {
  const { times } = await oneRow<{ times: number }>(
    `select count(distinct group_key)::int as times from journal_entries
      where source_type = '${LOAN_PAYMENT}' and source_id = :paymentId and reverses_id is null`,
    { paymentId },
    trx
  )
  return times
}

const TYPES: Record<Exclude<LoanPayment['type'], 'residual'>, MovementType> = {
  disbursement: 'disbursement',
  withdrawal: 'withdrawal',
  payment: 'payment',
  early_payment: 'early_payment',
}

/** What is lent counts from the day agreed on, what is given back from the day it was paid. */
async function movementOf(
  loan: Loan,
  payment: LoanPayment,
  { movedOn, statementLineId = null, times }: Settling & { times: number },
  trx: Transaction
): Promise<NewMovement> {
  const { type, principalMinor, interestMinor, feeMinor, withholdingMinor } = payment
  if (type === 'residual') throw new Error('What a netting leaves is no movement of a loan')
  const isLent = type === 'disbursement' || type === 'withdrawal'
  const longMinor = isLent
    ? Math.min(principalMinor, await lentLong(loan, movedOn, principalMinor, trx))
    : -(await repaidLong(loan.id, principalMinor, trx))
  const early =
    payment.earlyOption === null
      ? {}
      : {
          earlyPrincipalMinor: principalMinor,
          earlyInterestMinor: payment.earlyInterestMinor,
          earlyOption: payment.earlyOption,
        }
  return {
    type: TYPES[type],
    valueOn: await valueDay(loan, payment, movedOn, trx),
    principalMinor: isLent ? principalMinor : -principalMinor,
    interestMinor: -interestMinor,
    feeMinor,
    withholdingMinor,
    longMinor,
    ...early,
    idempotencyKey: `${LOAN_PAYMENT}:${payment.id}:settled:${times + 1}`,
    groupKey: null,
    loanPaymentId: payment.id,
    statementLineId,
  }
}

/**
 * The day from which it counts: what is given back from the day it was paid, all else from the day agreed on. Never before
 * what stands: instalments that were paid while an early payment was on its way, interest of a balance that was settled.
 */
async function valueDay(
  loan: Loan,
  payment: LoanPayment,
  movedOn: CalendarDate,
  trx: Transaction
): Promise<CalendarDate> {
  const day = payment.type === 'payment' ? movedOn : payment.valueOn
  if (loan.kind === 'term' && payment.earlyOption === null) return day
  const { last } = await oneRow<{ last: CalendarDate | null }>(
    `select max(due_on) as last from loan_installments
      where loan_id = :id and replaced_in is null
        and (:isBalance or total_minor > 0 and (ordered_minor > 0 or paid_principal_minor + paid_interest_minor + paid_fee_minor > 0))`,
    { id: loan.id, isBalance: loan.kind !== 'term' },
    trx
  )
  return last === null ? day : maxDay(day, last)
}

/** Of what is lent, what falls due later than in a year. */
export async function lentLong(
  loan: Loan,
  day: CalendarDate,
  amountMinor: number,
  trx: Transaction
): Promise<number> {
  if (loan.kind === 'term') return dueBeyondYear(loan, day, trx)
  const isLong =
    loan.kind === 'credit_line' && loan.maturityOn !== null && loan.maturityOn > addMonths(day, 12)
  return isLong ? amountMinor : 0
}

/** What is given back is first what is due within a year; the rest is taken from the accounts of long term. */
export async function repaidLong(loanId: number, principalMinor: number, trx: Transaction): Promise<number> {
  const long = await longOf(loanId, trx)
  const short = (await outstandingOf(loanId, trx)) - long
  return Math.min(long, Math.max(0, principalMinor - short))
}

type Posting = {
  loan: Loan
  payment: LoanPayment
  moved: NewMovement
  times: number
  settling: Settling
}

async function booksOf(
  { loan, payment, moved, times, settling }: Posting,
  trx: Transaction
): Promise<BooksDraft> {
  const payee = await bankLine(payment.payeeAccountId, trx)
  const lends = payment.payerSiteId === loan.lenderSiteId
  const cash = lends
    ? { lender: settling.payer, borrower: payee }
    : { lender: payee, borrower: settling.payer }
  const change = {
    ...NO_CHANGE,
    long: moved.longMinor,
    short: moved.principalMinor - moved.longMinor,
    interest: moved.interestMinor,
    fee: moved.feeMinor,
    withholding: moved.withholdingMinor,
  }
  const description = `${PAYMENT_TYPES[payment.type]} del préstamo ${loan.number}`
  return {
    sourceType: LOAN_PAYMENT,
    sourceId: payment.id,
    key: `settled:${times + 1}`,
    postedOn: await commonDay(companiesOf(loan), settling.movedOn, trx),
    books: await loanBooks({ loan, change, cash, kind: `loan.${payment.type}`, description }, trx),
    createdBy: settling.actor.userId,
  }
}
