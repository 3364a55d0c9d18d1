import type { Actor } from '#app/audit/record_event'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { LoanPaymentType } from '#app/loans/loan_labels'
import type { Allocation } from '#app/loans/payments/allocate_payment'
import type { CashLine } from '#app/loans/postings/loan_books'
import type { EarlyOption } from '#app/loans/schedule/terms'

/** `source_type` of the orders of payments of loans. */
export const LOAN_PAYMENT = 'loan_payment'

/** Money that is to move for a loan, or for what a netting left; cents. */
export type LoanPayment = {
  id: number
  loanId: number | null
  loanCompensationId: number | null
  type: LoanPaymentType
  payerSiteId: number
  payeeSiteId: number
  payerAccountId: number
  payeeAccountId: number
  amountMinor: number
  currency: string
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
  valueOn: CalendarDate
  earlyOption: EarlyOption | null
  earlyInterestMinor: number
  penaltyMinor: number
  status: 'unordered' | 'ordered' | 'settled' | 'cancelled'
  settledMinor: number
}

const COLUMNS = `id, loan_id, loan_compensation_id, type, payer_site_id, payee_site_id, payer_account_id, payee_account_id, amount_minor, currency, principal_minor,
  interest_minor, fee_minor, withholding_minor, value_on, early_option, early_interest_minor, penalty_minor, status, settled_minor`

export type Settling = {
  paymentId: number
  /** The day on which the money moved. */
  movedOn: CalendarDate
  /** Where the money of who pays was: in transit, or on its bank. */
  payer: CashLine
  statementLineId?: number | null
  actor: Actor
}

/** A payment under its lock, which comes before that of its loan. */
export async function lockLoanPayment(paymentId: number, trx: Transaction): Promise<LoanPayment> {
  await execute(`select 1 from loan_payments where id = :paymentId for update`, { paymentId }, trx)
  return oneRow<LoanPayment>(`select ${COLUMNS} from loan_payments where id = :paymentId`, { paymentId }, trx)
}

/** The instalments that a payment is for. */
export const paymentLines = (paymentId: number, trx: Transaction): Promise<Allocation[]> =>
  rows<Allocation>(
    `select installment_id, principal_minor, interest_minor, fee_minor, withholding_minor from loan_payment_lines
      where loan_payment_id = :paymentId order by installment_id`,
    { paymentId },
    trx
  )

export type NewLoanPayment = Omit<LoanPayment, 'id' | 'amountMinor' | 'status' | 'settledMinor'> & {
  note: string | null
  lines: readonly Allocation[]
}

/** Notes a payment and what it is for. Gives its key. */
export async function insertLoanPayment(
  { lines, ...payment }: NewLoanPayment,
  userId: number | null,
  trx: Transaction
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into loan_payments (loan_id, loan_compensation_id, type, payer_site_id, payee_site_id, payer_account_id, payee_account_id, amount_minor, currency,
        principal_minor, interest_minor, fee_minor, withholding_minor, value_on, early_option, early_interest_minor, penalty_minor, note, created_by)
     values (:loanId, :loanCompensationId, :type, :payerSiteId, :payeeSiteId, :payerAccountId, :payeeAccountId,
        :principalMinor::bigint + :interestMinor::bigint + :feeMinor::bigint - :withholdingMinor::bigint, :currency,
        :principalMinor, :interestMinor, :feeMinor, :withholdingMinor, :valueOn, :earlyOption, :earlyInterestMinor, :penaltyMinor, :note, :userId)
     returning id`,
    { ...payment, userId },
    trx
  )
  if (lines.length > 0)
    await execute(
      `insert into loan_payment_lines (loan_payment_id, installment_id, principal_minor, interest_minor, fee_minor, withholding_minor)
       select :id, l."installmentId", l."principalMinor", l."interestMinor", l."feeMinor", l."withholdingMinor"
         from jsonb_to_recordset(:lines::jsonb) as l("installmentId" bigint, "principalMinor" bigint, "interestMinor" bigint, "feeMinor" bigint, "withholdingMinor" bigint)`,
      { id, lines: JSON.stringify(lines) },
      trx
    )
  return id
}

/** Says where a locked payment stands. */
export async function markPayment(
  payment: LoanPayment,
  status: LoanPayment['status'],
  trx: Transaction
): Promise<void> {
  await execute(
    `update loan_payments set status = :status, settled_minor = case when :status = 'settled' then amount_minor else 0 end where id = :id`,
    { status, id: payment.id },
    trx
  )
  payment.status = status
}
