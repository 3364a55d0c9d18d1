import type { Actor } from '#app/audit/record_event'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { type Client, execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay, maxDay } from '#app/kernel/time/calendar_date'
import { recordLoan } from '#app/loans/actions/record_loan'
import { writeSchedule } from '#app/loans/actions/write_schedule'
import { interestStart } from '#app/loans/queries/loan_state'
import { refuseRate } from '#app/loans/terms/check_terms'
import { type Loan, lockLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

type Revision = { fromOn: CalendarDate; rate: string; source: string }

/**
 * A new rate from a day on (area 31): a new version of the instalments that nobody has paid; what was paid, is on its way or
 * settled keeps the old one. Throws at `rate`, at `from_on` for a day before the start or one that has a rate already.
 */
export function reviseRate(loanId: number, given: Revision, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    loanWorkflow.next(loan.status, 'revise_rate')
    refuseRate(given.rate, 'rate')
    const at = (message: string) => new DomainError('E_REVISION', message, { field: 'from_on' })
    if (given.fromOn <= loan.startOn) throw at('La revisión debe ser posterior al inicio.')
    if (loan.maturityOn !== null && given.fromOn >= loan.maturityOn)
      throw at('La revisión debe ser anterior al vencimiento.')
    await insertRevision(loan, given, actor, trx)
    if (loan.kind === 'term') await writeSchedule(loan, trx)
    await recordLoan(loan, 'loan.revise_rate', actor, trx, {
      reason: `${formatDay(given.fromOn)}: ${given.source}`,
      diff: { rate: [null, given.rate] },
    })
  })
}

async function insertRevision(loan: Loan, given: Revision, actor: Actor, trx: Transaction): Promise<void> {
  const effectiveOn = maxDay(given.fromOn, await firstFreeDay(loan, trx))
  try {
    await execute(
      `insert into loan_rate_revisions (loan_id, from_on, effective_on, rate, source, created_by) values (:loanId, :fromOn, :effectiveOn, :rate::numeric, :source, :userId)`,
      { ...given, loanId: loan.id, effectiveOn, userId: actor.userId },
      trx
    )
  } catch (error) {
    if (violatedConstraint(error) !== 'loan_rate_revisions_day') throw error
    throw new DomainError('E_REVISION', 'Ya hay una revisión de esa fecha.', {
      field: 'from_on',
      cause: error,
    })
  }
}

/** The day on which the first period begins that nothing was paid for, nor is about to be; of a balance the end of what was settled. */
async function firstFreeDay(loan: Loan, client?: Client): Promise<CalendarDate> {
  const { day } = await oneRow<{ day: CalendarDate | null }>(
    loan.kind === 'term'
      ? `select max(due_on) as day from loan_installments where loan_id = :id and replaced_in is null and total_minor > 0
            and (ordered_minor > 0 or paid_principal_minor + paid_interest_minor + paid_fee_minor > 0 or due_entry_id is not null)`
      : `select max(due_on) as day from loan_installments where loan_id = :id and replaced_in is null`,
    { id: loan.id },
    client
  )
  return day ?? interestStart(loan)
}
