import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How invoices hang on contracts: each detail line knows its contract and, where a price was agreed, its item. What is
 * agreed on a day follows amendments, revisions and quantities, in one place for lists, audit and pages.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(LINKS)
    this.schema.raw(AGREED)
    this.schema.raw(USAGE)
    this.schema.raw(FROZEN)
  }

  async down() {
    this.schema.raw(`
      create or replace function invoice_rows_guard() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from invoices where id = coalesce(new.invoice_id, old.invoice_id) and status in ('booked', 'disputed'))
          then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
        return coalesce(new, old);
      end $$;
      drop view contract_usage, contract_lines;
      drop function contract_price_at(bigint, numeric, date);
      drop function contract_item_at(bigint, date);
      drop function contract_covers(provider_contracts, date);
      alter table invoices drop constraint invoices_contract;
      drop index invoices_contract_of;
      alter table invoice_lines drop constraint invoice_lines_contract_item, drop column contract_id, drop column contract_match;
    `)
  }
}

/** `contract_match` says how the link came about: score, what hit, who decided, or what is only suggested. */
const LINKS = `
  alter table invoices add constraint invoices_contract foreign key (contract_id) references provider_contracts;
  create index invoices_contract_of on invoices (contract_id, issued_on desc) where contract_id is not null;
  alter table invoice_lines
    add column contract_id bigint references provider_contracts,
    add column contract_match jsonb,
    add constraint invoice_lines_contract_item foreign key (contract_item_id) references contract_items,
    add constraint invoice_lines_item_has_contract check (contract_item_id is null or contract_id is not null);
  create index invoice_lines_contract on invoice_lines (contract_id) include (invoice_id, base_minor) where contract_id is not null;
  create index invoice_lines_item on invoice_lines (contract_item_id) where contract_item_id is not null;
`

/** A suspended contract covers what came before; one that ended or ran out covers the days it was in force. */
const AGREED = `
  create function contract_covers(c provider_contracts, day date) returns boolean language sql immutable parallel safe as $$
    select c.status in ('active', 'suspended', 'expired', 'terminated') and c.starts_on <= day
      and day <= coalesce(c.ended_on, c.ends_on, 'infinity'::date) and (c.suspended_on is null or day < c.suspended_on) $$;

  create function contract_item_at(item bigint, day date) returns bigint language sql stable parallel safe as $$
    select i.id from contract_items given
      join provider_contracts g on g.id = given.contract_id
      join provider_contracts k on k.root_id = g.root_id and k.status not in ('draft', 'pending_approval')
      join contract_items i on i.contract_id = k.id and i.code = given.code and i.valid_from <= day and (i.valid_to is null or i.valid_to >= day)
     where given.id = item order by k.amendment_no desc limit 1 $$;

  create function contract_price_at(item bigint, quantity numeric, day date) returns bigint language sql stable parallel safe as $$
    select coalesce(
      (select (t.tier ->> 'price_minor4')::bigint from jsonb_array_elements(p.tiers) as t(tier)
        where (t.tier ->> 'from_qty')::numeric <= abs(quantity) order by (t.tier ->> 'from_qty')::numeric desc limit 1),
      p.unit_price_minor4)
    from (
      (select unit_price_minor4, tiers, effective_on from contract_item_prices where item_id = item and effective_on <= day order by effective_on desc limit 1)
      union all (select unit_price_minor4, tiers, '-infinity'::date from contract_items where id = item)
    ) p order by p.effective_on desc limit 1 $$;
`

/** Invoices that are being reviewed count as well as booked ones: an invoice that breaks a cap is stopped before it is paid. */
const USAGE = `
  create view contract_lines as
    select l.id as line_id, l.invoice_id, l.contract_id, l.contract_item_id as item_id, i.site_id, i.provider_id, i.status,
        coalesce(i.operation_on, i.issued_on, i.received_at::date) as day, l.quantity, l.base_minor, i.currency, l.period_from, l.period_to
      from invoice_lines l join invoices i on i.id = l.invoice_id
     where l.contract_id is not null and i.status in ('pending_review', 'pending_approval', 'approved', 'booked', 'disputed');

  create view contract_usage as
    select contract_id, item_id, site_id, date_trunc('month', day)::date as month, currency, sum(quantity) as quantity, sum(base_minor)::bigint as base_minor,
        count(distinct invoice_id)::int as invoices, sum(base_minor) filter (where status in ('booked', 'disputed')) as booked_minor
      from contract_lines group by contract_id, item_id, site_id, date_trunc('month', day), currency;
`

/** What a booked line hangs on is no part of what was booked: a contract that is entered late still gathers its invoices. */
const FROZEN = `
  create or replace function invoice_rows_guard() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'invoice_lines' and tg_op = 'UPDATE'
       and to_jsonb(new) - '{contract_id,contract_item_id,contract_match,updated_at}'::text[]
         = to_jsonb(old) - '{contract_id,contract_item_id,contract_match,updated_at}'::text[]
      then return new; end if;
    if exists (select 1 from invoices where id = coalesce(new.invoice_id, old.invoice_id) and status in ('booked', 'disputed'))
      then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
    return coalesce(new, old);
  end $$;
`
