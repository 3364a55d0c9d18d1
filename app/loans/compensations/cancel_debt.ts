import type { Actor } from '#app/audit/record_event'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { endLoan } from '#app/loans/actions/end_loan'
import { recordLoan } from '#app/loans/actions/record_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { writeMovement } from '#app/loans/actions/write_movement'
import { insertInstallments, writeSchedule } from '#app/loans/actions/write_schedule'
import type { Compensation } from '#app/loans/compensations/compensation'
import type { Cancelled } from '#app/loans/compensations/netting_plan'
import { type Running, runningInterest } from '#app/loans/compensations/running_interest'
import { type Allocation, allocatePayment, type OpenInstallment } from '#app/loans/payments/allocate_payment'
import { openInstallments } from '#app/loans/payments/debt_of'
import { repaidLong } from '#app/loans/payments/settle_payment'
import { type LoanChange, NO_CHANGE } from '#app/loans/postings/loan_books'
import { outstandingOf } from '#app/loans/queries/loan_state'
import { type Loan, lockLoan } from '#app/loans/terms/loan'

/**
 * Cancels of a locked loan what a netting takes of it: interest and principal that are due, then interest up to the day and
 * principal before its time. Gives what changes of the debt, for both books.
 */
export async function cancelDebt(
  loan: Loan,
  cancelled: Cancelled,
  { compensation, groupKey, actor }: { compensation: Compensation; groupKey: string; actor: Actor },
  trx: Transaction
): Promise<LoanChange> {
  const { cutOffOn } = compensation
  const running = await runningInterest(loan, cutOffOn, trx)
  if (loan.kind !== 'term' && compensation.includesInterest) await settleRunning(loan, running, cutOffOn, trx)
  const taken = await takeOf(loan, cancelled, { running, day: cutOffOn }, trx)
  const longMinor = -(await repaidLong(loan.id, cancelled.principalMinor, trx))
  await writeMovement(
    loan.id,
    {
      type: 'compensation',
      valueOn: cutOffOn,
      principalMinor: -cancelled.principalMinor,
      interestMinor: -taken.interestMinor,
      feeMinor: 0,
      withholdingMinor: taken.withholdingMinor,
      longMinor,
      earlyPrincipalMinor: taken.earlyPrincipalMinor,
      earlyInterestMinor: taken.earlyInterestMinor,
      earlyOption: taken.earlyPrincipalMinor > 0 ? 'reduce_instalment' : null,
      earlyWaits: taken.earlyPrincipalMinor > 0 && !compensation.includesInterest,
      idempotencyKey: `loan_compensation:${compensation.id}:${loan.id}:1`,
      groupKey,
      loanCompensationId: compensation.id,
      note: compensation.number,
    },
    taken.lines,
    actor,
    trx
  )
  if (taken.earlyPrincipalMinor > 0) await writeSchedule(loan, trx)
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  await recordLoan(loan, 'loan.compensation', actor, trx, { reason: compensation.number })
  await endLoan(await lockLoan(loan.id, trx), actor, trx)
  return {
    ...NO_CHANGE,
    long: longMinor,
    short: -cancelled.principalMinor - longMinor,
    interest: -taken.interestMinor,
    withholding: taken.withholdingMinor,
  }
}

type Taken = {
  lines: Allocation[]
  interestMinor: number
  withholdingMinor: number
  earlyPrincipalMinor: number
  earlyInterestMinor: number
}

async function takeOf(
  loan: Loan,
  { principalMinor, interestMinor }: Cancelled,
  { running, day }: { running: Running; day: CalendarDate },
  trx: Transaction
): Promise<Taken> {
  const open = await openInstallments(loan.id, trx)
  const due = open.filter(({ dueOn }) => dueOn <= day)
  const debt = (some: readonly OpenInstallment[], part: 'interest' | 'principal') => ({
    open: some.map((row) =>
      part === 'interest'
        ? { ...row, principalMinor: 0, feeMinor: 0 }
        : { ...row, interestMinor: 0, withholdingMinor: 0, feeMinor: 0 }
    ),
    freeMinor: 0,
    withholdingRate: loan.withholdingRate,
  })
  const interest = allocatePayment(debt(due, 'interest'), interestMinor, day)
  const principal = allocatePayment(debt(due, 'principal'), principalMinor, day)
  const isEarly = loan.kind === 'term' && principal.restMinor > 0
  // Interest of the time that is running goes with principal before its time; without any, the next instalment is paid ahead.
  const ahead =
    interest.restMinor > 0 && !isEarly
      ? allocatePayment(
          debt(open.filter(({ dueOn }) => dueOn > day).slice(0, 1), 'interest'),
          interest.restMinor,
          day
        ).lines
      : []
  const earlyInterest = isEarly && interest.restMinor > 0 ? running : null
  const lines = merged([...interest.lines, ...principal.lines, ...ahead])
  const sum = (key: 'interestMinor' | 'withholdingMinor') =>
    lines.reduce((total, line) => total + line[key], 0)
  return {
    lines,
    interestMinor: sum('interestMinor') + (earlyInterest?.interestMinor ?? 0),
    withholdingMinor: sum('withholdingMinor') + (earlyInterest?.withholdingMinor ?? 0),
    earlyPrincipalMinor: isEarly ? principal.restMinor : 0,
    earlyInterestMinor: earlyInterest?.interestMinor ?? 0,
  }
}

/** One line an instalment. */
function merged(lines: readonly Allocation[]): Allocation[] {
  const found = new Map<number, Allocation>()
  for (const line of lines) {
    const before = found.get(line.installmentId)
    found.set(line.installmentId, {
      installmentId: line.installmentId,
      principalMinor: line.principalMinor + (before?.principalMinor ?? 0),
      interestMinor: line.interestMinor + (before?.interestMinor ?? 0),
      feeMinor: line.feeMinor + (before?.feeMinor ?? 0),
      withholdingMinor: line.withholdingMinor + (before?.withholdingMinor ?? 0),
    })
  }
  return [...found.values()]
}

/** Interest of a balance up to the day of a netting is settled on that day, so that it can be netted. */
async function settleRunning(
  loan: Loan,
  running: Running,
  day: CalendarDate,
  trx: Transaction
): Promise<void> {
  if (running.interestMinor === 0) return
  const { seq, version } = await oneRow<{ seq: number; version: number }>(
    `select coalesce(max(seq) filter (where replaced_in is null), 0) + 1 as seq, coalesce(max(replaced_in), 1) as version
       from loan_installments where loan_id = :id`,
    { id: loan.id },
    trx
  )
  await insertInstallments(
    loan.id,
    version,
    [
      {
        seq,
        dueOn: day,
        openingMinor: await outstandingOf(loan.id, trx),
        principalMinor: 0,
        interestMinor: running.interestMinor,
        feeMinor: 0,
        withholdingMinor: running.withholdingMinor,
        totalMinor: running.interestMinor,
      },
    ],
    trx
  )
}
