import { type Companies, companiesFilter, type Period } from '#app/accounts/queries/book_scope'
import { type CalendarDate, endOfMonth, startOfMonth } from '#app/kernel/calendar_date'
import { CHUNK_SIZE, type ListOf, type ListRequest } from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'

/** Digits of the code that a row stands for; `full` shows each account of each company. */
export const LEVELS = ['1', '2', '3', '4', 'full'] as const
export type Level = (typeof LEVELS)[number]

export type TrialBalanceRow = {
  id: string
  code: string
  name: string
  /** The company of the account; null where a row adds up several accounts. */
  site: string | null
  /** The one account behind the row, whose mayor explains it. */
  account_id: number | null
  opening: MoneyJson
  debit: MoneyJson
  credit: MoneyJson
  closing: MoneyJson
}

type Asked = { companies: Companies; period: Period; level: Level; codePrefix: string; text: string }

type Found = {
  key: string
  code: string
  name: string | null
  site: string | null
  accountId: number | null
  opening: number
  debit: number
  credit: number
  rowCount: number
  allOpening: number
  allDebit: number
  allCredit: number
}

/**
 * Balance de sumas y saldos of one company, several or the group, in euros: what each account carried into the period,
 * its debe and haber within it and what it carries out. Whole months come from their totals; only the lines of a month
 * that the period cuts are read, so that ten years cost no more than one. A row without any figure is left out.
 */
export async function trialBalance(asked: Asked, request: ListRequest): Promise<ListOf<TrialBalanceRow>> {
  const size = request.perPage === 'all' ? CHUNK_SIZE * 25 : request.perPage
  const { sql, bindings } = balanceQuery(asked)
  const found = await rows<Found>(
    `with ${sql}
     select *, count(*) over ()::int as row_count, sum(opening) over ()::bigint as all_opening,
            sum(debit) over ()::bigint as all_debit, sum(credit) over ()::bigint as all_credit
       from balances order by code, site limit :size offset :skip`,
    { ...bindings, size, skip: request.perPage === 'all' ? 0 : (request.page - 1) * size }
  )
  const [first] = found
  const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })
  return {
    rows: found.map((row) => ({
      id: row.key,
      code: row.code,
      name: row.name ?? row.code,
      site: row.site,
      account_id: row.accountId,
      opening: euros(row.opening),
      debit: euros(row.debit),
      credit: euros(row.credit),
      closing: euros(row.opening + row.debit - row.credit),
    })),
    page: request.perPage === 'all' ? 1 : request.page,
    perPage: request.perPage,
    total: first?.rowCount ?? 0,
    totalIsExact: true,
    sort: 'code',
    direction: 'asc',
    cursor: null,
    totals: {
      opening: [euros(first?.allOpening ?? 0)],
      debit: [euros(first?.allDebit ?? 0)],
      credit: [euros(first?.allCredit ?? 0)],
      closing: [euros((first?.allOpening ?? 0) + (first?.allDebit ?? 0) - (first?.allCredit ?? 0))],
    },
  }
}

function balanceQuery({ companies, period, level, codePrefix, text }: Asked) {
  const scope = companiesFilter(companies, 'a.site_id')
  const entryScope = companiesFilter(companies, 'e.site_id')
  const isFull = level === 'full'
  const digits = Number(level)
  const sql = `
    facts as (
      select t.account_id, t.month as on_day, t.debit_base as debit, t.credit_base as credit from account_month_totals t
        join ledger_accounts a on a.id = t.account_id
       where t.month <= :to::date and t.month <> all(:cutMonths::date[]) and ${scope.where.join(' and ')}
      union all
      select l.account_id, l.posted_on, greatest(l.base_minor, 0), greatest(-l.base_minor, 0)
        from unnest(:cutMonths::date[]) cut join journal_entries e on e.posted_on >= cut and e.posted_on < cut + interval '1 month'
        join journal_lines l on l.entry_id = e.id
       where l.posted_on <= :to::date and ${entryScope.where.join(' and ')}
    ),
    sums as (
      select account_id, coalesce(sum(debit - credit) filter (where on_day < :from::date), 0)::bigint as opening,
             coalesce(sum(debit) filter (where on_day >= :from::date), 0)::bigint as debit,
             coalesce(sum(credit) filter (where on_day >= :from::date), 0)::bigint as credit
        from facts group by account_id
    ),
    balances as (
      ${
        isFull
          ? `select a.id::text as key, a.code, a.name, s.code as site, a.id as account_id, x.opening, x.debit, x.credit
               from sums x join ledger_accounts a on a.id = x.account_id join sites s on s.id = a.site_id
              where (x.opening, x.debit, x.credit) <> (0, 0, 0)`
          : `select left(a.code, ${digits}) as key, left(a.code, ${digits}) as code, min(t.name) as name, null::text as site,
                    null::bigint as account_id, sum(x.opening)::bigint as opening, sum(x.debit)::bigint as debit, sum(x.credit)::bigint as credit
               from sums x join ledger_accounts a on a.id = x.account_id left join account_templates t on t.code = left(a.code, ${digits})
              where (x.opening, x.debit, x.credit) <> (0, 0, 0)`
      }
        and (:codePrefix = '' or a.code like :codePrefix || '%')
        and (:text = '' or f_unaccent(lower(a.code || ' ' || a.name)) like '%' || f_unaccent(lower(:text)) || '%')
      ${isFull ? '' : `group by left(a.code, ${digits})`}
    )`
  return {
    sql,
    bindings: {
      ...scope.bindings,
      ...entryScope.bindings,
      from: period.from,
      to: period.to,
      cutMonths: cutMonths(period),
      codePrefix,
      text: text.replace(/[\\%_]/g, '\\$&'),
    },
  }
}

/** Months that a period holds only in part: those must be read line by line. */
export function cutMonths({ from, to }: Period): CalendarDate[] {
  const months = new Set<CalendarDate>()
  if (from !== startOfMonth(from)) months.add(startOfMonth(from))
  if (to !== endOfMonth(to)) months.add(startOfMonth(to))
  return [...months]
}
