import { type Actor, SYSTEM } from '#app/audit/record_event'
import { inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { divideRounded } from '#app/kernel/money/rational'
import { addMonths, type CalendarDate, formatDay, minDay } from '#app/kernel/time/calendar_date'
import { capitaliseInterest } from '#app/loans/actions/capitalise_interest'
import { recordLoan } from '#app/loans/actions/record_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { insertInstallments } from '#app/loans/actions/write_schedule'
import { balanceInterestOf, interestStart, outstandingOf } from '#app/loans/queries/loan_state'
import { percentage } from '#app/loans/schedule/percentage'
import { PERIOD_MONTHS } from '#app/loans/schedule/periods'
import { type Loan, lockLoan } from '#app/loans/terms/loan'

/** Nobody waits for more periods than this at once. */
const PERIODS_MAX = 600

export type SettledPeriods = { settled: number; problems: string[] }

/**
 * Interest of current accounts and credit lines at the end of each period (area 31): an instalment of it, rounded once; at
 * maturity the principal too. Once a period, and it catches up after a stop.
 */
export async function settlePeriods(day: CalendarDate): Promise<SettledPeriods> {
  const result: SettledPeriods = { settled: 0, problems: [] }
  const open = await rows<{ id: number; number: string }>(
    `select id, number from loans where status = 'active' and kind <> 'term' order by id`
  )
  for (const { id, number } of open) {
    try {
      result.settled += await settleOf(id, day)
    } catch (error) {
      if (!isDomainError(error)) throw error
      result.problems.push(`${number}: ${error.message}`)
    }
  }
  return result
}

/** One transaction a period: what was settled stays, whatever the next one says. */
async function settleOf(loanId: number, day: CalendarDate): Promise<number> {
  for (let settled = 0; ; settled++) {
    const isSettled = await inTransaction(async (trx) => {
      const loan = await lockLoan(loanId, trx)
      if (loan.status !== 'active') return false
      const period = await nextPeriod(loan, trx)
      if (period === null || period.to > day) return false
      await settlePeriod(loan, period, SYSTEM, trx)
      return true
    })
    if (!isSettled || settled >= PERIODS_MAX) return settled
  }
}

type Period = { seq: number; from: CalendarDate; to: CalendarDate; isLast: boolean }

/** The first period that is not settled; null after maturity. Its days are counted from the start of the loan. */
async function nextPeriod(loan: Loan, trx: Transaction): Promise<Period | null> {
  const last = await row<{ seq: number; dueOn: CalendarDate }>(
    `select seq, due_on from loan_installments where loan_id = :id and replaced_in is null order by seq desc limit 1`,
    { id: loan.id },
    trx
  )
  const from = last?.dueOn ?? interestStart(loan)
  const { maturityOn, periodicity } = loan
  if (maturityOn !== null && from >= maturityOn) return null
  const months = periodicity === null ? null : PERIOD_MONTHS[periodicity]
  const regular = months === null ? null : nextDay(loan.startOn, months, from)
  const to = regular === null ? maturityOn : maturityOn === null ? regular : minDay(regular, maturityOn)
  if (to === null) return null
  return { seq: (last?.seq ?? 0) + 1, from, to, isLast: to === maturityOn }
}

function nextDay(startOn: CalendarDate, months: number, from: CalendarDate): CalendarDate {
  for (let count = 1; ; count++) {
    const day = addMonths(startOn, months * count)
    if (day > from) return day
  }
}

/** One that no instalment of the same number had and lost again. */
async function freeVersion(loanId: number, trx: Transaction): Promise<number> {
  const { version } = await oneRow<{ version: number }>(
    `select coalesce(max(replaced_in), 1) as version from loan_installments where loan_id = :loanId`,
    { loanId },
    trx
  )
  return version
}

async function settlePeriod(loan: Loan, period: Period, actor: Actor, trx: Transaction): Promise<void> {
  const interestMinor = await balanceInterestOf(loan, period, trx)
  const owed = await outstandingOf(loan.id, trx)
  const { top, bottom } = percentage(loan.withholdingRate)
  const withholdingMinor = Number(divideRounded(BigInt(interestMinor) * top, bottom, 'half_away_from_zero'))
  const principalMinor = period.isLast ? owed : 0
  const feeMinor = period.seq === 1 ? loan.feeMinor : 0
  const installment = {
    seq: period.seq,
    dueOn: period.to,
    openingMinor: owed,
    principalMinor,
    interestMinor,
    feeMinor,
    withholdingMinor,
    totalMinor: principalMinor + interestMinor + feeMinor,
  }
  await insertInstallments(loan.id, await freeVersion(loan.id, trx), [installment], trx)
  await refreshInstallments({ loanId: loan.id, day: period.to }, trx)
  await recordLoan(loan, 'loan.interest_settled', actor, trx, {
    reason: `Del ${formatDay(period.from)} al ${formatDay(period.to)}: ${formatAmount(interestMinor, loan.currency)}`,
  })
  if (loan.capitalise && !period.isLast && interestMinor > 0)
    await capitaliseInterest(loan, { seq: period.seq, on: period.to }, actor, trx)
}
