import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The list of blocked accounts is enforced by the database at every door that pays or lets be paid (area 27): bank details
 * of suppliers (CX001) and employees (CE003), orders that are approved, leave or are sent by network, batches that go to the bank (CX002). What
 * is listed is never rewritten, and two people take it off (CX003).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(ENTRIES)
    this.schema.raw(LOOKUP)
    this.schema.raw(GUARDS)
    this.schema.raw(DOORS)
  }

  async down() {
    this.schema.raw(employeeGuard(LISTED_BEFORE))
    this.schema.raw(`
      drop index if exists invoices_iban_detected;
      drop trigger payment_batches_listed on payment_batches;
      drop function payment_batch_listed();
      drop trigger payment_orders_listed on payment_orders;
      drop function payment_order_listed();
      drop trigger provider_banks_listed on provider_banks;
      drop function provider_bank_listed();
      drop trigger iban_blacklist_hits_append_only on iban_blacklist_hits;
      drop trigger iban_blacklist_guard on iban_blacklist;
      drop function iban_blacklist_guard();
      drop index iban_blacklist_hits_entry;
      drop function iban_listing(text);
      drop function iban_patterns(text);
      alter table iban_blacklist drop constraint iban_blacklist_shape, drop constraint iban_blacklist_lifted, drop column lift_requested_at,
        drop column lift_request_reason, drop column is_invalid, drop column import_id, drop column lock_version, drop column search_text;
      drop table iban_blacklist_imports;
    `)
  }
}

const ENTRIES = `
  create table iban_blacklist_imports (
    id uuid primary key default gen_random_uuid(),
    file_id bigint references files on delete set null,
    file_name text not null,
    status text not null default 'uploaded' check (status in ('uploaded', 'imported', 'undone')),
    rows_imported int not null default 0 check (rows_imported >= 0),
    undone_by bigint references users,
    undone_at timestamptz,
    created_by bigint references users,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint iban_blacklist_imports_undone check ((status = 'undone') = (undone_at is not null))
  );
  create trigger iban_blacklist_imports_touch before update on iban_blacklist_imports for each row execute function touch_updated_at();

  alter table iban_blacklist
    add column lift_requested_at timestamptz,
    add column lift_request_reason text check (length(lift_request_reason) between 5 and 500),
    add column is_invalid boolean not null default false,
    add column import_id uuid references iban_blacklist_imports,
    add column lock_version int not null default 0,
    add column search_text text not null generated always as
      (f_unaccent(lower(value || ' ' || coalesce(owner_name, '') || ' ' || comment))) stored,
    add constraint iban_blacklist_shape check (case pattern_type when 'iban' then value ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,30}$'
      when 'bank_prefix' then value ~ '^[A-Z]{2}[A-Z0-9]{1,10}$' else value ~ '^[A-Z]{2}$' end) not valid,
    add constraint iban_blacklist_lifted check ((status = 'lifted') = (lifted_at is not null)) not valid;
  create index iban_blacklist_list on iban_blacklist (status, created_at desc, id desc);
  create index iban_blacklist_created on iban_blacklist (created_at desc, id desc);
  create index iban_blacklist_expiry on iban_blacklist (expires_on) where status = 'active' and expires_on is not null;
  create index iban_blacklist_search on iban_blacklist using gin (search_text gin_trgm_ops);
  create index iban_blacklist_import on iban_blacklist (import_id) where import_id is not null;
  create trigger iban_blacklist_touch before update on iban_blacklist for each row execute function touch_updated_at();
  create index iban_blacklist_hits_entry on iban_blacklist_hits (entry_id, at desc);
  create index if not exists invoices_iban_detected on invoices (iban_detected text_pattern_ops) where iban_detected is not null;
`

/** Every pattern that an account falls under: itself, its country, and its country with the first one to ten signs of its bank. */
const LOOKUP = `
  create function iban_patterns(iban text) returns table (pattern_type text, value text) language sql immutable parallel safe as $$
    select 'iban', iban union all select 'country', left(iban, 2)
    union all select 'bank_prefix', left(iban, 2) || substr(iban, 5, n) from generate_series(1, 10) n $$;

  create function iban_listing(iban text) returns setof iban_blacklist language sql stable as $$
    select b.* from iban_patterns(iban) p join iban_blacklist b on b.status = 'active' and b.pattern_type = p.pattern_type and b.value = p.value
     where b.expires_on is null or b.expires_on > current_date
     order by (b.severity = 'block') desc, array_position(array['iban', 'bank_prefix', 'country'], b.pattern_type), length(b.value) desc limit 1 $$;
`

