import type { Actor } from '#app/audit/record_event'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { addMonths, type CalendarDate } from '#app/kernel/time/calendar_date'
import { groupKeyOf, postBooks } from '#app/ledger/actions/post_books'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { writeMovement } from '#app/loans/actions/write_movement'
import { commonDay } from '#app/loans/postings/common_day'
import { loanBooks, NO_CHANGE } from '#app/loans/postings/loan_books'
import { companiesOf, type Loan } from '#app/loans/terms/loan'

/** Settled interest of a balance joins its principal, less what is withheld of it: no money moves. */
export async function capitaliseInterest(
  loan: Loan,
  { seq, on }: { seq: number; on: CalendarDate },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { id, interestMinor, withholdingMinor } = await oneRow<{
    id: number
    interestMinor: number
    withholdingMinor: number
  }>(
    `select id, interest_minor, withholding_minor from loan_installments where loan_id = :loanId and seq = :seq and replaced_in is null`,
    { loanId: loan.id, seq },
    trx
  )
  const principalMinor = interestMinor - withholdingMinor
  const isLong =
    loan.kind === 'credit_line' && loan.maturityOn !== null && loan.maturityOn > addMonths(on, 12)
  const longMinor = isLong ? principalMinor : 0
  const change = {
    ...NO_CHANGE,
    long: longMinor,
    short: principalMinor - longMinor,
    interest: -interestMinor,
    withholding: withholdingMinor,
  }
  const description = `Capitalización de intereses del préstamo ${loan.number}`
  const draft = {
    sourceType: 'loan',
    sourceId: loan.id,
    key: `capitalised:${seq}`,
    postedOn: await commonDay(companiesOf(loan), on, trx),
    books: await loanBooks({ loan, change, kind: 'loan.capitalisation', description }, trx),
    createdBy: actor.userId,
  }
  await writeMovement(
    loan.id,
    {
      type: 'capitalisation',
      valueOn: on,
      principalMinor,
      interestMinor: -interestMinor,
      feeMinor: 0,
      withholdingMinor,
      longMinor,
      idempotencyKey: `loan:${loan.id}:capitalised:${seq}`,
      groupKey: groupKeyOf(draft),
    },
    [{ installmentId: id, principalMinor: 0, interestMinor, feeMinor: 0, withholdingMinor }],
    actor,
    trx
  )
  await refreshInstallments({ loanId: loan.id, day: on }, trx)
  await postBooks(draft, trx)
}
