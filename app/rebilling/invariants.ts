const LIVE = `t.reverses_id is null and t.status not in ('discarded', 'rectified')`

/** What must hold for charges between companies and shared costs, each as a query that counts its violations (reliability R6). */
export const invariants = {
  /** But for those of which an alert says that the cost has changed since. */
  rebilling_takes_no_more_than_a_cost_is: `select count(*) from (
      select x.source_type, x.source_id, sum(x.amount_minor) as taken from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id
       where x.source_id is not null and ${LIVE} and t.source_alert is null group by 1, 2) k
      left join rebillable_costs c on c.source_type = k.source_type and c.source_id = k.source_id
     where k.taken <> 0 and (sign(k.taken) is distinct from sign(c.base_minor) or abs(k.taken) > abs(c.base_minor))
       and not exists (select 1 from rebilling_sources o join rebilling_transactions a on a.id = o.transaction_id where o.source_type = k.source_type and o.source_id = k.source_id and a.source_alert is not null)`,
  rebilling_is_the_sum_of_its_costs: `select count(*) from rebilling_transactions t where t.base_minor is distinct from (select coalesce(sum(x.amount_minor), 0)::bigint from rebilling_sources x where x.transaction_id = t.id)`,
  rebilling_stands_in_both_books: `select count(*) from rebilling_transactions t where t.status in ('issued', 'settling', 'settled', 'rectified')
      and (select count(distinct e.site_id) from journal_entries e where e.group_key = t.group_key and e.reverses_id is null and e.site_id in (t.origin_site_id, t.target_site_id)) <> 2`,
  rebilling_owes_what_it_charges: `select count(*) from rebilling_transactions t where t.status in ('issued', 'settling', 'settled', 'rectified')
      and t.total_minor is distinct from (select sum(l.amount_minor)::bigint from journal_entries e join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where e.group_key = t.group_key and e.reverses_id is null and e.site_id = t.origin_site_id and a.subledger = 'site' and a.subledger_id = t.target_site_id)`,
  rebilling_is_taken_back_whole: `select count(*) from rebilling_transactions r join rebilling_transactions t on t.id = r.reverses_id
     where r.status in ('issued', 'settling', 'settled') and (t.status <> 'rectified' or (r.base_minor, r.markup_minor, r.vat_minor) is distinct from (-t.base_minor, -t.markup_minor, -t.vat_minor))`,
  rebilling_invoice_is_the_one_of_its_document: `select count(*) from rebilling_transactions t join invoices i on i.id = t.target_invoice_id
     where t.status in ('issued', 'settling', 'settled', 'rectified') and (i.site_id, i.invoice_number, i.total_minor, i.source) is distinct from (t.target_site_id, t.invoice_number, t.total_minor, 'group')`,
  rebilling_in_a_loan_is_settled: `select count(*) from loan_taken_debts d join rebilling_transactions t on t.id = d.source_id
     where d.source_type = 'rebilling_transaction' and d.undone_by_id is null and (t.status not in ('settled', 'rectified') or t.settled_minor <> t.total_minor or abs(d.amount_minor) > abs(t.total_minor))`,
  shared_costs_stand_in_both_books: `select count(*) from (
      select h.group_key, h.origin_site_id, h.target_site_id, sum(h.amount_minor) as minor, bool_and(h.taken_back_at is not null) as is_back from shared_costs h group by 1, 2, 3) h
     where h.minor is distinct from (select coalesce(sum(l.amount_minor), 0) from journal_entries e join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where e.group_key = h.group_key and e.reverses_id is null and e.site_id = h.origin_site_id and a.subledger = 'site' and a.subledger_id = h.target_site_id)
        or h.is_back is distinct from exists (select 1 from journal_entries e join journal_entries r on r.reverses_id = e.id where e.group_key = h.group_key and e.site_id = h.origin_site_id)`,
}
