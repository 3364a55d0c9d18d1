import type { Actor } from '#app/audit/record_event'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import {
  type Allocation,
  allocateParts,
  allocatePayment,
  cashOfSplit,
  type Debt,
  payableOf,
  type Split,
} from '#app/loans/payments/allocate_payment'
import { debtOf } from '#app/loans/payments/debt_of'
import { insertLoanPayment, type NewLoanPayment } from '#app/loans/payments/loan_payment'
import { type PaidAlready, proveByMovement } from '#app/loans/payments/paid_already'
import { refuseBeyondDebt } from '#app/loans/payments/refuse_beyond_debt'
import { refuseEarlyPending } from '#app/loans/payments/refuse_early_pending'
import { sidesOf } from '#app/loans/payments/settlement_accounts'
import { loanOrders } from '#app/loans/ports'
import { type Loan, lockLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

/** What a person wants to pay of a loan; cents. */
export type WantedPayment = {
  /** In money, spread by itself; or each part in gross amounts. */
  split: { amountMinor: number } | { principalMinor: number; interestMinor: number; feeMinor: number }
  payOn: CalendarDate
  /** The borrower’s account; that of the loan unless told. */
  accountId: number | null
  /** «Pago ya realizado»: the movement of the borrower’s bank that proves it. */
  paid: PaidAlready | null
}

export type Asked = { paymentId: number; orderNumber: string | null }

/**
 * A payment of a loan (area 31): its order, which is approved and sent like any other; or what the bank has paid already, with
 * its movement. Throws «El importe supera la deuda pendiente ({importe}).» at `amount`, at `principal` of one in parts.
 */
export function askPayment(loanId: number, wanted: WantedPayment, actor: Actor): Promise<Asked> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    loanWorkflow.next(loan.status, 'pay')
    await refuseEarlyPending(loan.id, trx)
    const debt = await debtOf(loan, trx)
    const split = splitOf(debt, wanted)
    const field = 'amountMinor' in wanted.split ? 'amount' : 'principal'
    refuseTooMuch(loan, debt, split, field)
    await refuseBeyondDebt(loan, { principalMinor: principalOf(split), field }, trx)
    const sides = await sidesOf(loan, { payer: 'borrower', accountId: wanted.accountId }, trx)
    const paymentId = await insertLoanPayment(
      { ...paymentOf(loan, split, wanted.payOn), ...sides },
      actor.userId,
      trx
    )
    if (wanted.paid) {
      await proveByMovement({ paymentId, ...wanted.paid, sides, cashMinor: cashOfSplit(split), actor }, trx)
      return { paymentId, orderNumber: null }
    }
    const { number } = await loanOrders.one().place(paymentId, wanted.payOn, actor, trx)
    return { paymentId, orderNumber: number }
  })
}

/** What a payment would be spread over, for a form: nothing is written. */
export async function previewPayment(
  loan: Loan,
  wanted: Pick<WantedPayment, 'split' | 'payOn'>,
  trx?: Transaction
) {
  const debt = await debtOf(loan, trx)
  const split = splitOf(debt, wanted)
  return { ...split, cashMinor: cashOfSplit(split), payableMinor: payableOf(debt) }
}

function splitOf(debt: Debt, { split, payOn }: Pick<WantedPayment, 'split' | 'payOn'>): Split {
  // What is due by the day it is paid comes before what is not, also where that day is ahead.
  const day = payOn > today() ? payOn : today()
  if ('amountMinor' in split) return allocatePayment(debt, split.amountMinor, day)
  const { principalMinor, interestMinor, feeMinor } = split
  return allocateParts(debt, { principal: principalMinor, interest: interestMinor, fee: feeMinor })
}

/** `field` is where the form asks for the sum. */
function refuseTooMuch({ currency }: Loan, debt: Debt, split: Split, field: 'amount' | 'principal'): void {
  if (split.restMinor > 0)
    throw new DomainError(
      'E_AMOUNT',
      `El importe supera la deuda pendiente (${formatAmount(payableOf(debt), currency)}).`,
      { field }
    )
  if (cashOfSplit(split) <= 0)
    throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field })
}

const principalOf = ({ lines, freeMinor }: Split): number =>
  lines.reduce((total, { principalMinor }) => total + principalMinor, freeMinor)

function paymentOf(
  loan: Loan,
  split: Split,
  valueOn: CalendarDate
): Omit<NewLoanPayment, 'payerSiteId' | 'payeeSiteId' | 'payerAccountId' | 'payeeAccountId'> {
  const { lines } = split
  const sum = (key: keyof Omit<Allocation, 'installmentId'>) =>
    lines.reduce((total, line) => total + line[key], 0)
  return {
    loanId: loan.id,
    loanCompensationId: null,
    type: 'payment',
    currency: loan.currency,
    principalMinor: principalOf(split),
    interestMinor: sum('interestMinor'),
    feeMinor: sum('feeMinor'),
    withholdingMinor: sum('withholdingMinor'),
    valueOn,
    earlyOption: null,
    earlyInterestMinor: 0,
    penaltyMinor: 0,
    note: null,
    lines,
  }
}
