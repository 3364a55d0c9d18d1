import { type Companies, companiesFilter, type Period } from '#app/books/queries/book_scope'
import {
  addDays,
  addMonths,
  type CalendarDate,
  endOfMonth,
  minDay,
  startOfMonth,
} from '#app/kernel/time/calendar_date'

/**
 * Whether the entries that close the year count: an accountant reads a closed year as it was before them, because after
 * them every account is at zero.
 */
export type Closing = 'before' | 'after'

export type SumsAsked = {
  companies: Companies
  period: Period
  closing: Closing
  /** Ledger accounts that the reader may not look into: they are in no sum. */
  hidden: readonly number[]
  /** What else the accounts `a` must be, as SQL over constants and the given bindings. */
  wanted?: { sql: string; bindings: Record<string, unknown> }
  /** `few` accounts are reached one by one, `all` of a company by its days. */
  reach: 'few' | 'all'
}

/** Accounts of a year's income and expense (Plan General de Contabilidad, groups 6 to 9): each fiscal year they begin at zero. */
export const isResultCode = (code: string): string => `${code} ~ '^[6-9]'`

/**
 * The CTEs `wanted` (postable accounts) and `sums` (their id and code, debit, credit, closing, previous) of a period, in
 * euros: debe and haber within it, the balance at its end and at the end of the same days of the year before. A balance
 * is the held one less what came later, so that ten years of history cost no more than one; whole months come from their
 * totals, and only the lines of a month that an end cuts are read. Before the close, the regularización and cierre of an
 * end's own day are left out.
 *
 * Income and expense begin each fiscal year of their company at zero, closed or not (docs/decisions/0056): what years without
 * a close left on them is in `carried_*`, and what a year that ends within the period leaves counts on its last day as its
 * regularización would. `unclosedResults` has the other side of it.
 */
export function accountSums({ companies, period, closing, hidden, wanted, reach }: SumsAsked) {
  const scope = companiesFilter(companies, 'a.site_id')
  const unseen = hidden.length === 0 ? [] : ['a.id <> all(:hiddenLedgerIds::bigint[])']
  const conditions = [...scope.where, 'a.is_postable', ...unseen, ...(wanted ? [wanted.sql] : [])]
  const before = yearBefore(period).to
  const cut = cutMonths(period, before)
  const isWhole = companies === 'all' && !wanted && hidden.length === 0
  const sql = `
    wanted as (select a.id, a.site_id, a.code from ledger_accounts a where ${conditions.join(' and ')}),
    ${yearTurns(companies)},
    results as (select w.id as account_id, g.* from wanted w join begun g on g.site_id = w.site_id where ${isResultCode('w.code')}),
    facts as (
      select t.account_id, t.month as on_day, t.debit_base as debit, t.credit_base as credit, false as is_undone
        from ${isWhole ? 'account_month_totals t' : 'wanted w join account_month_totals t on t.account_id = w.id'}
       where t.month >= least(:firstMonth::date, (select min(day) from turns)) and t.month <> all(:cutMonths::date[])
      ${cut.length > 0 ? `union all ${cutLines(companies, reach)}` : ''}
      ${closing === 'before' ? `union all ${closingLines(companies)}` : ''}
    ),
    moved as (
      select f.account_id,
             sum(case when is_undone then -debit else debit end) filter (where ${IN_PERIOD}) as debit,
             sum(case when is_undone then -credit else credit end) filter (where ${IN_PERIOD}) as credit,
             sum(debit - credit) filter (where on_day > :to::date and not is_undone or on_day = :to::date and is_undone) as later,
             sum(debit - credit) filter (where on_day > :before::date and not is_undone or on_day = :before::date and is_undone) as since,
             ${['starting', 'ending', 'earlier'].map((turn) => `sum(debit - credit) filter (where on_day >= r.${turn} and not is_undone) as since_${turn}`).join(', ')}
        from facts f left join results r on r.account_id = f.account_id group by f.account_id),
    turned as (
      select w.id as account_id, w.site_id, t.day, -sum(f.debit - f.credit) as minor
        from turns t join wanted w on w.site_id = t.site_id and ${isResultCode('w.code')}
        join facts f on f.account_id = w.id and f.on_day < t.day and f.on_day >= t.begun_on and not f.is_undone
       where t.day > :from::date group by 1, 2, 3),
    turned_sums as (select account_id, sum(greatest(minor, 0)) as debit, sum(greatest(-minor, 0)) as credit from turned group by 1),
    held as (
      select w.id as account_id, w.site_id, w.code, coalesce(m.debit, 0) + coalesce(t.debit, 0) as debit, coalesce(m.credit, 0) + coalesce(t.credit, 0) as credit,
             coalesce(b.base_minor, 0) - coalesce(m.later, 0) as closing, coalesce(b.base_minor, 0) - coalesce(m.since, 0) as previous,
             ${['starting', 'ending', 'earlier'].map((turn) => `case when r.${turn} is null then 0 else coalesce(b.base_minor, 0) - coalesce(m.since_${turn}, 0) end as carried_${turn}`).join(', ')}
        from wanted w left join account_balances b on b.account_id = w.id left join moved m on m.account_id = w.id
        left join results r on r.account_id = w.id left join turned_sums t on t.account_id = w.id),
    sums as (
      select account_id, site_id, code, debit::bigint as debit, credit::bigint as credit, (closing - carried_ending)::bigint as closing,
             (previous - carried_earlier)::bigint as previous, carried_starting::bigint as carried_starting,
             carried_ending::bigint as carried_ending, carried_earlier::bigint as carried_earlier
        from held
    )`
  return {
    sql,
    bindings: {
      ...scope.bindings,
      ...(wanted?.bindings ?? {}),
      ...(hidden.length === 0 ? {} : { hiddenLedgerIds: hidden }),
      from: period.from,
      to: period.to,
      before,
      firstMonth: startOfMonth(minDay(period.from, addDays(before, 1))),
      cutMonths: cut,
    },
  }
}

