import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { recordLoan } from '#app/loans/actions/record_loan'
import { outstandingOf, unpaidInterest } from '#app/loans/queries/loan_state'
import { type Loan, lockLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

/**
 * A locked loan of which nothing is owed any more is settled by itself: a term loan at once, a balance that could be drawn on
 * again only at its maturity. What was taken back opens it again.
 */
export async function endLoan(loan: Loan, actor: Actor, trx: Transaction): Promise<void> {
  const isOver = await isRepaid(loan, trx)
  if (loan.status === 'active' && isOver && isAtItsEnd(loan)) await move(loan, 'settle', today(), actor, trx)
  if (loan.status === 'settled' && !isOver) await move(loan, 'reopen', null, actor, trx)
}

/** «Liquidar» a balance that nobody will draw on again. Throws E_OWED while something is owed. */
export function closeBalance(loanId: number, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    if (loan.kind === 'term' || !(await isRepaid(loan, trx)))
      throw new DomainError('E_OWED', 'El préstamo tiene saldo o intereses pendientes: no se puede liquidar.')
    await move(loan, 'settle', today(), actor, trx)
  })
}

const isAtItsEnd = ({ kind, maturityOn }: Loan): boolean =>
  kind === 'term' || (maturityOn !== null && maturityOn <= today())

/** Nothing is owed, after something was lent. */
async function isRepaid(loan: Loan, trx: Transaction): Promise<boolean> {
  const { hasBegun, isOpen } = await oneRow<{ hasBegun: boolean; isOpen: boolean }>(
    `select exists (select 1 from loan_movements m where m.loan_id = :id and m.type in ('disbursement', 'withdrawal')
          and not exists (select 1 from loan_movements r where r.reverses_id = m.id)) as has_begun,
        exists (select 1 from loan_installments where loan_id = :id and replaced_in is null and status not in ('paid', 'offset'))
          or exists (select 1 from loan_payments where loan_id = :id and status = 'ordered') as is_open`,
    { id: loan.id },
    trx
  )
  if (!hasBegun || isOpen || (await outstandingOf(loan.id, trx)) !== 0) return false
  return loan.kind === 'term' || (await unpaidInterest(loan, today(), trx)) <= 0
}

async function move(
  loan: Loan,
  transition: 'settle' | 'reopen',
  settledOn: CalendarDate | null,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const to = loanWorkflow.next(loan.status, transition)
  await execute(
    `update loans set status = :to, settled_on = :settledOn, defaulted_on = null, lock_version = lock_version + 1 where id = :id`,
    { to, settledOn, id: loan.id },
    trx
  )
  await recordLoan(loan, `loan.${transition}`, actor, trx, { from: loan.status, to })
}
