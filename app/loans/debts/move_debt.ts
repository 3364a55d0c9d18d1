import type { Actor } from '#app/audit/record_event'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { groupLine } from '#app/ledger/actions/group_account'
import { groupKeyOf, type PostedBooks, postBooks } from '#app/ledger/actions/post_books'
import { entryText } from '#app/ledger/journal_draft'
import { endLoan } from '#app/loans/actions/end_loan'
import { recordLoan } from '#app/loans/actions/record_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { writeMovement } from '#app/loans/actions/write_movement'
import { lentLong, repaidLong } from '#app/loans/payments/settle_payment'
import { commonDay } from '#app/loans/postings/common_day'
import { type CashLine, type CashSides, loanBooks, NO_CHANGE } from '#app/loans/postings/loan_books'
import { companiesOf, type Loan, lockLoan } from '#app/loans/terms/loan'

/** The document that a debt arose from and what people call it; null for what stands on the current account. */
export type DebtOrigin = { type: string; id: number; number: string } | null

type MovedDebt = {
  /** Cents that the loan is owed more (+) or less (−). */
  principalMinor: number
  valueOn: CalendarDate
  source: DebtOrigin
  actor: Actor
}

/**
 * Moves a debt between the current account of two companies (5523) and a locked loan of theirs, in both books, whose locks
 * the caller holds. No money moves. The last step of its transaction.
 */
export async function moveDebt(
  loan: Loan,
  { principalMinor, valueOn, source, actor }: MovedDebt,
  trx: Transaction
): Promise<PostedBooks> {
  const longMinor =
    principalMinor > 0
      ? Math.min(principalMinor, await lentLong(loan, valueOn, principalMinor, trx))
      : -(await repaidLong(loan.id, -principalMinor, trx))
  const postedOn = await commonDay(companiesOf(loan), valueOn, trx)
  const name = source?.number ?? 'Saldo en cuenta corriente'
  const draft = {
    sourceType: 'loan',
    sourceId: loan.id,
    key: `taken:${await timesTaken(loan.id, trx)}`,
    postedOn,
    books: await loanBooks(
      {
        loan,
        change: { ...NO_CHANGE, long: longMinor, short: principalMinor - longMinor },
        cash: await currentSides(loan, name, trx),
        kind: 'loan.taken',
        description: entryText(
          principalMinor > 0
            ? `${name}: registrado en el préstamo ${loan.number}`
            : `${name}: descontado del préstamo ${loan.number}`,
          valueOn,
          postedOn
        ),
      },
      trx
    ),
    createdBy: actor.userId,
  }
  const movementId = await writeMovement(
    loan.id,
    {
      type: principalMinor > 0 ? 'withdrawal' : 'payment',
      valueOn,
      principalMinor,
      interestMinor: 0,
      feeMinor: 0,
      withholdingMinor: 0,
      longMinor,
      idempotencyKey: `loan:${loan.id}:${draft.key}`,
      groupKey: groupKeyOf(draft),
      note: name,
    },
    [],
    actor,
    trx
  )
  await execute(
    `insert into loan_taken_debts (loan_id, source_type, source_id, amount_minor, movement_id, created_by)
     values (:loanId, :type, :sourceId, :principalMinor, :movementId, :userId)`,
    {
      loanId: loan.id,
      type: source?.type ?? null,
      sourceId: source?.id ?? null,
      principalMinor,
      movementId,
      userId: actor.userId,
    },
    trx
  )
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  await recordLoan(loan, 'loan.taken', actor, trx, {
    reason: `${name}: ${formatAmount(principalMinor, loan.currency)}`,
  })
  if (principalMinor < 0) await endLoan(await lockLoan(loan.id, trx), actor, trx)
  return postBooks(draft, trx)
}

/** The loan is locked: nobody else takes the same number. */
async function timesTaken(loanId: number, trx: Transaction): Promise<number> {
  const { times } = await oneRow<{ times: number }>(
    `select count(*)::int + 1 as times from loan_taken_debts where loan_id = :loanId`,
    { loanId },
    trx
  )
  return times
}

/** Where other debts have their money, these have the current account of the two companies. */
async function currentSides(
  { lenderSiteId, borrowerSiteId, number }: Loan,
  memo: string,
  trx: Transaction
): Promise<CashSides> {
  if (lenderSiteId === null) throw new Error(`${number} is a bank's: it has no current account with us`)
  const line = async (siteId: number, partnerId: number): Promise<CashLine> => {
    const { amountMinor: _, ...rest } = await groupLine(
      { siteId, partnerId, role: 'intercompany_current', amountMinor: 0 },
      trx
    )
    return { ...rest, memo }
  }
  return {
    lender: await line(lenderSiteId, borrowerSiteId),
    borrower: await line(borrowerSiteId, lenderSiteId),
  }
}
