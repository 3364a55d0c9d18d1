import { oneRow, rows } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import type { Group } from './stage.js'

/** Lines on what companies owe each other, from the lines themselves: the view and the guards of the product are not asked. */
const OWED = `select l.entry_id, l.site_id, a.subledger_id as partner_id, a.group_balance, l.currency, l.amount_minor, e.group_key
  from journal_lines l join ledger_accounts a on a.id = l.account_id join journal_entries e on e.id = l.entry_id
 where l.site_id = any(:siteIds::bigint[]) and a.subledger = 'site' and a.group_balance is not null`

const IS_OUT = `t.status in ('issued', 'settling', 'settled', 'rectified')`

/** Each finds what must not be. */
const OWN: Record<string, string> = {
  entry_comes_to_zero: `select 1 from journal_lines where site_id = any(:siteIds::bigint[]) group by entry_id having sum(base_minor) <> 0 or count(*) < 2`,
  book_comes_to_zero: `select 1 from journal_lines where site_id = any(:siteIds::bigint[]) group by site_id having sum(base_minor) <> 0`,
  operation_comes_to_zero: `select 1 from (${OWED}) o group by group_key, currency having sum(amount_minor) <> 0`,
  operation_stands_on_both_sides: `with owed as materialized (select distinct group_key, site_id, partner_id from (${OWED}) o where amount_minor <> 0)
    select 1 from owed o where not exists (select 1 from owed p where p.group_key = o.group_key and p.site_id = o.partner_id and p.partner_id = o.site_id)`,
  pair_agrees: `select 1 from (${OWED}) o group by least(site_id, partner_id), greatest(site_id, partner_id), group_balance, currency having sum(amount_minor) <> 0`,
  operation_is_taken_back_whole: `select 1 from journal_entries e left join journal_entries r on r.reverses_id = e.id
    where e.site_id = any(:siteIds::bigint[]) and e.group_key is not null and e.reverses_id is null group by e.group_key having count(r.id) not in (0, count(*))`,
  charge_is_issued_whole: `select 1 from rebilling_transactions t
      left join issued_invoices i on i.source_type = 'rebilling_transaction' and i.source_id = t.id
     where t.origin_site_id = any(:siteIds::bigint[]) and (${IS_OUT}) <> (i.id is not null and i.status = 'issued')`,
  charge_stands_in_two_books: `select 1 from rebilling_transactions t where t.origin_site_id = any(:siteIds::bigint[]) and ${IS_OUT}
     and (select count(distinct e.site_id) from journal_entries e where e.group_key = t.group_key and e.site_id in (t.origin_site_id, t.target_site_id)) <> 2`,
  loan_movement_stands_in_two_books: `select 1 from loan_movements m join loans n on n.id = m.loan_id
     where n.lender_site_id = any(:siteIds::bigint[]) and not m.is_opening and m.type <> 'reversal' and m.principal_minor <> 0
       and (select count(distinct e.site_id) from journal_entries e where e.group_key = m.group_key and e.site_id in (n.lender_site_id, n.borrower_site_id)) <> 2`,
  loan_payment_has_its_movement: `select 1 from loan_payments p join loans n on n.id = p.loan_id where n.lender_site_id = any(:siteIds::bigint[]) and (p.status = 'settled') <> (
     select coalesce(sum(case when m.type = 'reversal' then -1 else 1 end), 0) > 0 from loan_movements m
       left join loan_movements o on o.id = m.reverses_id where coalesce(m.loan_payment_id, o.loan_payment_id) = p.id)`,
  netting_is_posted_whole: `select 1 from loan_compensations c where c.site_ids && :siteIds::bigint[] and (c.status in ('posted', 'reversed')) <> exists (
     select 1 from journal_entries e where e.group_key = c.group_key)`,
  document_numbers_follow: `select 1 from issued_invoices where site_id = any(:siteIds::bigint[]) group by series_id, year having count(*) <> max(sequence) or min(sequence) <> 1`,
  entry_numbers_follow: `select 1 from journal_entries where site_id = any(:siteIds::bigint[]) group by fiscal_year_id having count(*) <> max(entry_no) or min(entry_no) <> 1`,
}

/**
 * How often something that must hold does not, by its name; empty when all is well: what `ledger:check` looks at, and sums of its own
 * over the books of these companies.
 */
export async function auditGroup({ companies }: Group): Promise<Record<string, number>> {
  const checked = [...(await checkInvariants()), ...(await checkDerived())].map(
    ({ invariant, violations }) => [invariant, violations] as const
  )
  const own = await rows<{ name: string; violations: number }>(
    Object.entries(OWN)
      .map(([name, sql]) => `select 'own: ${name}' as name, count(*)::int as violations from (${sql}) found`)
      .join(' union all '),
    { siteIds: companies.map(({ siteId }) => siteId) }
  )
  return Object.fromEntries(
    [...checked, ...own.map(({ name, violations }) => [name, violations] as const)].filter(
      ([, count]) => count > 0
    )
  )
}

/** What the acts have left. */
export const countBooks = () =>
  oneRow<{ entries: number; operations: number; loans: number; charges: number; nettings: number }>(
    `select (select count(*)::int from journal_entries) as entries, (select count(distinct group_key)::int from journal_entries) as operations,
       (select count(*)::int from loans) as loans, (select count(*)::int from rebilling_transactions) as charges,
       (select count(*)::int from loan_compensations where status in ('posted', 'reversed')) as nettings`
  )
