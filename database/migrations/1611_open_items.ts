import { BaseSchema } from '@adonisjs/lucid/schema'
import env from '#start/env'

/**
 * Partidas abiertas (area 01 §3): what is open of each line of an account whose lines are matched, held so that a list of
 * them costs nothing at a million lines. It is a cache like the balances: only triggers write it. What is open of a line
 * is what no lettering covers; of the debt of a document no more than the document still owes; a payment of such a debt
 * is not open beside it. Reversed entries and the close of a year are nobody's debt. Lines of the bank are proved by its
 * statements and not lettered.
 */
export default class extends BaseSchema {
  async up() {
    const role = `"${new URL(env.get('DATABASE_APP_URL')).username}"`
    this.schema.raw(TABLES)
    this.schema.raw(AMOUNTS)
    this.schema.raw(TRIGGERS)
    this.schema.raw(`
      insert into open_items select * from open_item_amounts(array(select id from journal_lines)) where open_minor <> 0;
      update reconciliations c set effective_on = x.day from (
        select r.reconciliation_id, max(l.posted_on) as day from reconciliation_lines r join journal_lines l on l.id = r.journal_line_id group by 1) x
       where x.reconciliation_id = c.id;
      revoke insert, update, delete on open_items from ${role};
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger journal_lines_open_items on journal_lines;
      drop trigger reconciliation_lines_open_new on reconciliation_lines;
      drop trigger reconciliation_lines_open_changed on reconciliation_lines;
      drop trigger reconciliation_lines_open_gone on reconciliation_lines;
      drop trigger invoices_open_items on invoices;
      drop trigger payment_orders_open_items on payment_orders;
      drop trigger ledger_accounts_open_items on ledger_accounts;
      drop function open_items_of_lines();
      drop function open_items_of_letterings();
      drop function open_items_of_document();
      drop function open_items_of_account();
      drop function refresh_open_items(bigint[]);
      drop function open_item_amounts(bigint[]);
      drop function open_item_party(text, bigint, text, bigint);
      drop table open_items;
      drop sequence open_items_version;
      alter table reconciliations drop column effective_on, drop column by_hand, drop column entry_id;
    `)
  }
}

const TABLES = `
  -- Grows with every change of what is open: what was added up under the same number still holds.
  create sequence open_items_version;

  alter table reconciliations
    add column effective_on date,
    add column by_hand boolean not null default false,
    add column entry_id bigint references journal_entries;
  create index reconciliations_list on reconciliations (created_at desc, id desc);
  create index reconciliations_day on reconciliations (effective_on);
  create index reconciliations_account on reconciliations (account_id);

  create table open_items (
    journal_line_id bigint primary key references journal_lines,
    site_id bigint not null,
    account_id bigint not null references ledger_accounts,
    currency char(3) not null,
    party text not null,
    posted_on date not null,
    due_on date not null,
    open_minor bigint not null check (open_minor <> 0)
  );
  create index open_items_due on open_items (due_on, journal_line_id) include (site_id, account_id, currency, party, open_minor);
  create index open_items_party on open_items (party, due_on, journal_line_id);
  create index open_items_site on open_items (site_id, due_on, journal_line_id);
  create index open_items_account on open_items (account_id, due_on, journal_line_id);
  create index open_items_amount on open_items (open_minor, journal_line_id);
`

