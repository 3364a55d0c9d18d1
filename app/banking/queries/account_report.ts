import { categoryText } from '#app/banking/movement_categories'
import { type ExchangeCost, exchangeCosts } from '#app/banking/queries/exchange_costs'
import { oneRow, rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Money in and out (both positive) of so many movements. */
export type Flow = { in: MoneyJson; out: MoneyJson; count: number }

export type AccountReport = {
  from: string
  to: string
  /** Null for a span that begins before what was read of the account. */
  opening: MoneyJson | null
  /** Null for a span that ends before it. */
  closing: MoneyJson | null
  total: Flow
  /** `2026-11`, the oldest first. */
  months: ({ month: string; fees: MoneyJson } & Flow)[]
  /** The provider's category where it has one, else the kind of the movement; what moved most first. */
  categories: ({ category: string } & Flow)[]
  /** Those with whom most was moved; the rest is one row, «Otros». */
  counterparties: ({ name: string } & Flow)[]
  /** What the provider charged: paid, positive. */
  fees: MoneyJson
  /** What exchanges cost against the reference rate of their day; empty where nothing was exchanged. */
  exchanges: ExchangeCost[]
  exchangeCost: MoneyJson
}

export type ReportOf = {
  accountId: number
  currency: string
  from: CalendarDate
  to: CalendarDate
}

type Sums = { inMinor: number; outMinor: number; count: number }

const COUNTERPARTIES_MAX = 30
const SUMS = `coalesce(sum(t.amount_minor) filter (where t.amount_minor > 0), 0)::bigint as in_minor,
  coalesce(-sum(t.amount_minor) filter (where t.amount_minor < 0), 0)::bigint as out_minor, count(*)::int as count`
const MOVED = `from provider_transactions t where t.provider_account_id = :accountId and t.status = 'booked' and t.booked_on between :from and :to`

/** What went in and out of an account between two days, booked movements only. */
export async function accountReport({ accountId, currency, from, to }: ReportOf): Promise<AccountReport> {
  const bindings = { accountId, from, to }
  const [balances, total, months, categories, counterparties, exchanges] = await Promise.all([
    readBalances(bindings),
    oneRow<Sums>(`select ${SUMS} ${MOVED}`, bindings),
    rows<Sums & { month: string; feeMinor: number }>(
      `select to_char(t.booked_on, 'YYYY-MM') as month, ${SUMS},
          coalesce(-sum(t.amount_minor) filter (where t.type = 'fee'), 0)::bigint as fee_minor ${MOVED} group by 1 order by 1`,
      bindings
    ),
    rows<Sums & { category: string }>(
      `select coalesce(nullif(t.category, ''), t.type) as category, ${SUMS} ${MOVED} group by 1 order by sum(abs(t.amount_minor)) desc, 1`,
      bindings
    ),
    readCounterparties(bindings),
    exchangeCosts({ accountId, currency, from, to }),
  ])
  const money = (minor: number): MoneyJson => ({ minor, currency })
  const flow = ({ inMinor, outMinor, count }: Sums): Flow => ({
    in: money(inMinor),
    out: money(outMinor),
    count,
  })
  return {
    from,
    to,
    opening: balances.openingMinor === null ? null : money(balances.openingMinor),
    closing: balances.closingMinor === null ? null : money(balances.closingMinor),
    total: flow(total),
    months: months.map(({ month, feeMinor, ...sums }) => ({ month, fees: money(feeMinor), ...flow(sums) })),
    categories: byText(categories).map(({ category, ...sums }) => ({ category, ...flow(sums) })),
    counterparties: counterparties.map(({ name, ...sums }) => ({ name, ...flow(sums) })),
    fees: money(months.reduce((sum, { feeMinor }) => sum + feeMinor, 0)),
    exchanges,
    exchangeCost: money(exchanges.reduce((sum, { cost }) => sum + (cost?.minor ?? 0), 0)),
  }
}

/** Codes that people call the same are one row, where the first of them stood. */
function byText(found: readonly (Sums & { category: string })[]): (Sums & { category: string })[] {
  const texts = Map.groupBy(found, ({ category }) => categoryText(category))
  return [...texts].map(([category, some]) => ({
    category,
    inMinor: some.reduce((sum, { inMinor }) => sum + inMinor, 0),
    outMinor: some.reduce((sum, { outMinor }) => sum + outMinor, 0),
    count: some.reduce((sum, { count }) => sum + count, 0),
  }))
}

type Span = { accountId: number; from: CalendarDate; to: CalendarDate }

/** What there was once so many booked movements since the account is read had moved, where the day is one of those. */
const balanceAfter = (movements: string, day: string) =>
  `case when a.read_from <= ${day} then (a.opening_minor + coalesce((select sum(t.amount_minor) from provider_transactions t
        where t.provider_account_id = a.id and t.status = 'booked' and t.booked_on >= a.read_from and ${movements}), 0))::bigint end`

const readBalances = (span: Span) =>
  oneRow<{ openingMinor: number | null; closingMinor: number | null }>(
    `select ${balanceAfter('t.booked_on < :from', ':from')} as opening_minor, ${balanceAfter('t.booked_on <= :to', ':to')} as closing_minor
       from provider_accounts a where a.id = :accountId`,
    span
  )

const readCounterparties = (span: Span) =>
  rows<Sums & { name: string }>(
    `with moved as (select coalesce(nullif(btrim(t.counterparty_name), ''), 'Sin contraparte') as name, t.amount_minor ${MOVED}),
      ranked as (select name, row_number() over (order by sum(abs(amount_minor)) desc, name) as place from moved group by name)
     select case when r.place <= ${COUNTERPARTIES_MAX} then t.name else 'Otros' end as name, ${SUMS}
       from moved t join ranked r on r.name = t.name group by 1 order by min(least(r.place, ${COUNTERPARTIES_MAX} + 1))`,
    span
  )
