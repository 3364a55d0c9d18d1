import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is open of each line of an account whose lines are matched, held so that a list of them costs nothing at a
 * million lines. It is a cache like the balances: only triggers write it. What is open of a line is what no lettering
 * covers; of the debt of a document no more than the document still owes; a payment of such a debt is not open beside
 * it. Reversed entries and the close of a year are nobody’s debt. Lines of the bank are proved by its statements and
 * not lettered.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop function if exists open_item_party, refresh_open_items, open_items_of_lines, open_items_of_letterings,
        open_items_of_document, open_items_of_account, open_items_of_orders, invoice_late_on, open_item_amounts cascade;
      drop sequence open_items_version;
    `)
  }
}

const TABLES = `
create sequence open_items_version;
`

const FUNCTIONS = `
create function open_item_party(party_type text, party_id bigint, code text, account_id bigint) returns text
language sql immutable as $$
  select case when party_type is not null and party_id is not null and code not like '47%' then party_type || ':' || party_id else 'account:' || account_id end
$$;

create function invoice_late_on(i invoices) returns date language sql stable as $$
  select case when i.prior_open_minor <> 0 then null
              when i.retained_open_minor = 0 and i.held_released_at is not null then (i.held_released_at at time zone 'Europe/Madrid')::date
              else i.retained_until end $$;

-- What is open of a line asks only what counts for it: whether a payment pays a known debt of the lines of payments alone, and
-- what was paid of a document only where the document does not itself say what it still owes. The payments of the document are
-- found by it, never by their state: by that, each would be looked for among all that were sent.
create function open_item_amounts(
  line_ids bigint[]
) returns table (
  journal_line_id bigint,
  site_id bigint,
  account_id bigint,
  currency character,
  party text,
  posted_on date,
  due_on date,
  open_minor bigint,
  late_minor bigint,
  late_on date
) language sql stable as $$
  select x.id, x.site_id, x.account_id, x.currency, x.party, x.posted_on, case when x.late <> 0 and x.late = x.open then coalesce(x.late_on, x.due_on) else x.due_on end,
         x.open, x.late, case when x.late <> 0 then x.late_on end
    from (select l.id, l.site_id, l.account_id, l.currency, open_item_party(l.counterparty_type, l.counterparty_id, a.code, a.id) as party, l.posted_on, coalesce(l.due_on, l.posted_on) as due_on, v.open, h.late, h.late_on

    from journal_lines l
    join ledger_accounts a on a.id = l.account_id and a.reconcilable
      and (a.code not like '57%' or a.code ^@ any (select w.account_code from ledger_account_roles w where w.role = 'own_transfers_in_transit'))
    join journal_entries e on e.id = l.entry_id
    cross join lateral (select a.subledger in ('provider', 'employee', 'site', 'channel') and l.document_id is not null as is_debt) d
    left join lateral (select sum(abs(x.amount_minor))::bigint as lettered from reconciliation_lines x where x.journal_line_id = l.id) r on true
    left join invoices i on d.is_debt and l.document_type = 'invoice' and i.id = l.document_id
      cross join lateral (select
         (sign(l.amount_minor) * case
            when d.is_debt and l.document_type = 'payment_order' then case when exists (select 1 from payment_orders x join journal_lines debt on debt.document_type = x.source_type and debt.document_id = x.source_id
          where x.id = l.document_id and debt.account_id = l.account_id) then 0 else abs(l.amount_minor) - coalesce(r.lettered, 0) end
            when d.is_debt then greatest(0, least(abs(l.amount_minor) - coalesce(r.lettered, 0),
              coalesce(abs(i.outstanding_minor), abs(l.amount_minor) - coalesce((select sum(x.amount_minor) filter (where x.status in ('paid', 'reconciled')) from payment_orders x where x.source_type = l.document_type and x.source_id = l.document_id), 0)) - coalesce((select sum(x.amount_minor) filter (where x.status = 'sent') from payment_orders x where x.source_type = l.document_type and x.source_id = l.document_id), 0)))
            else abs(l.amount_minor) - coalesce(r.lettered, 0) end)::bigint as open) v
      cross join lateral (select (sign(v.open) * least(abs(v.open), coalesce(abs(i.retained_minor) + abs(i.prior_open_minor), 0)))::bigint as late,
          case when i.retained_minor <> 0 then invoice_late_on(i) end as late_on) h

   where l.id = any (line_ids) and e.reverses_id is null and e.source_type is distinct from 'fiscal_year'
     and not exists (select 1 from journal_entries x where x.reverses_id = e.id)) x
$$;

