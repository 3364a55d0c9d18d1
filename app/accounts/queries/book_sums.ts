import { type Companies, companiesFilter, type Period } from '#app/accounts/queries/book_scope'
import {
  addDays,
  addMonths,
  type CalendarDate,
  endOfMonth,
  minDay,
  startOfMonth,
} from '#app/kernel/calendar_date'

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

/**
 * The CTEs `wanted` (postable accounts) and `sums` (their id and code, debit, credit, closing, previous) of a period, in
 * euros: debe and haber within it, the balance at its end and at the end of the same days of the year before. A balance
 * is the held one less what came later, so that ten years of history cost no more than one; whole months come from their
 * totals, and only the lines of a month that an end cuts are read. Before the close, the regularización and cierre of an
 * end's own day are left out.
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
    facts as (
      select t.account_id, t.month as on_day, t.debit_base as debit, t.credit_base as credit, false as is_undone
        from ${isWhole ? 'account_month_totals t' : 'wanted w join account_month_totals t on t.account_id = w.id'}
       where t.month >= :firstMonth::date and t.month <> all(:cutMonths::date[])
      ${cut.length > 0 ? `union all ${cutLines(companies, reach)}` : ''}
      ${closing === 'before' ? `union all ${closingLines(companies)}` : ''}
    ),
    moved as (
      select account_id,
             sum(case when is_undone then -debit else debit end) filter (where ${IN_PERIOD}) as debit,
             sum(case when is_undone then -credit else credit end) filter (where ${IN_PERIOD}) as credit,
             sum(debit - credit) filter (where on_day > :to::date and not is_undone or on_day = :to::date and is_undone) as later,
             sum(debit - credit) filter (where on_day > :before::date and not is_undone or on_day = :before::date and is_undone) as since
        from facts group by account_id),
    sums as (
      select w.id as account_id, w.site_id, w.code, coalesce(m.debit, 0)::bigint as debit, coalesce(m.credit, 0)::bigint as credit,
             (coalesce(b.base_minor, 0) - coalesce(m.later, 0))::bigint as closing, (coalesce(b.base_minor, 0) - coalesce(m.since, 0))::bigint as previous
        from wanted w left join account_balances b on b.account_id = w.id left join moved m on m.account_id = w.id
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
