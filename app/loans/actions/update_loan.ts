import { type Actor, changedFields } from '#app/audit/record_event'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { recordLoan, refuseStale } from '#app/loans/actions/record_loan'
import { type Loan, lockLoan } from '#app/loans/terms/loan'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** What of a loan may be changed at any time: where it is settled, whether it pays by itself, and why its rate is the market’s. */
export type LoanData = {
  lenderAccountId: number | null
  borrowerAccountId: number | null
  autoPay: boolean
  marketRateNote: string | null
}

/** Saves the data of a loan. Throws E_STALE, and at the account that is not of its company. */
export function updateLoan(
  loanId: number,
  { lockVersion, ...data }: LoanData & { lockVersion: number },
  actor: Actor
): Promise<void> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    refuseStale(loan, lockVersion)
    if (loan.status === 'cancelled')
      throw new DomainError('E_ENDED', 'El préstamo está anulado: no se modifica.', { field: 'form' })
    await refuseAccount(data.borrowerAccountId, loan.borrowerSiteId, 'borrower_account_id', trx)
    await refuseAccount(data.lenderAccountId, loan.lenderSiteId, 'lender_account_id', trx)
    await execute(
      `update loans set lender_account_id = :lenderAccountId, borrower_account_id = :borrowerAccountId, auto_pay = :autoPay, market_rate_note = :marketRateNote,
          lock_version = lock_version + 1, updated_by = :userId where id = :loanId`,
      { ...data, loanId, userId: actor.userId },
      trx
    )
    const after = await lockLoan(loanId, trx)
    if (loan.status === 'draft' && after.fingerprint !== loan.fingerprint)
      await revokeDecisions('loan', loanId, trx)
    const diff = changedFields(told(loan), told(after))
    if (diff) await recordLoan(loan, 'loan.updated', actor, trx, { diff })
  })
}

async function refuseAccount(
  accountId: number | null,
  siteId: number | null,
  field: string,
  trx: Transaction
): Promise<void> {
  if (accountId === null) return
  const found = await row(
    `select 1 as found from bank_accounts where id = :accountId and site_id = :siteId and status = 'active'`,
    { accountId, siteId },
    trx
  )
  if (!found) throw new DomainError('E_ACCOUNT', 'Elija una cuenta activa de la empresa.', { field })
}

const told = (loan: Loan): Record<string, unknown> => ({
  lender_account: loan.lenderAccountId,
  borrower_account: loan.borrowerAccountId,
  auto_pay: loan.autoPay,
  market_rate_note: loan.marketRateNote,
})
