import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { groupKeyOf, postBooks } from '#app/ledger/actions/post_books'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { writeMovement } from '#app/loans/actions/write_movement'
import { bankLine } from '#app/loans/postings/cash_lines'
import { commonDay } from '#app/loans/postings/common_day'
import { loanBooks, NO_CHANGE } from '#app/loans/postings/loan_books'
import { dueBeyondYear } from '#app/loans/queries/loan_state'
import type { Loan } from '#app/loans/terms/loan'

/**
 * A bank has paid a loan out: the borrower’s book alone, on the account it came to, where the movement of the bank is matched
 * with it.
 */
export async function receiveBankLoan(loan: Loan, actor: Actor, trx: Transaction): Promise<void> {
  const { principalMinor, borrowerAccountId, startOn } = loan
  if (principalMinor === null || borrowerAccountId === null)
    throw new Error('A loan of a bank without amount or account')
  const longMinor = await dueBeyondYear(loan, startOn, trx)
  const change = { ...NO_CHANGE, long: longMinor, short: principalMinor - longMinor }
  const cash = { lender: null, borrower: await bankLine(borrowerAccountId, trx) }
  const description = `Disposición del préstamo ${loan.number} de ${loan.lenderName ?? ''}`.slice(0, 250)
  const draft = {
    sourceType: 'loan',
    sourceId: loan.id,
    key: 'received:1',
    postedOn: await commonDay([loan.borrowerSiteId], startOn, trx),
    books: await loanBooks({ loan, change, cash, kind: 'loan.disbursement', description }, trx),
    createdBy: actor.userId,
  }
  await writeMovement(
    loan.id,
    {
      type: 'disbursement',
      valueOn: startOn,
      principalMinor,
      interestMinor: 0,
      feeMinor: 0,
      withholdingMinor: 0,
      longMinor,
      idempotencyKey: `loan:${loan.id}:received:1`,
      groupKey: groupKeyOf(draft),
    },
    [],
    actor,
    trx
  )
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  await postBooks(draft, trx)
}