/** Undoing an import takes back what its own author has just put in, as long as nothing ran into it. */
const GUARDS = `
  create function iban_blacklist_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      if old.import_id is null or old.status <> 'active' or old.lift_requested_at is not null or old.created_at < now() - interval '24 hours'
         or exists (select 1 from iban_blacklist_hits h where h.entry_id = old.id)
        then raise exception 'blacklist_kept' using errcode = 'CX003'; end if;
      return old;
    end if;
    if (new.pattern_type, new.value, new.created_by, new.created_at) is distinct from (old.pattern_type, old.value, old.created_by, old.created_at)
      then raise exception 'blacklist_rewritten' using errcode = 'CX003'; end if;
    if old.status <> 'active' and new is distinct from old then raise exception 'blacklist_over' using errcode = 'CX003'; end if;
    if new.status = 'lifted' and (new.lifted_by is null or old.lift_requested_by is null or new.lifted_by = old.lift_requested_by
        or new.lift_requested_by is distinct from old.lift_requested_by)
      then raise exception 'blacklist_four_eyes' using errcode = 'CX004'; end if;
    if new.status = 'expired' and (new.expires_on is null or new.expires_on > current_date)
      then raise exception 'blacklist_not_over' using errcode = 'CX003'; end if;
    return new;
  end $$;
  create trigger iban_blacklist_guard before update or delete on iban_blacklist for each row execute function iban_blacklist_guard();
  create trigger iban_blacklist_hits_append_only before update or delete on iban_blacklist_hits for each row execute function refuse_change();
`

/** The guard of employees' accounts as migration 1601 has it, with what it asks of the list. */
const employeeGuard = (condition: string) => `
  create or replace function employee_banks_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.verification <> 'unverified' or new.verified_by is not null
        then raise exception 'employee_bank_born_verified' using errcode = 'CE004'; end if;
    else
      if new.employee_id <> old.employee_id or (new.iban is distinct from old.iban and new.anonymised_at is null)
        or ((new.holder_name, new.created_by) is distinct from (old.holder_name, old.created_by)
            and new.verification <> 'unverified' and new.anonymised_at is null)
        then raise exception 'employee_bank_rewritten' using errcode = 'CE004'; end if;
    end if;
${condition}
      then raise exception 'employee_bank_blacklisted' using errcode = 'CE003'; end if;
    if new.verification = 'verified' and exists (select 1 from employees e where e.id = new.employee_id and e.user_id = new.verified_by)
      and (tg_op = 'INSERT' or old.verification <> 'verified')
      then raise exception 'employee_bank_own' using errcode = 'CE005'; end if;
    return new;
  end $$;
`

const LISTED = `    if (tg_op = 'INSERT' or new.verification = 'verified' and old.verification <> 'verified' or new.is_default and not old.is_default
        or new.disabled_at is null and old.disabled_at is not null)
       and exists (select 1 from iban_listing(new.iban) b where b.severity = 'block')`

const LISTED_BEFORE = `    if (tg_op = 'INSERT' or new.verification = 'verified' and old.verification <> 'verified') and exists (
        select 1 from iban_blacklist b where b.status = 'active' and b.severity = 'block' and (b.expires_on is null or b.expires_on > current_date)
           and (b.pattern_type, b.value::text) in (('iban', new.iban), ('bank_prefix', left(new.iban, 2) || substr(new.iban, 5, 4)), ('country', left(new.iban, 2))))`

/**
 * A payment that leaves and an account that is being listed wait for each other (lock 27, shared by what leaves): it left
 * before, or it does not leave.
 */
const DOORS = `
  ${employeeGuard(LISTED)}

  create function provider_bank_listed() returns trigger language plpgsql as $$
  begin
    if new.iban is not null and (tg_op = 'INSERT' or new.iban is distinct from old.iban or new.verification = 'verified' and old.verification <> 'verified'
        or new.is_default and not old.is_default or new.disabled_at is null and old.disabled_at is not null)
       and exists (select 1 from iban_listing(new.iban) b where b.severity = 'block')
      then raise exception 'provider_bank_blacklisted' using errcode = 'CX001'; end if;
    return new;
  end $$;
  create trigger provider_banks_listed before insert or update on provider_banks for each row execute function provider_bank_listed();

  create function payment_order_listed() returns trigger language plpgsql as $$
  begin
    if new.status = 'sent' then perform pg_advisory_xact_lock_shared(27, 0); end if;
    if exists (select 1 from iban_listing(new.creditor_iban) b where b.severity = 'block')
      then raise exception 'payment_order_blacklisted' using errcode = 'CX002'; end if;
    return new;
  end $$;
  create trigger payment_orders_listed before update on payment_orders for each row
    when (new.creditor_iban is not null and new.status in ('approved', 'sent')
      and (old.status <> new.status or new.sub_status = 'submitting' and old.sub_status = 'queued')) execute function payment_order_listed();

  create function payment_batch_listed() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(27, 0);
    if exists (select 1 from payment_orders o cross join lateral iban_listing(o.creditor_iban) b
        where o.batch_id = new.id and o.status = 'sent' and b.severity = 'block')
      then raise exception 'payment_batch_blacklisted' using errcode = 'CX002'; end if;
    return new;
  end $$;
  create trigger payment_batches_listed before update on payment_batches for each row
    when (new.status = 'sent' and old.status <> 'sent') execute function payment_batch_listed();
`
