import type { Actor } from '#app/audit/record_event'
import { type Client, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { divideRounded } from '#app/kernel/money/rational'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Asked } from '#app/loans/payments/ask_payment'
import { insertLoanPayment } from '#app/loans/payments/loan_payment'
import { type PaidAlready, proveByMovement } from '#app/loans/payments/paid_already'
import { refuseEarlyPending } from '#app/loans/payments/refuse_early_pending'
import { sidesOf } from '#app/loans/payments/settlement_accounts'
import { loanOrders } from '#app/loans/ports'
import { buildSchedule } from '#app/loans/schedule/build_schedule'
import { percentage } from '#app/loans/schedule/percentage'
import type { EarlyOption, ScheduleRow } from '#app/loans/schedule/terms'
import { type Loan, lockLoan } from '#app/loans/terms/loan'
import { earlyPaymentsOf, revisionsOf, scheduleTerms } from '#app/loans/terms/schedule_terms'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

export type WantedEarly = {
  principalMinor: number
  on: CalendarDate
  option: EarlyOption
  /** Percent of the principal that is charged for it, as decimal text. */
  penaltyRate: string
}

type WantedEarlyPayment = WantedEarly & { accountId: number | null; paid: PaidAlready | null }

/** What an early payment comes to, and the instalments that it leaves. */
export type EarlyPlan = {
  interestMinor: number
  withholdingMinor: number
  penaltyMinor: number
  cashMinor: number
  rows: ScheduleRow[]
}

/**
 * «Amortizar anticipadamente» (area 31): principal before its time, with the interest on all that is owed up to that day and
 * what is charged for it; its order, or the movement of the bank that paid it. The schedule changes when the money moves.
 * Throws E_OVERDUE while instalments until that day are not paid, and at `amount` and `on`.
 */
export function askEarlyPayment(loanId: number, wanted: WantedEarlyPayment, actor: Actor): Promise<Asked> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    loanWorkflow.next(loan.status, 'pay_early')
    await refuseEarlyPending(loan.id, trx)
    await refuseUnready(loan, wanted.on, trx)
    const plan = await planEarly(loan, wanted, trx)
    const sides = await sidesOf(loan, { payer: 'borrower', accountId: wanted.accountId }, trx)
    const paymentId = await insertLoanPayment(
      {
        ...sides,
        loanId,
        loanCompensationId: null,
        type: 'early_payment',
        currency: loan.currency,
        principalMinor: wanted.principalMinor,
        interestMinor: plan.interestMinor,
        feeMinor: plan.penaltyMinor,
        withholdingMinor: plan.withholdingMinor,
        valueOn: wanted.on,
        earlyOption: wanted.option,
        earlyInterestMinor: plan.interestMinor,
        penaltyMinor: plan.penaltyMinor,
        note: null,
        lines: [],
      },
      actor.userId,
      trx
    )
    if (wanted.paid) {
      await proveByMovement({ paymentId, ...wanted.paid, sides, cashMinor: plan.cashMinor, actor }, trx)
      return { paymentId, orderNumber: null }
    }
    const { number } = await loanOrders.one().place(paymentId, wanted.on, actor, trx)
    return { paymentId, orderNumber: number }
  })
}

/** What it comes to and what it leaves; nothing is written. Throws at `amount` and `on`. */
export async function planEarly(loan: Loan, wanted: WantedEarly, client?: Client): Promise<EarlyPlan> {
  if (loan.kind !== 'term')
    throw new DomainError(
      'E_EARLY',
      'Solo un préstamo a plazo se amortiza anticipadamente: registre un pago.'
    )
  if (wanted.on < loan.startOn)
    throw new DomainError('E_EARLY', 'La fecha no puede ser anterior al inicio.', { field: 'on' })
  const revisions = await revisionsOf(loan.id, client)
  const before = await earlyPaymentsOf(loan.id, client)
  const last = buildSchedule(scheduleTerms(loan, revisions, before)).at(-1)
  if (last && wanted.on >= last.dueOn)
    throw new DomainError('E_EARLY', 'La fecha debe ser anterior a la última cuota.', { field: 'on' })
  const rows = scheduled(() => buildSchedule(scheduleTerms(loan, revisions, [...before, { ...wanted }])))
  const early = rows.findLast(({ seq, dueOn }) => seq === null && dueOn === wanted.on)
  if (!early) throw new Error('An early payment that is not in its schedule')
  const penalty = percentage(wanted.penaltyRate)
  const penaltyMinor = Number(
    divideRounded(BigInt(wanted.principalMinor) * penalty.top, penalty.bottom, 'half_away_from_zero')
  )
  const { interestMinor, withholdingMinor } = early
  const cashMinor = wanted.principalMinor + interestMinor - withholdingMinor + penaltyMinor
  return { interestMinor, withholdingMinor, penaltyMinor, cashMinor, rows }
}

/** What the schedule refuses is said at the amount. */
function scheduled(build: () => ScheduleRow[]): ScheduleRow[] {
  try {
    return build()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'E_EARLY_PAYMENT')
      throw new DomainError('E_AMOUNT', error.message, { field: 'amount', cause: error })
    throw error
  }
}

/** Instalments until its day come first; those after it must not be on their way. */
async function refuseUnready(loan: Loan, on: CalendarDate, trx: Transaction): Promise<void> {
  const found = await row<{ owed: number; isTouched: boolean; hasMoney: boolean }>(
    `select coalesce(sum(total_minor - paid_principal_minor - paid_interest_minor - paid_fee_minor) filter (where due_on <= :on), 0)::bigint as owed,
        coalesce(bool_or(due_on > :on and (ordered_minor > 0 or paid_principal_minor + paid_interest_minor + paid_fee_minor > 0)), false) as is_touched,
        exists (select 1 from loan_movements where loan_id = :id) as has_money
       from loan_installments where loan_id = :id and replaced_in is null`,
    { id: loan.id, on },
    trx
  )
  if (!found?.hasMoney) throw new DomainError('E_EARLY', 'El préstamo aún no está desembolsado.')
  if (found.owed > 0)
    throw new DomainError(
      'E_OVERDUE',
      `Antes de amortizar anticipadamente pague las cuotas vencidas (${formatAmount(found.owed, loan.currency)}).`,
      { field: 'on' }
    )
  if (found.isTouched)
    throw new DomainError('E_PAID', 'Hay cuotas posteriores a esa fecha pagadas o en pago.', { field: 'on' })
}