create function refresh_open_items(line_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if cardinality(line_ids) = 0 then return; end if;
  perform nextval('open_items_version');
  perform 1 from journal_lines where id = any (line_ids) order by id for no key update;
  with x as materialized (select * from open_item_amounts(line_ids) a where a.open_minor <> 0),
       gone as (delete from open_items o where o.journal_line_id = any (line_ids) and not exists (select 1 from x where x.journal_line_id = o.journal_line_id))
  insert into open_items as o select * from x
    on conflict (journal_line_id) do update set open_minor = excluded.open_minor, due_on = excluded.due_on, late_minor = excluded.late_minor, late_on = excluded.late_on where (o.open_minor, o.due_on, o.late_minor, o.late_on) is distinct from (excluded.open_minor, excluded.due_on, excluded.late_minor, excluded.late_on);
end $$;

-- What the lines of a new entry leave open and close of others, and what else they change. A payment in advance is open until
-- its document is posted; a document that comes to the book after its payment therefore changes what is open of the payment
-- too.
create function open_items_of_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare matched bigint[] := array(select n.id from newl n join ledger_accounts a on a.id = n.account_id and a.reconcilable);
begin
  if cardinality(matched) = 0 then return null; end if;
  perform nextval('open_items_version');
  if exists (select 1 from newl n join journal_entries e on e.id = n.entry_id where e.reverses_id is not null) then
    delete from open_items o using journal_lines l, journal_entries e
     where e.id in (select entry_id from newl) and e.reverses_id is not null and l.entry_id = e.reverses_id and o.journal_line_id = l.id;
  end if;
  insert into open_items select * from open_item_amounts(matched) x where x.open_minor <> 0;
  perform refresh_open_items(array(
    select distinct p.id from newl n
      join payment_orders o on o.source_type = n.document_type and o.source_id = n.document_id
      join journal_lines p on p.document_type = 'payment_order' and p.document_id = o.id and p.account_id = n.account_id
     where n.document_type <> 'payment_order'));
  return null;
end $$;
create trigger journal_lines_open_items after insert on journal_lines
  referencing new table as newl for each statement execute function open_items_of_lines();

create function open_items_of_letterings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'DELETE' then
    update reconciliations c set effective_on = greatest(c.effective_on, x.day)
      from (select n.reconciliation_id, max(l.posted_on) as day from changed n join journal_lines l on l.id = n.journal_line_id group by 1) x
     where x.reconciliation_id = c.id and c.effective_on is distinct from greatest(c.effective_on, x.day);
  end if;
  perform refresh_open_items(array(select distinct journal_line_id from changed));
  return null;
end $$;
create trigger reconciliation_lines_open_new after insert on reconciliation_lines
  referencing new table as changed for each statement execute function open_items_of_letterings();
create trigger reconciliation_lines_open_changed after update on reconciliation_lines
  referencing new table as changed for each statement execute function open_items_of_letterings();
create trigger reconciliation_lines_open_gone after delete on reconciliation_lines
  referencing old table as changed for each statement execute function open_items_of_letterings();

create function open_items_of_document() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'invoices' then
    perform refresh_open_items(array(select id from journal_lines where document_type = 'invoice' and document_id = new.id));
  else
    perform refresh_open_items(array(
      select id from journal_lines where document_type = 'payment_order' and document_id = new.id
      union select id from journal_lines where document_type = (to_jsonb(new) ->> 'source_type') and document_id = (to_jsonb(new) ->> 'source_id')::bigint));
  end if;
  return null;
end $$;
create trigger invoices_open_items after update of outstanding_minor, prior_open_minor, retained_open_minor
  on invoices for each row
  when ((old.outstanding_minor, old.prior_open_minor, old.retained_open_minor) is distinct from (new.outstanding_minor,
  new.prior_open_minor, new.retained_open_minor))
  execute function open_items_of_document();

create function open_items_of_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform nextval('open_items_version');
  delete from open_items where account_id = new.id;
  insert into open_items select * from open_item_amounts(array(select id from journal_lines where account_id = new.id)) x where x.open_minor <> 0;
  return null;
end $$;
create trigger ledger_accounts_open_items after update of reconcilable on ledger_accounts for each row
  when (old.reconcilable is distinct from new.reconcilable) execute function open_items_of_account();

-- What is open of lines follows many payments in one go: a release moves a thousand of them in a statement, and looking at
-- each by itself took nine tenths of its time.
create function open_items_of_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_open_items(array(
    with moved as materialized (
      select id, max(source_type) filter (where is_new) as source_type, max(source_id) filter (where is_new) as source_id
        from (select id, status, source_type, source_id, false as is_new from oldp union all select id, status, source_type, source_id, true from newp) both_states
       group by id having min(status) <> max(status) and bool_or(status in ('sent', 'paid', 'reconciled')))
    select l.id from moved m join journal_lines l on l.document_type = 'payment_order' and l.document_id = m.id
    union select l.id from moved m join journal_lines l on l.document_type = m.source_type and l.document_id = m.source_id));
  return null;
end $$;
create trigger payment_orders_open_items after update on payment_orders
  referencing old table as oldp new table as newp for each statement execute function open_items_of_orders();
`
