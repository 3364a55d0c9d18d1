import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { givenReason } from '#app/kernel/text/given_reason'
import { recordLoan } from '#app/loans/actions/record_loan'
import { lockLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** «Anular» a draft, with the reason. */
export function cancelLoan(loanId: number, reason: string | null, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    const to = loanWorkflow.next(loan.status, 'cancel')
    await revokeDecisions('loan', loanId, trx)
    await execute(
      `update loans set status = :to, cancel_reason = :why, lock_version = lock_version + 1, updated_by = :userId where id = :loanId`,
      { to, why, loanId, userId: actor.userId },
      trx
    )
    await recordLoan(loan, 'loan.cancel', actor, trx, { from: loan.status, to, reason: why })
  })
}
