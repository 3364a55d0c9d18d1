import { type Client, row } from '#app/kernel/database/sql'
import { divideRounded } from '#app/kernel/money/rational'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { balanceInterestOf, interestStart } from '#app/loans/queries/loan_state'
import { buildSchedule } from '#app/loans/schedule/build_schedule'
import { percentage } from '#app/loans/schedule/percentage'
import type { Loan } from '#app/loans/terms/loan'
import { earlyPaymentsOf, revisionsOf, scheduleTerms } from '#app/loans/terms/schedule_terms'

export type Running = {
  interestMinor: number
  withholdingMinor: number
  /** The last day until which interest was told before: a due day, or an early payment. */
  from: CalendarDate
}

/** Interest of a loan that has run since its last due day until a day (not included) and stands on no instalment. */
export async function runningInterest(loan: Loan, day: CalendarDate, client?: Client): Promise<Running> {
  return loan.kind === 'term' ? runningOfTerm(loan, day, client) : runningOfBalance(loan, day, client)
}

/** What an early payment of all that is owed would carry on that day. */
async function runningOfTerm(loan: Loan, day: CalendarDate, client?: Client): Promise<Running> {
  const none = { interestMinor: 0, withholdingMinor: 0, from: day }
  const terms = scheduleTerms(
    loan,
    await revisionsOf(loan.id, client),
    await earlyPaymentsOf(loan.id, client)
  )
  const planned = buildSchedule(terms)
  const next = planned.find(({ dueOn }) => dueOn > day)
  if (!next || day < loan.startOn || next.openingMinor === 0) return none
  const whole = {
    on: day,
    principalMinor: next.openingMinor,
    option: 'reduce_instalment',
  } as const
  const early = buildSchedule({ ...terms, earlyPayments: [...terms.earlyPayments, whole] }).findLast(
    ({ seq, dueOn }) => seq === null && dueOn === day
  )
  if (!early) return none
  return { interestMinor: early.interestMinor, withholdingMinor: early.withholdingMinor, from: day }
}

async function runningOfBalance(loan: Loan, day: CalendarDate, client?: Client): Promise<Running> {
  const last = await row<{ dueOn: CalendarDate }>(
    `select due_on from loan_installments where loan_id = :id and replaced_in is null order by due_on desc limit 1`,
    { id: loan.id },
    client
  )
  const from = last?.dueOn ?? interestStart(loan)
  if (from >= day) return { interestMinor: 0, withholdingMinor: 0, from }
  const interestMinor = await balanceInterestOf(loan, { from, to: day }, client)
  const { top, bottom } = percentage(loan.withholdingRate)
  const withholdingMinor = Number(divideRounded(BigInt(interestMinor) * top, bottom, 'half_away_from_zero'))
  return { interestMinor, withholdingMinor, from }
}
