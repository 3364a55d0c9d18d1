import { type Client, execute, inTransaction, oneRow, type Transaction } from '#app/kernel/sql'

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

/** What else must hold for the whole book, each as a query that counts its violations (area 00 §3, reliability R6). */
const INVARIANTS: Record<string, string> = {
  entry_lies_in_its_year: `select count(*) from journal_entries e join fiscal_years y on y.id = e.fiscal_year_id where e.site_id <> y.site_id or e.posted_on not between y.starts_on and y.ends_on`,
  numbers_have_no_gaps: `select count(*) from (select fiscal_year_id, count(*) as n, max(entry_no) as last from journal_entries group by 1) y join fiscal_years f on f.id = y.fiscal_year_id where y.n <> y.last or f.next_entry_no <> y.last + 1`,
  reversal_negates: `select count(*) from journal_entries r join journal_entries o on o.id = r.reverses_id where r.reverses_id is not null and exists (select account_id from (select account_id, sum(base_minor) as s from journal_lines where entry_id in (r.id, o.id) group by 1) x where s <> 0)`,
  full_reconciliation_is_zero: `select count(*) from reconciliations c where c.status = 'full' and (select coalesce(sum(amount_minor), 0) from reconciliation_lines r where r.reconciliation_id = c.id) <> 0`,
  statement_match_within_line: `select count(*) from (select bank_statement_line_id, sum(amount_minor) as matched from statement_matches group by 1) m join bank_statement_lines l on l.id = m.bank_statement_line_id where abs(m.matched) > abs(l.amount_minor) or sign(m.matched) <> sign(l.amount_minor)`,
  statement_match_within_entry: `select count(*) from (select journal_line_id, sum(amount_minor) as matched from statement_matches group by 1) m join journal_lines l on l.id = m.journal_line_id where abs(m.matched) > abs(l.amount_minor) or sign(m.matched) <> sign(l.amount_minor)`,
  statement_match_on_own_account: `select count(*) from statement_matches m join bank_statement_lines s on s.id = m.bank_statement_line_id join bank_accounts b on b.id = s.bank_account_id join journal_lines l on l.id = m.journal_line_id where l.account_id <> b.ledger_account_id and not exists (select 1 from virtual_accounts v where v.bank_account_id = b.id and v.ledger_account_id = l.account_id)`,
  statement_match_on_standing_entry: `select count(*) from statement_matches m join journal_lines l on l.id = m.journal_line_id join journal_entries e on e.id = l.entry_id where e.reverses_id is not null or exists (select 1 from journal_entries r where r.reverses_id = e.id)`,
  movement_state_has_its_matches: `select count(*) from bank_statement_lines l left join (select bank_statement_line_id, sum(amount_minor) as matched from statement_matches group by 1) m on m.bank_statement_line_id = l.id where (l.status in ('matched', 'booked_direct')) <> (m.matched is not distinct from l.amount_minor) or (l.status = 'partially_matched') <> (coalesce(m.matched, 0) not in (0, l.amount_minor))`,
  bank_account_on_own_ledger_account: `select count(*) from bank_accounts b join ledger_accounts a on a.id = b.ledger_account_id where (a.site_id, a.currency) is distinct from (b.site_id, b.currency)`,
  invoice_paid_within_total: `select count(*) from invoices where status in ('booked', 'disputed') and outstanding_minor not between least(0, total_minor) and greatest(0, total_minor)`,
  invoice_approved_by_others: `select count(*) from approval_decisions d join invoices i on i.id = d.document_id and d.document_type = 'invoice' where d.decision = 'approve' and d.revoked_at is null and (d.user_id = i.created_by or exists (select 1 from invoice_editors e where e.invoice_id = i.id and e.user_id = d.user_id) or exists (select 1 from provider_banks b where b.id = i.provider_bank_id and b.created_by = d.user_id))`,
  invoice_approved_as_it_is: `select count(*) from approval_decisions d join invoices i on i.id = d.document_id and d.document_type = 'invoice' where d.decision = 'approve' and d.revoked_at is null and i.status in ('pending_approval', 'approved', 'booked', 'disputed') and d.fingerprint <> invoice_fingerprint(i)`,
  payment_approved_by_others: `select count(*) from approval_decisions d join payment_orders o on o.id = d.document_id and d.document_type = 'payment_order' where d.decision = 'approve' and d.revoked_at is null and d.user_id = o.created_by`,
  payment_within_invoice: `select count(*) from (select source_id, sum(amount_minor) as ordered from payment_orders where source_type = 'invoice' and status in ('draft', 'buffered', 'approved', 'sent') and not (status = 'draft' and hold_reason is not distinct from 'source_changed') group by 1) o join invoices i on i.id = o.source_id where o.ordered > i.outstanding_minor`,
  salary_paid_by_its_orders: `select count(*) from payroll_payments p left join (select source_id, sum(amount_minor) as paid from payment_orders where source_type = 'payroll_payment' and status in ('paid', 'reconciled') group by 1) o on o.source_id = p.id where p.settled_minor <> coalesce(o.paid, 0)`,
  provision_paid_by_its_orders: `select count(*) from supplier_provisions v left join (select source_id, sum(amount_minor) as paid from payment_orders where source_type = 'supplier_provision' and status in ('paid', 'reconciled') group by 1) o on o.source_id = v.id where v.settled_minor <> coalesce(o.paid, 0)`,
  legal_cost_paid_by_its_payments: `select count(*) from legal_procedure_costs c left join (select source_id, sum(amount_minor) as paid from payment_orders where source_type = 'legal_cost' and status in ('paid', 'reconciled') group by 1) o on o.source_id = c.id left join (select cost_id, sum(amount_minor) as paid from manual_payment_offsets where reversed_at is null group by 1) m on m.cost_id = c.id left join invoices i on i.id = c.invoice_id where c.status not in ('planned', 'cancelled') and c.paid_minor <> case when i.id is null then coalesce(o.paid, 0) + coalesce(m.paid, 0) else i.total_minor - i.outstanding_minor end`,
  legal_cost_within_itself: `select count(*) from (select source_id, sum(amount_minor) as ordered from payment_orders where source_type = 'legal_cost' and status in ('draft', 'buffered', 'approved', 'sent') group by 1) o join legal_procedure_costs c on c.id = o.source_id where o.ordered > c.total_minor - c.paid_minor`,
  legal_provision_in_the_book: `select count(*) from legal_procedures p where p.provision_minor <> coalesce((select -sum(l.amount_minor) from journal_lines l join ledger_accounts a on a.id = l.account_id where l.document_type = 'legal_procedure' and l.document_id = p.id and a.code !~ '^[67]'), 0)`,
  expense_note_adds_up: `select count(*) from expense_notes n left join (select note_id, sum(total_minor) as total, sum(vat_minor) as vat, sum(approved_minor) as approved from expense_note_lines group by 1) l on l.note_id = n.id where (n.total_minor, n.vat_minor, n.approved_minor) is distinct from (l.total, l.vat, l.approved)`,
  expense_note_owed_in_the_book: `select count(*) from expense_notes n where n.status in ('approved', 'in_payment', 'paid') and n.approved_minor is distinct from (select -sum(l.amount_minor) from journal_lines l join ledger_accounts a on a.id = l.account_id and a.subledger in ('employee', 'provider') where l.entry_id = n.journal_entry_id and l.document_type = 'expense_note' and l.document_id = n.id)`,
  expense_note_paid_by_its_orders: `select count(*) from expense_notes n left join (select source_id, sum(amount_minor) as paid from payment_orders where source_type = 'expense_note' and status in ('paid', 'reconciled') group by 1) o on o.source_id = n.id where n.settled_minor <> coalesce(o.paid, 0)`,
  expense_note_approved_by_others: `select count(*) from approval_decisions d join expense_notes n on n.id = d.document_id and d.document_type = 'expense_note' left join employees e on e.id = n.employee_id where d.decision = 'approve' and d.revoked_at is null and d.user_id in (n.created_by, e.user_id)`,
  batch_totals_hold: `select count(*) from payment_batches b left join lateral (select count(*)::int as n, coalesce(sum(amount_minor), 0)::bigint as total,
      count(*) filter (where common)::int as common, coalesce(sum(amount_minor) filter (where common), 0)::bigint as common_total
      from (select amount_minor, kind not in ('payroll', 'legal_procedure', 'recurring') as common from payment_orders where batch_id = b.id) o) o on true
    where b.status <> 'cancelled' and (b.count, b.total_minor, b.common_count, b.common_minor) is distinct from (o.n, o.total, o.common, o.common_total)`,
  legal_cost_payable_without_orders: `select count(*) from legal_procedure_costs c where c.status = 'payable' and exists (select 1 from payment_orders o where o.status in ('draft', 'buffered', 'approved', 'sent')
    and o.source_type = case when c.invoice_id is null then 'legal_cost' else 'invoice' end and o.source_id = coalesce(c.invoice_id, c.id))`,
}

