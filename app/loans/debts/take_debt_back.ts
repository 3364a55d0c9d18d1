import type { Actor } from '#app/audit/record_event'
import { row, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { recordLoan } from '#app/loans/actions/record_loan'
import { standingMovement, undoMovement } from '#app/loans/actions/undo_movement'
import { outstandingOf } from '#app/loans/queries/loan_state'
import { companiesOf, lockLoan } from '#app/loans/terms/loan'

/**
 * A debt that went into a loan is no more, for the payment that it arose from came back: its movement is written back with
 * its entries in both books, before the caller posts what came back. Where the loan was paid off meanwhile it stands, and what
 * came back is owed on the current account: nothing is owed below zero. Gives the loan that it was in; null where it was in none.
 */
export async function takeDebtBack(
  source: { type: string; id: number },
  { reason, actor }: { reason: string; actor: Actor },
  trx: Transaction
): Promise<number | null> {
  const found = await takenOf(source, trx)
  if (!found) return null
  const loan = await lockLoan(found.loanId, trx)
  const taken = await takenOf(source, trx)
  const movement = taken && (await standingMovement(taken.movementId, trx))
  if (!taken || !movement) return null
  if ((await outstandingOf(loan.id, trx)) < taken.amountMinor) {
    await recordLoan(loan, 'loan.taken_stays', actor, trx, {
      reason: `${formatAmount(taken.amountMinor, loan.currency)}: ${reason}`,
    })
    return null
  }
  await lockBooks(companiesOf(loan), trx)
  await undoMovement(loan, movement, { reason, actor }, trx)
  if (movement.groupKey !== null)
    await reverseBooks({ groupKey: movement.groupKey, reason, createdBy: actor.userId }, trx)
  return loan.id
}

const takenOf = (
  { type, id }: { type: string; id: number },
  trx: Transaction
): Promise<{ loanId: number; movementId: number; amountMinor: number } | null> =>
  row(
    `select loan_id, movement_id, amount_minor from loan_taken_debts where source_type = :type and source_id = :id and undone_by_id is null`,
    { type, id },
    trx
  )
