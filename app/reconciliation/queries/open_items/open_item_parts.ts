/** Names of the parties of items `o`; what has none goes by its account. */
export const PARTY_NAME_JOINS = `left join providers p on o.party like 'provider:%' and p.id = nullif(split_part(o.party, ':', 2), '')::bigint
  left join sites ps on o.party like 'site:%' and ps.id = nullif(split_part(o.party, ':', 2), '')::bigint
  left join employees pe on o.party like 'employee:%' and pe.id = nullif(split_part(o.party, ':', 2), '')::bigint`
export const PARTY_NAME = `coalesce(p.legal_name, ps.legal_name::text, pe.full_name)`

/**
 * What was open at the end of `:asOf`: what is open now of lines that were there, and what was settled or reversed only
 * later. A lettering counts from the day of its latest line, a payment from the day it was sent: the lettering of a debt
 * with its payment says the same once more and is left out. What is retained of an invoice is what is settled last of it; what it says
 * was paid before is taken as it stands today.
 */
export const OPEN_ON_DAY = `
  select o.journal_line_id, o.site_id, o.account_id, o.currency, o.party, o.posted_on, case when p.late_minor = o.open_minor then coalesce(p.late_on, o.due_on) else o.due_on end as due_on,
         o.open_minor, p.late_minor, case when p.late_minor <> 0 then p.late_on end as late_on
    from (
  select l.id as journal_line_id, l.site_id, l.account_id, l.currency, open_item_party(l.counterparty_type, l.counterparty_id, a.code, a.id) as party,
         l.posted_on, coalesce(l.due_on, l.posted_on) as due_on, sum(x.minor)::bigint as open_minor,
         case when a.subledger = 'provider' and l.document_type = 'invoice' then l.document_id end as invoice_id
    from (
      select journal_line_id as id, open_minor as minor from open_items where posted_on <= :asOf::date
      union all
      select r.journal_line_id, r.amount_minor from reconciliations c join reconciliation_lines r on r.reconciliation_id = c.id
        join ledger_accounts ra on ra.id = c.account_id and ra.reconcilable and ra.code not like '57%' where c.effective_on > :asOf::date
         and not (ra.subledger in ('provider', 'employee', 'site', 'channel') and exists (select 1 from reconciliation_lines pr join journal_lines own on own.id = pr.journal_line_id
               where pr.reconciliation_id = c.id and own.document_type = 'payment_order'))
      union all
      select debt.id, -pl.amount_minor from journal_entries e join journal_lines pl on pl.entry_id = e.id and pl.document_type = 'payment_order' and pl.amount_minor > 0
        join payment_orders po on po.id = e.source_id and po.status in ('sent', 'paid', 'reconciled')
        join journal_lines debt on debt.document_type = po.source_type and debt.document_id = po.source_id and debt.account_id = pl.account_id
       where e.kind = 'payment.sent' and e.source_type = 'payment_order' and e.posted_on > :asOf::date
      union all
      select ol.id, ol.amount_minor from journal_entries v join journal_lines ol on ol.entry_id = v.reverses_id
        join ledger_accounts va on va.id = ol.account_id and va.reconcilable and va.code not like '57%'
       where v.reverses_id is not null and v.posted_on > :asOf::date and v.source_type is distinct from 'fiscal_year'
    ) x join journal_lines l on l.id = x.id and l.posted_on <= :asOf::date join ledger_accounts a on a.id = l.account_id
   group by l.id, a.code, a.id having sum(x.minor) <> 0
    ) o left join invoices i on i.id = o.invoice_id and (i.retained_minor <> 0 or i.prior_open_minor <> 0)
    cross join lateral (select case when (i.held_released_at at time zone 'Europe/Madrid')::date > :asOf::date then i.retained_until else invoice_late_on(i) end as late_on,
        (sign(o.open_minor) * least(abs(o.open_minor), coalesce(abs(i.retained_minor) + abs(i.prior_open_minor), 0)))::bigint as late_minor) p`