/** What is kept beside the book so that lists are quick, and must say the same as the book; slow to look at. */
const DERIVED: Record<string, string> = {
  month_totals_equal_lines: `with sums as (select account_id, date_trunc('month', posted_on::timestamp)::date as month, sum(greatest(base_minor, 0))::bigint as debit, sum(greatest(-base_minor, 0))::bigint as credit from journal_lines group by 1, 2)
    select count(*) from sums s full join account_month_totals t on t.account_id = s.account_id and t.month = s.month where (s.debit = t.debit_base and s.credit = t.credit_base) is not true`,
  payroll_months_equal_salaries: `with sums as (select site_id, period, count(*) as n, sum(net_minor) as total, sum(net_minor * (status = 'pending')::int) as pending, sum(net_minor * (status = 'ordered')::int) as ordered,
        sum(net_minor * (status = 'paid')::int) as paid from payroll_payments where status <> 'cancelled' group by 1, 2),
      kept as (select site_id, period, sum(salaries) as n, sum(total_minor) as total, sum(pending_minor) as pending, sum(ordered_minor) as ordered, sum(paid_minor) as paid from payroll_month_totals group by 1, 2)
    select count(*) from sums s full join kept k on k.site_id = s.site_id and k.period = s.period
     where (coalesce(s.n, 0), coalesce(s.total, 0), coalesce(s.pending, 0), coalesce(s.ordered, 0), coalesce(s.paid, 0))
       is distinct from (coalesce(k.n, 0), coalesce(k.total, 0), coalesce(k.pending, 0), coalesce(k.ordered, 0), coalesce(k.paid, 0))`,
  alarms_say_their_invoice: `select count(*) from invoice_alarms a left join invoices i on i.id = a.invoice_id where (a.of_site_id, a.of_provider_id, a.of_minor, a.of_day)
    is distinct from case when a.invoice_id is null then (a.site_id, a.provider_id, null::bigint, null::date) else (i.site_id, i.provider_id, i.total_minor, i.issued_on) end`,
  open_items_equal_lines: `select count(*) from open_item_amounts(array(select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id and a.reconcilable)) x
    full join open_items o on o.journal_line_id = x.journal_line_id where coalesce(x.open_minor, 0) <> coalesce(o.open_minor, 0)`,
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
