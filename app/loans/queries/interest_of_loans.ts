import { rows } from '#app/kernel/database/sql'
import { divideRounded } from '#app/kernel/money/rational'
import { addDays, type CalendarDate, daysBetween } from '#app/kernel/time/calendar_date'
import { balanceInterest } from '#app/loans/interest/balance_interest'
import type { DayCount } from '#app/loans/schedule/day_count'
import type { RateRevision } from '#app/loans/schedule/terms'

/** Interest of each of these loans that ran until the end of a day and nobody had paid by then, in cents; by a few statements for all. */
export async function interestOfLoans(
  loanIds: readonly number[],
  day: CalendarDate
): Promise<Map<number, number>> {
  const [ofTerms, ofBalances, paid] = await Promise.all([
    runOfTerms(loanIds, day),
    runOfBalances(loanIds, day),
    paidUntil(loanIds, day),
  ])
  return new Map(
    loanIds.map((id) => [id, (ofTerms.get(id) ?? 0) + (ofBalances.get(id) ?? 0) - (paid.get(id) ?? 0)])
  )
}

type Term = {
  loanId: number
  done: number
  previous: CalendarDate | null
  startOn: CalendarDate
  next: CalendarDate | null
  nextMinor: number | null
}

/** What fell due, and the share of its days of what is running. */
async function runOfTerms(loanIds: readonly number[], day: CalendarDate): Promise<Map<number, number>> {
  const until = addDays(day, 1)
  const found = await rows<Term>(
    `with told as (
       select i.loan_id, i.due_on as day, i.interest_minor from loan_installments i where i.replaced_in is null and i.loan_id = any(:ids::bigint[])
       union all
       select m.loan_id, m.value_on, m.early_interest_minor from loan_movements m where m.early_option is not null and m.reverses_id is null and m.loan_id = any(:ids::bigint[])
          and not exists (select 1 from loan_movements r where r.reverses_id = m.id))
     select l.id as loan_id, l.start_on, coalesce(sum(t.interest_minor) filter (where t.day <= :until), 0)::bigint as done, max(t.day) filter (where t.day <= :until) as previous,
        min(t.day) filter (where t.day > :until) as next, (array_agg(t.interest_minor order by t.day) filter (where t.day > :until))[1] as next_minor
       from loans l join told t on t.loan_id = l.id where l.kind = 'term' and l.id = any(:ids::bigint[]) group by l.id, l.start_on`,
    { ids: [...loanIds], until }
  )
  return new Map(found.map((term) => [term.loanId, term.done + runningOf(term, until)]))
}

function runningOf({ previous, startOn, next, nextMinor }: Term, until: CalendarDate): number {
  const from = previous ?? startOn
  if (next === null || nextMinor === null || until <= from) return 0
  return Number(
    divideRounded(
      BigInt(nextMinor) * BigInt(daysBetween(from, until)),
      BigInt(daysBetween(from, next)),
      'half_away_from_zero'
    )
  )
}

type Balance = {
  id: number
  rate: string
  dayCount: DayCount
  interestFrom: CalendarDate
  settledMinor: number
  settledOn: CalendarDate | null
  movements: { on: CalendarDate; amountMinor: number }[]
  revisions: RateRevision[]
}

/** What was settled of balances, and what has run on them since. */
async function runOfBalances(loanIds: readonly number[], day: CalendarDate): Promise<Map<number, number>> {
  const until = addDays(day, 1)
  const found = await rows<Balance>(
    `select l.id, l.rate::text as rate, l.day_count, coalesce(l.loaded_on, l.start_on) as interest_from,
        coalesce((select sum(i.interest_minor) from loan_installments i where i.loan_id = l.id and i.replaced_in is null and i.due_on <= :until), 0)::bigint as settled_minor,
        (select max(i.due_on) from loan_installments i where i.loan_id = l.id and i.replaced_in is null and i.due_on <= :until) as settled_on,
        coalesce((select jsonb_agg(jsonb_build_object('on', m.value_on, 'amountMinor', m.principal_minor)) from loan_movements m where m.loan_id = l.id), '[]') as movements,
        coalesce((select jsonb_agg(jsonb_build_object('from', r.effective_on, 'annualRate', r.rate::text) order by r.from_on) from loan_rate_revisions r where r.loan_id = l.id), '[]') as revisions
       from loans l where l.kind <> 'term' and l.id = any(:ids::bigint[])`,
    { ids: [...loanIds], until }
  )
  return new Map(
    found.map((balance) => {
      const from = balance.settledOn ?? balance.interestFrom
      const { interestMinor } = balanceInterest({ ...balance, annualRate: balance.rate, from, to: until })
      return [balance.id, balance.settledMinor + interestMinor]
    })
  )
}

async function paidUntil(loanIds: readonly number[], day: CalendarDate): Promise<Map<number, number>> {
  const found = await rows<{ loanId: number; minor: number }>(
    `select loan_id, -sum(interest_minor)::bigint as minor from loan_movements where loan_id = any(:ids::bigint[]) and value_on <= :day group by 1`,
    { ids: [...loanIds], day }
  )
  return new Map(found.map(({ loanId, minor }) => [loanId, minor]))
}
