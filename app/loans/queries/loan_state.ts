import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, type CalendarDate } from '#app/kernel/time/calendar_date'
import { accruedUntil, spansOf } from '#app/loans/interest/accrued'
import { balanceInterest } from '#app/loans/interest/balance_interest'
import type { Loan } from '#app/loans/terms/loan'
import { revisionsOf } from '#app/loans/terms/schedule_terms'

/** SQL: what is owed of a loan until a day, in cents; over two columns or bindings. */
export const outstandingSql = (loan: string, day: string): string =>
  `(select coalesce(sum(owed.principal_minor), 0)::bigint from loan_movements owed where owed.loan_id = ${loan} and owed.value_on <= ${day})`

/** What is owed of a loan, whatever the day of its movements. */
export async function outstandingOf(loanId: number, client?: Client): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(principal_minor), 0)::bigint as minor from loan_movements where loan_id = :loanId`,
    { loanId },
    client
  )
  return minor
}

/** How much of it stands on the accounts of long term. */
export async function longOf(loanId: number, client?: Client): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select (coalesce((select sum(long_minor) from loan_movements where loan_id = :loanId), 0)
        - coalesce((select sum(moved_minor) from loan_reclassifications where loan_id = :loanId), 0))::bigint as minor`,
    { loanId },
    client
  )
  return minor
}

/** Interest of a loan that has run from its start until a day (not included), paid or not. */
export function interestUntil(loan: Loan, day: CalendarDate, client?: Client): Promise<number> {
  return loan.kind === 'term' ? interestOfTerm(loan, day, client) : interestOfBalance(loan, day, client)
}

async function interestOfTerm(loan: Loan, day: CalendarDate, client?: Client): Promise<number> {
  const found = await rows<{ on: CalendarDate; interestMinor: number }>(
    `select due_on as "on", interest_minor from loan_installments where loan_id = :id and replaced_in is null
     union all
     select m.value_on, m.early_interest_minor from loan_movements m where m.loan_id = :id and m.early_option is not null and m.reverses_id is null
        and not exists (select 1 from loan_movements r where r.reverses_id = m.id)
      order by 1`,
    { id: loan.id },
    client
  )
  return accruedUntil(spansOf(loan.startOn, found), day)
}

/** What was settled, and what has run since on the balance. */
async function interestOfBalance(loan: Loan, day: CalendarDate, client?: Client): Promise<number> {
  const settled = await rows<{ dueOn: CalendarDate; interestMinor: number }>(
    `select due_on, interest_minor from loan_installments where loan_id = :id and replaced_in is null order by due_on`,
    { id: loan.id },
    client
  )
  const before = settled.filter(({ dueOn }) => dueOn <= day)
  const from = before.at(-1)?.dueOn ?? interestStart(loan)
  const running = await balanceInterestOf(loan, { from, to: day }, client)
  return before.reduce((sum, { interestMinor }) => sum + interestMinor, 0) + running
}

/** The first day that the balance of a loan carries interest on here: what ran before it was entered is in the opening balances. */
export const interestStart = ({ loadedOn, startOn }: Pick<Loan, 'loadedOn' | 'startOn'>): CalendarDate =>
  loadedOn ?? startOn

/** Interest of a current account or a credit line over some days, by its movements and rates. */
export async function balanceInterestOf(
  loan: Loan,
  { from, to }: { from: CalendarDate; to: CalendarDate },
  client?: Client
): Promise<number> {
  const movements = await rows<{ on: CalendarDate; amountMinor: number }>(
    `select value_on as "on", sum(principal_minor)::bigint as amount_minor from loan_movements where loan_id = :id group by 1 order by 1`,
    { id: loan.id },
    client
  )
  const revisions = await revisionsOf(loan.id, client)
  return balanceInterest({ annualRate: loan.rate, revisions, dayCount: loan.dayCount, movements, from, to })
    .interestMinor
}

/** Principal of a loan that falls due later than a year after a day: what stands on the accounts of long term then. */
export async function dueBeyondYear(loan: Loan, day: CalendarDate, client?: Client): Promise<number> {
  const limit = addMonths(day, 12)
  if (loan.kind === 'current_account') return 0
  if (loan.kind === 'credit_line') {
    return loan.maturityOn !== null && loan.maturityOn > limit ? outstandingOf(loan.id, client) : 0
  }
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(principal_minor - paid_principal_minor), 0)::bigint as minor from loan_installments
      where loan_id = :id and replaced_in is null and due_on > :limit`,
    { id: loan.id, limit },
    client
  )
  return minor
}

/** Interest that ran until the end of a day and nobody has paid, in cents: due or not. */
export async function unpaidInterest(loan: Loan, day: CalendarDate, client?: Client): Promise<number> {
  const { paid } = await oneRow<{ paid: number }>(
    `select -coalesce(sum(interest_minor), 0)::bigint as paid from loan_movements where loan_id = :id`,
    { id: loan.id },
    client
  )
  return (await interestUntil(loan, addDays(day, 1), client)) - paid
}
