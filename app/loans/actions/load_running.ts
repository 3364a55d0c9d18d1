import type { Actor } from '#app/audit/record_event'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { addMonths, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { endLoan } from '#app/loans/actions/end_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { writeMovement } from '#app/loans/actions/write_movement'
import { type Loan, lockLoan } from '#app/loans/terms/loan'

type Paid = {
  id: number
  seq: number
  dueOn: CalendarDate
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
}

/**
 * A loan that ran before it was entered: what was lent, and the instalments that fell due until the day of its opening
 * balances as paid. Nothing is posted, for those balances hold it in both books.
 */
export async function loadRunning(loan: Loan, actor: Actor, trx: Transaction): Promise<void> {
  const { loadedOn } = loan
  if (loadedOn === null) throw new Error('A loan that did not run before')
  if (loan.kind === 'term') await loadTerm(loan, loadedOn, actor, trx)
  else await loadBalance(loan, loadedOn, actor, trx)
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  await endLoan(await lockLoan(loan.id, trx), actor, trx)
}

async function loadTerm(loan: Loan, loadedOn: CalendarDate, actor: Actor, trx: Transaction): Promise<void> {
  const installments = await rows<Paid>(
    `select id, seq, due_on, principal_minor, interest_minor, fee_minor, withholding_minor from loan_installments
      where loan_id = :id and replaced_in is null order by seq`,
    { id: loan.id },
    trx
  )
  const limit = addMonths(loadedOn, 12)
  const longMinor = installments
    .filter(({ dueOn }) => dueOn > limit)
    .reduce((sum, { principalMinor }) => sum + principalMinor, 0)
  const principalMinor = loan.principalMinor ?? 0
  await opening(loan, { valueOn: loan.startOn, principalMinor, longMinor }, actor, trx)
  for (const { seq, dueOn, id, ...paid } of installments) {
    if (dueOn > loadedOn || paid.principalMinor + paid.interestMinor + paid.feeMinor === 0) continue
    await writeMovement(
      loan.id,
      {
        type: 'payment',
        valueOn: dueOn,
        principalMinor: -paid.principalMinor,
        interestMinor: -paid.interestMinor,
        feeMinor: paid.feeMinor,
        withholdingMinor: paid.withholdingMinor,
        longMinor: 0,
        isOpening: true,
        idempotencyKey: `loan:${loan.id}:loaded:${seq}`,
        groupKey: null,
        note: NOTE,
      },
      [{ installmentId: id, ...paid }],
      actor,
      trx
    )
  }
}

async function loadBalance(
  loan: Loan,
  loadedOn: CalendarDate,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const principalMinor = loan.loadedMinor ?? 0
  if (principalMinor === 0) return
  const isLong =
    loan.kind === 'credit_line' && loan.maturityOn !== null && loan.maturityOn > addMonths(loadedOn, 12)
  await opening(
    loan,
    { valueOn: loadedOn, principalMinor, longMinor: isLong ? principalMinor : 0 },
    actor,
    trx
  )
}

const NOTE = 'Carga inicial: en los saldos de apertura'

function opening(
  loan: Loan,
  lent: { valueOn: CalendarDate; principalMinor: number; longMinor: number },
  actor: Actor,
  trx: Transaction
): Promise<number> {
  return writeMovement(
    loan.id,
    {
      ...lent,
      type: 'disbursement',
      interestMinor: 0,
      feeMinor: 0,
      withholdingMinor: 0,
      isOpening: true,
      idempotencyKey: `loan:${loan.id}:loaded:0`,
      groupKey: null,
      note: NOTE,
    },
    [],
    actor,
    trx
  )
}
