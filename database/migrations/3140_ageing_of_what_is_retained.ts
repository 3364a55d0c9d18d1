import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is open of an invoice is not all due on its day: the guarantee is due when it is given back, and what the invoice says
 * was paid before is not asked for at all. `late_minor` is that part of an open item, with the item's sign, and `late_on` its day;
 * null where there is none yet. The guarantee is what is settled last, therefore it is the last of what is open. An item of
 * which nothing else is left has its day.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table open_items add column late_minor bigint not null default 0, add column late_on date;
      drop function open_item_amounts(bigint[]);
      ${AMOUNTS}
      ${refresh(
        'open_minor = excluded.open_minor, due_on = excluded.due_on, late_minor = excluded.late_minor, late_on = excluded.late_on',
        '(o.open_minor, o.due_on, o.late_minor, o.late_on) is distinct from (excluded.open_minor, excluded.due_on, excluded.late_minor, excluded.late_on)'
      )}
      drop trigger invoices_open_items on invoices;
      create trigger invoices_open_items after update of outstanding_minor, prior_open_minor, retained_open_minor on invoices for each row
        when ((old.outstanding_minor, old.prior_open_minor, old.retained_open_minor) is distinct from (new.outstanding_minor, new.prior_open_minor, new.retained_open_minor))
        execute function open_items_of_document();
      select refresh_open_items(array(select o.journal_line_id from invoices i join journal_lines l on l.document_type = 'invoice' and l.document_id = i.id
          join open_items o on o.journal_line_id = l.id where i.retained_minor <> 0 or i.prior_open_minor <> 0));
      drop index open_items_due;
      create index open_items_due on open_items (due_on, journal_line_id) include (site_id, account_id, currency, party, open_minor, late_minor, late_on);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index open_items_due;
      create index open_items_due on open_items (due_on, journal_line_id) include (site_id, account_id, currency, party, open_minor);
      drop trigger invoices_open_items on invoices;
      create trigger invoices_open_items after update of outstanding_minor on invoices for each row
        when (old.outstanding_minor is distinct from new.outstanding_minor) execute function open_items_of_document();
      drop function open_item_amounts(bigint[]);
      alter table open_items drop column late_minor, drop column late_on;
      ${AMOUNTS_BEFORE}
      ${refresh('open_minor = excluded.open_minor', 'o.open_minor <> excluded.open_minor')}
      update open_items o set due_on = x.due_on from open_item_amounts(array(select journal_line_id from open_items)) x
       where x.journal_line_id = o.journal_line_id and x.due_on <> o.due_on;
    `)
  }
}

const PAYS_KNOWN_DEBT = `exists (select 1 from payment_orders x join journal_lines debt on debt.document_type = x.source_type and debt.document_id = x.source_id
                where x.id = l.document_id and debt.account_id = l.account_id)`

const sumOf = (states: string) =>
  `(select sum(x.amount_minor) filter (where ${states}) from payment_orders x where x.source_type = l.document_type and x.source_id = l.document_id)`

const OPEN = `
               (sign(l.amount_minor) * case
                  when d.is_debt and l.document_type = 'payment_order' then case when ${PAYS_KNOWN_DEBT} then 0 else abs(l.amount_minor) - coalesce(r.lettered, 0) end
                  when d.is_debt then greatest(0, least(abs(l.amount_minor) - coalesce(r.lettered, 0),
                    coalesce(abs(i.outstanding_minor), abs(l.amount_minor) - coalesce(${sumOf(`x.status in ('paid', 'reconciled')`)}, 0)) - coalesce(${sumOf(`x.status = 'sent'`)}, 0)))
                  else abs(l.amount_minor) - coalesce(r.lettered, 0) end)::bigint`

const LINES = `
          from journal_lines l
          join ledger_accounts a on a.id = l.account_id and a.reconcilable
            and (a.code not like '57%' or a.code ^@ any (select w.account_code from ledger_account_roles w where w.role = 'own_transfers_in_transit'))
          join journal_entries e on e.id = l.entry_id
          cross join lateral (select a.subledger in ('provider', 'employee', 'site', 'channel') and l.document_id is not null as is_debt) d
          left join lateral (select sum(abs(x.amount_minor))::bigint as lettered from reconciliation_lines x where x.journal_line_id = l.id) r on true
          left join invoices i on d.is_debt and l.document_type = 'invoice' and i.id = l.document_id`

const COUNTED = `
         where l.id = any (line_ids) and e.reverses_id is null and e.source_type is distinct from 'fiscal_year'
           and not exists (select 1 from journal_entries x where x.reverses_id = e.id)`

const PARTY = 'open_item_party(l.counterparty_type, l.counterparty_id, a.code, a.id)'
const HEAD = `journal_line_id bigint, site_id bigint, account_id bigint, currency char(3), party text, posted_on date, due_on date, open_minor bigint`

const AMOUNTS = `
      -- The day of what an invoice holds back: when it was released, or is to be; none while it waits for money of before.
      create function invoice_late_on(i invoices) returns date language sql stable as $$
        select case when i.prior_open_minor <> 0 then null
                    when i.retained_open_minor = 0 and i.held_released_at is not null then (i.held_released_at at time zone 'Europe/Madrid')::date
                    else i.retained_until end $$;

      create function open_item_amounts(line_ids bigint[])
        returns table (${HEAD}, late_minor bigint, late_on date)
        language sql stable as $$
        select x.id, x.site_id, x.account_id, x.currency, x.party, x.posted_on, case when x.late <> 0 and x.late = x.open then coalesce(x.late_on, x.due_on) else x.due_on end,
               x.open, x.late, case when x.late <> 0 then x.late_on end
          from (select l.id, l.site_id, l.account_id, l.currency, ${PARTY} as party, l.posted_on, coalesce(l.due_on, l.posted_on) as due_on, v.open, h.late, h.late_on
            ${LINES}
            cross join lateral (select ${OPEN} as open) v
            cross join lateral (select (sign(v.open) * least(abs(v.open), coalesce(abs(i.retained_minor) + abs(i.prior_open_minor), 0)))::bigint as late,
                case when i.retained_minor <> 0 then invoice_late_on(i) end as late_on) h
            ${COUNTED}) x
      $$;
`

const AMOUNTS_BEFORE = `
      drop function invoice_late_on(invoices);
      create function open_item_amounts(line_ids bigint[])
        returns table (${HEAD})
        language sql stable as $$
        select l.id, l.site_id, l.account_id, l.currency, ${PARTY}, l.posted_on, coalesce(l.due_on, l.posted_on), ${OPEN}
        ${LINES}
        ${COUNTED}
      $$;
`

const refresh = (set: string, when: string) => `
      create or replace function refresh_open_items(line_ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if cardinality(line_ids) = 0 then return; end if;
        perform nextval('open_items_version');
        perform 1 from journal_lines where id = any (line_ids) order by id for no key update;
        with x as materialized (select * from open_item_amounts(line_ids) a where a.open_minor <> 0),
             gone as (delete from open_items o where o.journal_line_id = any (line_ids) and not exists (select 1 from x where x.journal_line_id = o.journal_line_id))
        insert into open_items as o select * from x
          on conflict (journal_line_id) do update set ${set} where ${when};
      end $$;
`
