import type { Actor } from '#app/audit/record_event'
import { type Client, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import type { Asked } from '#app/loans/payments/ask_payment'
import { insertLoanPayment } from '#app/loans/payments/loan_payment'
import { sidesOf } from '#app/loans/payments/settlement_accounts'
import { loanOrders } from '#app/loans/ports'
import { outstandingOf } from '#app/loans/queries/loan_state'
import { type Loan, lockLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

type WantedWithdrawal = {
  amountMinor: number
  valueOn: CalendarDate
  /** The lender’s account; that of the loan unless told. */
  accountId: number | null
}

/**
 * «Nueva retirada» of a credit line or a current account (area 31): the lender’s order to the borrower. Throws «El importe
 * supera el límite disponible ({importe}).» at `amount`, and at `value_on` before the last settled interest.
 */
export function askWithdrawal(loanId: number, wanted: WantedWithdrawal, actor: Actor): Promise<Asked> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    loanWorkflow.next(loan.status, 'withdraw')
    if (loan.kind === 'term')
      throw new DomainError('E_WITHDRAWAL', 'De un préstamo a plazo no se hacen retiradas.')
    await refuseBeyondLimit(loan, wanted.amountMinor, trx)
    await refuseLiquidated(loan, wanted.valueOn, trx)
    const sides = await sidesOf(loan, { payer: 'lender', accountId: wanted.accountId }, trx)
    const paymentId = await insertLent(loan, { ...wanted, type: 'withdrawal', sides }, actor, trx)
    const { number } = await loanOrders.one().place(paymentId, wanted.valueOn, actor, trx)
    return { paymentId, orderNumber: number }
  })
}

type Lent = {
  type: 'disbursement' | 'withdrawal'
  amountMinor: number
  valueOn: CalendarDate
  sides: Awaited<ReturnType<typeof sidesOf>>
}

/** Notes what the lender is to pay out. Gives the key of the payment. */
export function insertLent(
  loan: Loan,
  { type, amountMinor, valueOn, sides }: Lent,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  return insertLoanPayment(
    {
      ...sides,
      loanId: loan.id,
      loanCompensationId: null,
      type,
      currency: loan.currency,
      principalMinor: amountMinor,
      interestMinor: 0,
      feeMinor: 0,
      withholdingMinor: 0,
      valueOn,
      earlyOption: null,
      earlyInterestMinor: 0,
      penaltyMinor: 0,
      note: null,
      lines: [],
    },
    actor.userId,
    trx
  )
}

/** What may still be drawn of a credit line, less what is on its way; null where there is no limit. */
export async function availableOf(loan: Loan, client?: Client): Promise<number | null> {
  if (loan.kind !== 'credit_line' || loan.principalMinor === null) return null
  const { ordered } = await oneRow<{ ordered: number }>(
    `select coalesce(sum(principal_minor), 0)::bigint as ordered from loan_payments where loan_id = :id and type = 'withdrawal' and status = 'ordered'`,
    { id: loan.id },
    client
  )
  return Math.max(0, loan.principalMinor - ordered - (await outstandingOf(loan.id, client)))
}

async function refuseBeyondLimit(loan: Loan, amountMinor: number, trx: Transaction): Promise<void> {
  const available = await availableOf(loan, trx)
  if (available === null || amountMinor <= available) return
  throw new DomainError(
    'E_LIMIT',
    `El importe supera el límite disponible (${formatAmount(available, loan.currency)}).`,
    { field: 'amount' }
  )
}

/** Interest that was settled stands: nothing is lent for a time before. Throws E_VALUE at `value_on`. */
export async function refuseLiquidated(loan: Loan, valueOn: CalendarDate, trx: Transaction): Promise<void> {
  const at = (message: string) => new DomainError('E_VALUE', message, { field: 'value_on' })
  if (valueOn < loan.startOn) throw at('La fecha valor no puede ser anterior al inicio.')
  const last = await row<{ dueOn: CalendarDate }>(
    `select due_on from loan_installments where loan_id = :id and replaced_in is null order by due_on desc limit 1`,
    { id: loan.id },
    trx
  )
  if (last && valueOn < last.dueOn)
    throw at(
      `Los intereses están liquidados hasta el ${formatDay(last.dueOn)}: indique una fecha valor posterior.`
    )
}
