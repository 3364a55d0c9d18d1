import { type Companies, companiesFilter, type Period } from '#app/accounts/queries/book_scope'
import { type CalendarDate, endOfMonth, startOfMonth } from '#app/kernel/calendar_date'

/**
 * Whether the entries that close the year count: an accountant reads a closed year as it was before them, because after
 * them every account is at zero.
 */
export type Closing = 'before' | 'after'

export type SumsAsked = {
  companies: Companies
  period: Period
  closing: Closing
  /** What else the accounts `a` must be, as SQL over constants and the given bindings. */
  wanted?: { sql: string; bindings: Record<string, unknown> }
  /** `few` accounts are reached one by one, `all` of a company by its days. */
  reach: 'few' | 'all'
}

/**
 * The CTEs `wanted` (postable accounts) and `sums` (account_id, debit, credit, closing) of a period, in euros: debe and
 * haber within it and the balance at its end. The balance is the held one less what came later, so that ten years of
 * history cost no more than one; whole months come from their totals, and only the lines of a month that the period cuts
 * are read. Before the close, the regularización and cierre of the period's last day are left out.
 */
export function accountSums({ companies, period, closing, wanted, reach }: SumsAsked) {
  const scope = companiesFilter(companies, 'a.site_id')
  const conditions = [...scope.where, 'a.is_postable', ...(wanted ? [wanted.sql] : [])]
  const cut = cutMonths(period)
  const sql = `
    wanted as (select a.id, a.site_id, a.code, a.name, a.active from ledger_accounts a where ${conditions.join(' and ')}),
    facts as (
      select t.account_id, t.month as on_day, t.debit_base as debit, t.credit_base as credit, false as is_undone from wanted w
        join account_month_totals t on t.account_id = w.id
       where t.month >= :fromMonth::date and t.month <> all(:cutMonths::date[])
      ${cut.length > 0 ? `union all ${cutLines(companies, reach)}` : ''}
      ${closing === 'before' ? `union all ${closingLines(companies)}` : ''}
    ),
    sums as (
      select w.id as account_id, coalesce(f.debit, 0)::bigint as debit, coalesce(f.credit, 0)::bigint as credit,
             (coalesce(b.base_minor, 0) - coalesce(f.later, 0))::bigint as closing
        from wanted w left join account_balances b on b.account_id = w.id
        left join (
          select account_id, sum(case when is_undone then -debit else debit end) filter (where on_day between :from::date and :to::date) as debit,
                 sum(case when is_undone then -credit else credit end) filter (where on_day between :from::date and :to::date) as credit,
                 sum(debit - credit) filter (where on_day > :to::date or is_undone) as later
            from facts group by account_id) f on f.account_id = w.id
    )`
  return {
    sql,
    bindings: {
      ...scope.bindings,
      ...(wanted?.bindings ?? {}),
      from: period.from,
      to: period.to,
      fromMonth: startOfMonth(period.from),
      cutMonths: cut,
    },
  }
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
       where e.source_type = 'fiscal_year' and e.journal in ('regularizacion', 'cierre') and e.posted_on = :to::date and ${scope.where.join(' and ')}`
}

/** Months that a period holds only in part: those must be read line by line. */
export function cutMonths({ from, to }: Period): CalendarDate[] {
  const months = new Set<CalendarDate>()
  if (from !== startOfMonth(from)) months.add(startOfMonth(from))
  if (to !== endOfMonth(to)) months.add(startOfMonth(to))
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