const AMOUNTS = `
  -- Whose an item is; what is owed to the State (subgroup 47) has no party but its account, whoever its line names.
  create function open_item_party(party_type text, party_id bigint, code text, account_id bigint) returns text language sql immutable as $$
    select case when party_type is not null and party_id is not null and code not like '47%' then party_type || ':' || party_id else 'account:' || account_id end
  $$;

  create function open_item_amounts(line_ids bigint[])
    returns table (journal_line_id bigint, site_id bigint, account_id bigint, currency char(3), party text, posted_on date, due_on date, open_minor bigint)
    language sql stable as $$
    select l.id, l.site_id, l.account_id, l.currency, open_item_party(l.counterparty_type, l.counterparty_id, a.code, a.id), l.posted_on,
           coalesce(l.due_on, l.posted_on),
           (sign(l.amount_minor) * case
              when d.is_debt and l.document_type = 'payment_order' then case when p.pays_known_debt then 0 else abs(l.amount_minor) - coalesce(r.lettered, 0) end
              when d.is_debt then greatest(0, least(abs(l.amount_minor) - coalesce(r.lettered, 0),
                coalesce(abs(i.outstanding_minor), abs(l.amount_minor) - coalesce(o.paid, 0)) - coalesce(o.sent, 0)))
              else abs(l.amount_minor) - coalesce(r.lettered, 0) end)::bigint
      from journal_lines l
      join ledger_accounts a on a.id = l.account_id and a.reconcilable
        and (a.code not like '57%' or a.code ^@ any (select w.account_code from ledger_account_roles w where w.role = 'own_transfers_in_transit'))
      join journal_entries e on e.id = l.entry_id
      cross join lateral (select a.subledger in ('provider', 'employee', 'site', 'channel') and l.document_id is not null as is_debt) d
      left join lateral (select sum(abs(x.amount_minor))::bigint as lettered from reconciliation_lines x where x.journal_line_id = l.id) r on true
      left join lateral (select sum(x.amount_minor) filter (where x.status in ('paid', 'reconciled')) as paid, sum(x.amount_minor) filter (where x.status = 'sent') as sent
          from payment_orders x where d.is_debt and l.document_type <> 'payment_order' and x.source_type = l.document_type and x.source_id = l.document_id) o on true
      left join invoices i on d.is_debt and l.document_type = 'invoice' and i.id = l.document_id
      left join lateral (select exists (select 1 from payment_orders x join journal_lines debt on debt.document_type = x.source_type and debt.document_id = x.source_id
          where x.id = l.document_id and debt.account_id = l.account_id) as pays_known_debt) p on d.is_debt and l.document_type = 'payment_order'
     where l.id = any (line_ids) and e.reverses_id is null and e.source_type is distinct from 'fiscal_year'
       and not exists (select 1 from journal_entries x where x.reverses_id = e.id)
  $$;

  -- Lines are locked first, in order: whoever else changes what is open of them is waited for, and then seen.
  create function refresh_open_items(line_ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if cardinality(line_ids) = 0 then return; end if;
    perform nextval('open_items_version');
    perform 1 from journal_lines where id = any (line_ids) order by id for no key update;
    delete from open_items o where o.journal_line_id = any (line_ids)
      and not exists (select 1 from open_item_amounts(line_ids) x where x.journal_line_id = o.journal_line_id and x.open_minor <> 0);
    insert into open_items as o select * from open_item_amounts(line_ids) x where x.open_minor <> 0
      on conflict (journal_line_id) do update set open_minor = excluded.open_minor where o.open_minor <> excluded.open_minor;
  end $$;
`

const TRIGGERS = `
  create function open_items_of_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform nextval('open_items_version');
    delete from open_items o using journal_lines l, journal_entries e
     where e.id in (select entry_id from newl) and e.reverses_id is not null and l.entry_id = e.reverses_id and o.journal_line_id = l.id;
    insert into open_items
      select * from open_item_amounts(array(select n.id from newl n join ledger_accounts a on a.id = n.account_id and a.reconcilable)) x where x.open_minor <> 0;
    return null;
  end $$;
  create trigger journal_lines_open_items after insert on journal_lines
    referencing new table as newl for each statement execute function open_items_of_lines();

  create function open_items_of_letterings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

  create function open_items_of_document() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  create trigger invoices_open_items after update of outstanding_minor on invoices for each row
    when (old.outstanding_minor is distinct from new.outstanding_minor) execute function open_items_of_document();
  create trigger payment_orders_open_items after update of status on payment_orders for each row
    when (old.status is distinct from new.status and (old.status in ('sent', 'paid', 'reconciled') or new.status in ('sent', 'paid', 'reconciled')))
    execute function open_items_of_document();

  create function open_items_of_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform nextval('open_items_version');
    delete from open_items where account_id = new.id;
    insert into open_items select * from open_item_amounts(array(select id from journal_lines where account_id = new.id)) x where x.open_minor <> 0;
    return null;
  end $$;
  create trigger ledger_accounts_open_items after update of reconcilable on ledger_accounts for each row
    when (old.reconcilable is distinct from new.reconcilable) execute function open_items_of_account();
`
