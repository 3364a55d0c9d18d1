import type { Area } from '#app/kernel/area'
import { type Client, execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'

/**
 * Counts violations, each in a column of its name. `sorted` reads what is kept in the order that it is grouped in (lines
 * by entry and by key, reconciliations by line), which takes half of what PostgreSQL's own choice, to hash it, takes.
 */
type Pass = { sql: string; plan: 'free' | 'sorted' }

/** Each counts the violations of several invariants in one reading of the lines; the longest first. */
const PASSES: readonly Pass[] = [
  {
    plan: 'sorted',
    sql: `with bound as (select r.journal_line_id, r.amount_minor, c.account_id, c.site_id from reconciliation_lines r join reconciliations c on c.id = r.reconciliation_id),
        sums as (select l.id, l.amount_minor, sum(b.amount_minor)::bigint as matched, bool_or(b.account_id <> l.account_id or b.site_id <> l.site_id) as elsewhere
                   from bound b join journal_lines l on l.id = b.journal_line_id group by l.id)
   select count(*) filter (where abs(matched) > abs(amount_minor) or sign(matched) <> sign(amount_minor))::int as reconciliation_within_line,
          count(*) filter (where elsewhere)::int as reconciliation_on_one_account from sums`,
  },
  {
    plan: 'free',
    sql: `with parts as materialized (select account_id, site_id, currency, sum(amount_minor)::bigint as amount, sum(base_minor)::bigint as base, count(*) as n from journal_lines group by 1, 2, 3),
        sums as (select account_id, sum(amount)::bigint as amount, sum(base)::bigint as base, sum(n)::bigint as n from parts group by 1),
        totals as (select account_id, sum(debit_base - credit_base)::bigint as base from account_month_totals group by 1)
   select (select count(*)::int from sums s full join account_balances b on b.account_id = s.account_id
            where (s.amount = b.balance_minor and s.base = b.base_minor and s.n = b.lines) is not true) as balances_equal_lines,
          (select count(*)::int from totals t full join account_balances b on b.account_id = t.account_id where (t.base = b.base_minor) is not true) as month_totals_equal_balances,
          (select coalesce(sum(p.n), 0)::int from parts p join ledger_accounts a on a.id = p.account_id where a.site_id <> p.site_id or a.currency <> p.currency) as line_uses_account_of_its_site`,
  },
  {
    plan: 'sorted',
    // Every line has its entry by its key, so what has not two lines is what is missing here.
    sql: `with sums as (select count(*) as n, sum(base_minor)::bigint as base from journal_lines group by entry_id)
   select ((select count(*) from journal_entries) - count(*) filter (where n >= 2))::int as entry_has_two_lines, count(*) filter (where base <> 0)::int as entry_balances from sums`,
  },
]

/** What else must hold for the book itself, each as a query that counts its violations (area 00 §3, reliability R6). */
const INVARIANTS: Record<string, string> = {
  entry_lies_in_its_year: `select count(*) from journal_entries e join fiscal_years y on y.id = e.fiscal_year_id where e.site_id <> y.site_id or e.posted_on not between y.starts_on and y.ends_on`,
  numbers_have_no_gaps: `select count(*) from (select fiscal_year_id, count(*) as n, max(entry_no) as last from journal_entries group by 1) y join fiscal_years f on f.id = y.fiscal_year_id where y.n <> y.last or f.next_entry_no <> y.last + 1`,
  reversal_negates: `select count(*) from journal_entries r join journal_entries o on o.id = r.reverses_id where r.reverses_id is not null and exists (select account_id from (select account_id, sum(base_minor) as s from journal_lines where entry_id in (r.id, o.id) group by 1) x where s <> 0)`,
  companies_agree_by_operation: `select count(*) from (select 1 from group_lines where group_key is not null group by group_key, first_site_id, second_site_id, group_balance, currency, posted_on having sum(amount_minor) <> 0) uneven`,
  group_balances_move_together: `select count(*) from group_lines where group_key is null and journal <> 'apertura'`,
  group_balances_name_the_company: `select count(*) from journal_lines l join ledger_accounts a on a.id = l.account_id join journal_entries e on e.id = l.entry_id
    where a.group_balance <> 'outside' and l.amount_minor <> 0 and e.source_type is distinct from 'fiscal_year' and (a.subledger = 'site' and l.counterparty_type = 'site' and l.counterparty_id = a.subledger_id) is not true`,
  openings_of_two_companies_agree: `select count(*) from (select 1 from group_lines g where journal = 'apertura' and group_key is null and reverses_id is null and not exists (select 1 from journal_entries r where r.reverses_id = g.entry_id)
    group by first_site_id, second_site_id, group_balance, currency having count(distinct site_id) = 2 and sum(amount_minor) <> 0) uneven`,
  full_reconciliation_is_zero: `select count(*) from reconciliations c where c.status = 'full' and (select coalesce(sum(amount_minor), 0) from reconciliation_lines r where r.reconciliation_id = c.id) <> 0`,
}

/** What is kept beside the book so that lists are quick, and must say the same as the book; slow to look at. */
const DERIVED: Record<string, string> = {
  month_totals_equal_lines: `with sums as (select account_id, date_trunc('month', posted_on::timestamp)::date as month, sum(greatest(base_minor, 0))::bigint as debit, sum(greatest(-base_minor, 0))::bigint as credit from journal_lines group by 1, 2)
    select count(*) from sums s full join account_month_totals t on t.account_id = s.account_id and t.month = s.month where (s.debit = t.debit_base and s.credit = t.credit_base) is not true`,
  open_items_equal_lines: `select count(*) from open_item_amounts(array(select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id and a.reconcilable)) x
    full join open_items o on o.journal_line_id = x.journal_line_id where (coalesce(x.open_minor, 0), case when x.open_minor <> 0 then x.due_on end, coalesce(x.late_minor, 0)) is distinct from (coalesce(o.open_minor, 0), o.due_on, coalesce(o.late_minor, 0))`,
}

declare module '#app/kernel/area' {
  interface Area {
    /** What must hold for its documents beside the book, each by name as SQL that counts the violations. */
    invariants?: Readonly<Record<string, string>>
    /** The same of what it keeps twice so that lists are quick. */
    derived?: Readonly<Record<string, string>>
  }
}

/** Takes what an area says must hold into every check of the books. Throws for a name that is taken. */
export function watchInvariants({ invariants = {}, derived = {} }: Area): void {
  for (const [known, added] of [
    [INVARIANTS, invariants],
    [DERIVED, derived],
  ] as const)
    for (const [name, sql] of Object.entries(added)) {
      if (known[name] !== undefined && known[name] !== sql)
        throw new Error(`Two invariants are called ${name}`)
      known[name] = sql
    }
}

export type InvariantResult = { invariant: string; violations: number }

/** At once: as many as the smallest server has cores. */
const LANES = 2

/** Every invariant of the book with its count of violations, by name; all zero means sound books. */
export function checkInvariants(client?: Client): Promise<InvariantResult[]> {
  return countViolations([...PASSES, ...Object.entries(INVARIANTS).map(counting)], client)
}

/** The same of what is derived from the book: totals of months, what is open of each line (areas 00 §2, 01 §3). */
export function checkDerived(client?: Client): Promise<InvariantResult[]> {
  return countViolations(Object.entries(DERIVED).map(counting), client)
}

const counting = ([name, sql]: [string, string]): Pass => ({
  sql: `select (${sql})::int as ${name}`,
  plan: 'free',
})

/** In lanes, each a transaction; or one after the other over a connection that was given, planned as it likes. */
async function countViolations(wanted: readonly Pass[], given?: Client): Promise<InvariantResult[]> {
  const waiting = [...wanted]
  const results: InvariantResult[] = []
  const work = async (client: Client, prepare: (pass: Pass) => Promise<void>) => {
    for (let pass = waiting.shift(); pass !== undefined; pass = waiting.shift()) {
      await prepare(pass)
      const { counted } = await oneRow<{ counted: Record<string, number> }>(
        `select to_jsonb(pass) as counted from (${pass.sql}) pass`,
        {},
        client
      )
      for (const [invariant, violations] of Object.entries(counted)) results.push({ invariant, violations })
    }
  }
  const lane = () => inTransaction((trx) => work(trx, (pass) => preparePlan(pass, trx)))
  if (given) await work(given, () => Promise.resolve())
  else await Promise.all(Array.from({ length: LANES }, lane))
  return results.toSorted((a, b) => a.invariant.localeCompare(b.invariant))
}

/**
 * Groups of a million lines are counted in memory, not on disk, and each lane keeps to its core: parallel workers would
 * build the same table of hashes each.
 */
async function preparePlan({ plan }: Pass, trx: Transaction): Promise<void> {
  const hashes = plan === 'sorted' ? 'off' : 'on'
  await execute(
    `select set_config('work_mem', '96MB', true), set_config('max_parallel_workers_per_gather', '0', true),
        set_config('enable_hashagg', :hashes, true), set_config('enable_hashjoin', :hashes, true), set_config('enable_nestloop', :hashes, true)`,
    { hashes },
    trx
  )
}
