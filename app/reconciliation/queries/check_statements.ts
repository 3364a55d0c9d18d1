import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type Statement = {
  id: number
  periodFrom: CalendarDate
  periodTo: CalendarDate
  openingMinor: number
  closingMinor: number
  movedMinor: number
  beforeMinor: number | null
  currency: string
}

export type StatementCheck = {
  from: string
  to: string
  opening: MoneyJson
  moved: MoneyJson
  closing: MoneyJson
  difference: MoneyJson
  /** The first statement that does not follow the one before it, or does not add up. */
  broken: { from: string; to: string; difference: MoneyJson; why: 'sum' | 'chain' } | null
}

const statementsMax = 5_000

/**
 * Opening balance, movements and closing balance of the last statement of an account, and the first one that breaks the
 * chain of all of them. Movements count on their day, whichever file brought them. Null while no statement tells balances.
 */
export async function checkStatements(bankAccountId: number): Promise<StatementCheck | null> {
  const statements = await rows<Statement>(
    `with told as (
       select s.id, s.period_from, s.period_to, s.opening_minor, s.closing_minor, s.currency,
              lag(s.closing_minor) over w as before_minor, lag(s.period_to) over w as before_to
         from bank_statements s where s.bank_account_id = :bankAccountId and s.opening_minor is not null and s.closing_minor is not null
          and s.period_from is not null and s.period_to is not null window w as (order by s.period_to, s.period_from, s.id)),
     days as (
       select booked_on, sum(amount_minor) as minor from bank_statement_lines where bank_account_id = :bankAccountId and status <> 'ignored' group by 1)
     select t.id, t.period_from, t.period_to, t.opening_minor, t.closing_minor, t.currency,
            case when t.before_to < t.period_from then t.before_minor end as before_minor,
            coalesce((select sum(d.minor) from days d where d.booked_on between t.period_from and t.period_to), 0)::bigint as moved_minor
       from told t order by t.period_to, t.period_from, t.id limit ${statementsMax}`,
    { bankAccountId }
  )
  const last = statements.at(-1)
  if (!last) return null
  const money = (minor: number) => ({ minor, currency: last.currency })
  return {
    from: last.periodFrom,
    to: last.periodTo,
    opening: money(last.openingMinor),
    moved: money(last.movedMinor),
    closing: money(last.closingMinor),
    difference: money(differenceOf(last)),
    broken: firstBroken(statements),
  }
}

const differenceOf = ({ openingMinor, movedMinor, closingMinor }: Statement) =>
  closingMinor - openingMinor - movedMinor

function firstBroken(statements: readonly Statement[]): StatementCheck['broken'] {
  for (const statement of statements) {
    const { beforeMinor, openingMinor, currency, periodFrom: from, periodTo: to } = statement
    const chain = beforeMinor === null ? 0 : openingMinor - beforeMinor
    const sum = differenceOf(statement)
    if (chain !== 0) return { from, to, difference: { minor: chain, currency }, why: 'chain' }
    if (sum !== 0) return { from, to, difference: { minor: sum, currency }, why: 'sum' }
  }
  return null
}
