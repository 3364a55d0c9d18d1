import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import {
  addDays,
  type CalendarDate,
  daysBetween,
  endOfMonth,
  formatDay,
  maxDay,
} from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import { groupKeyOf, postBooks } from '#app/ledger/actions/post_books'
import { recordLoan } from '#app/loans/actions/record_loan'
import { commonDay } from '#app/loans/postings/common_day'
import { type LoanChange, loanBooks, NO_CHANGE } from '#app/loans/postings/loan_books'
import {
  dueBeyondYear,
  interestStart,
  interestUntil,
  longOf,
  outstandingOf,
} from '#app/loans/queries/loan_state'
import { companiesOf, type Loan, lockLoan } from '#app/loans/terms/loan'

/**
 * The end of a month of a loan (area 31): the interest that ran in it is booked, and principal that falls due within a year
 * moves to the accounts of short term. Once a month; where its month is closed, on the first day that is open in both books,
 * and said so. False where the month was done before.
 */
export function closeMonth(loanId: number, month: CalendarDate): Promise<boolean> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    const done = await row(
      `select 1 as found from loan_accruals where loan_id = :loanId and period = :month`,
      { loanId, month },
      trx
    )
    if (done) return false
    await accrue(loan, month, trx)
    await reclassify(loan, month, trx)
    return true
  })
}

async function accrue(loan: Loan, month: CalendarDate, trx: Transaction): Promise<void> {
  const end = endOfMonth(month)
  const interestMinor = (await interestUntil(loan, addDays(end, 1), trx)) - (await recognised(loan, trx))
  const postedOn = await commonDay(companiesOf(loan), end, trx)
  const change = { ...NO_CHANGE, interest: interestMinor, expense: interestMinor }
  const draft = await draftOf(loan, { month, event: 'accrual', postedOn, change }, trx)
  await execute(
    `insert into loan_accruals (loan_id, period, days, base_minor, interest_minor, posted_on, group_key)
     values (:loanId, :month, :days, :baseMinor, :interestMinor, :postedOn, :groupKey)`,
    {
      loanId: loan.id,
      month,
      days: Math.max(0, daysBetween(maxDay(month, interestStart(loan)), addDays(end, 1))),
      baseMinor: await outstandingOf(loan.id, trx),
      interestMinor,
      postedOn,
      groupKey: interestMinor === 0 ? null : groupKeyOf(draft),
    },
    trx
  )
  if (interestMinor === 0) return
  const late = postedOn === end ? '' : `, el ${formatDay(postedOn)} porque el periodo estaba cerrado`
  await recordLoan(loan, 'loan.accrued', SYSTEM, trx, {
    reason: `${monthText(month)}: ${formatAmount(interestMinor, loan.currency)}${late}`,
  })
  await postBooks(draft, trx)
}

/** Interest that the books have: what month ends booked, and what the opening balances held of a loan that ran before. */
async function recognised(loan: Loan, trx: Transaction): Promise<number> {
  const { accrued } = await oneRow<{ accrued: number }>(
    `select coalesce(sum(interest_minor), 0)::bigint as accrued from loan_accruals where loan_id = :id`,
    { id: loan.id },
    trx
  )
  if (loan.loadedOn === null || loan.kind !== 'term') return accrued
  return accrued + (await interestUntil(loan, addDays(loan.loadedOn, 1), trx))
}

async function reclassify(loan: Loan, month: CalendarDate, trx: Transaction): Promise<void> {
  if (loan.kind === 'current_account') return
  const end = endOfMonth(month)
  const moved = (await longOf(loan.id, trx)) - (await dueBeyondYear(loan, end, trx))
  if (moved === 0) return
  const postedOn = await commonDay(companiesOf(loan), end, trx)
  const change = { ...NO_CHANGE, long: -moved, short: moved }
  const draft = await draftOf(loan, { month, event: 'reclassification', postedOn, change }, trx)
  await execute(
    `insert into loan_reclassifications (loan_id, period, moved_minor, posted_on, group_key) values (:loanId, :month, :moved, :postedOn, :groupKey)`,
    { loanId: loan.id, month, moved, postedOn, groupKey: groupKeyOf(draft) },
    trx
  )
  await postBooks(draft, trx)
}

type MonthEnd = {
  month: CalendarDate
  event: 'accrual' | 'reclassification'
  postedOn: CalendarDate
  change: LoanChange
}

const TITLES = { accrual: 'Intereses devengados', reclassification: 'Reclasificación a corto plazo' }

async function draftOf(loan: Loan, { month, event, postedOn, change }: MonthEnd, trx: Transaction) {
  const description = `${TITLES[event]} de ${monthText(month)}, préstamo ${loan.number}`
  return {
    sourceType: 'loan',
    sourceId: loan.id,
    key: `${event}:${month.slice(0, 7)}`,
    postedOn,
    books: await loanBooks({ loan, change, kind: `loan.${event}`, description }, trx),
    createdBy: null,
  }
}