/**
 * The first days of fiscal years, `turns` (each with that of the year before, `begun_on`), as far back as the period and
 * the one it is compared with need; and of each company the last of them up to the first day (`starting`), the last day
 * (`ending`) and the last day compared with (`earlier`). Years begin with a month (a check of the table). A day after the
 * last year that is open lies in the one to come.
 */
function yearTurns(companies: Companies): string {
  const { where } = companiesFilter(companies, 'y.site_id')
  return `days as (
      select y.site_id, b.day from fiscal_years y cross join lateral (values (y.starts_on), (y.ends_on + 1)) b (day)
       where b.day <= :to::date and ${where.join(' and ')} group by 1, 2),
    begun as (
      select site_id, max(day) filter (where day <= :from::date) as starting, max(day) as ending, max(day) filter (where day <= :before::date) as earlier
        from days group by 1),
    turns as (
      select d.site_id, d.day, d.begun_on
        from (select site_id, day, coalesce(lag(day) over (partition by site_id order by day), '-infinity') as begun_on from days) d
        join begun g on g.site_id = d.site_id where d.day >= least(coalesce(g.starting, '-infinity'), g.earlier))`
}

const IN_PERIOD = `on_day between :from::date and :to::date and (not is_undone or on_day = :to::date)`

/** The same days of the year before; a month's last day stays a month's last day. */
export function yearBefore({ from, to }: Period): Period {
  const end = addMonths(to, -12)
  return { from: addMonths(from, -12), to: to === endOfMonth(to) ? endOfMonth(end) : end }
}

function cutLines(companies: Companies, reach: SumsAsked['reach']): string {
  const facts = `select l.account_id, l.posted_on, greatest(l.base_minor, 0), greatest(-l.base_minor, 0), false`
  if (reach === 'few')
    return `${facts} from unnest(:cutMonths::date[]) cut cross join wanted w
        join journal_lines l on l.account_id = w.id and l.posted_on >= cut and l.posted_on < cut + interval '1 month'`
  const scope = companiesFilter(companies, 'e.site_id')
  return `${facts} from unnest(:cutMonths::date[]) cut join journal_entries e on e.posted_on >= cut and e.posted_on < cut + interval '1 month'
        join journal_lines l on l.entry_id = e.id join wanted w on w.id = l.account_id where ${scope.where.join(' and ')}`
}

/** What a reopened year reversed is of the same journals and day, so that both are left out together. */
function closingLines(companies: Companies): string {
  const scope = companiesFilter(companies, 'e.site_id')
  return `select l.account_id, l.posted_on, greatest(l.base_minor, 0), greatest(-l.base_minor, 0), true
        from journal_entries e join journal_lines l on l.entry_id = e.id join wanted w on w.id = l.account_id
       where e.source_type = 'fiscal_year' and e.journal in ('regularizacion', 'cierre') and e.posted_on in (:to::date, :before::date) and ${scope.where.join(' and ')}`
}

/** Months of which only a part lies before or behind an end: those must be read line by line. */
function cutMonths({ from, to }: Period, before: CalendarDate): CalendarDate[] {
  const months = new Set<CalendarDate>()
  if (from !== startOfMonth(from)) months.add(startOfMonth(from))
  for (const end of [to, before]) if (end !== endOfMonth(end)) months.add(startOfMonth(end))
  return [...months]
}

/** The entries of all these companies' books so far: grows with each, so that what was added up before it is known to be old. */
export const POSTED_SO_FAR = (companies: Companies) => {
  const { where, bindings } = companiesFilter(companies, 'y.site_id')
  return {
    sql: `select coalesce(sum(y.next_entry_no), 0)::bigint as version from fiscal_years y where ${where.join(' and ')}`,
    bindings,
  }
}
