import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Accounts, banks and countries that nobody may pay. What is listed is never rewritten, and two people take it off
 * (CX003, CX004).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table iban_blacklist, iban_blacklist_hits cascade;
      drop function if exists iban_patterns, iban_listing, iban_blacklist_guard cascade;
    `)
  }
}

const TABLES = `
create table iban_blacklist (
  id bigint generated always as identity primary key,
  pattern_type text not null check (pattern_type in ('iban', 'bank_prefix', 'country')),
  value varchar(34) not null check (value = upper(value) and value !~ '\\s'),
  severity text not null check (severity in ('block', 'warn')),
  reason text not null check (reason in ('fraude', 'cambio_no_verificado', 'proveedor_bloqueado', 'sancion', 'error_recurrente', 'otro')),
  comment text not null check (length(comment) between 5 and 500),
  owner_name varchar(160),
  evidence_file_id bigint references files,
  expires_on date,
  status text not null default 'active' check (status in ('active', 'lifted', 'expired')),
  lift_requested_by bigint references users,
  lifted_by bigint references users,
  lifted_at timestamptz,
  lift_reason text,
  lift_requested_at timestamptz,
  lift_request_reason text check (length(lift_request_reason) between 5 and 500),
  is_invalid boolean not null default false,
  import_id uuid references imports,
  search_text text not null generated always as (f_unaccent(lower(((((value || ' ') || (coalesce(owner_name,
    ''))) || ' ') || comment)))) stored,
  lock_version int not null default 0,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (lifted_by is null or lifted_by is distinct from lift_requested_by),
  constraint iban_blacklist_lifted check ((status = 'lifted') = (lifted_at is not null)),
  constraint iban_blacklist_shape check (case pattern_type when 'iban' then value ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,30}$'
    when 'bank_prefix' then value ~ '^[A-Z]{2}[A-Z0-9]{1,10}$' else value ~ '^[A-Z]{2}$' end)
);
comment on table iban_blacklist is 'Accounts, banks and countries that nobody may pay.';
create unique index iban_blacklist_active on iban_blacklist (pattern_type, value) where status = 'active';
create index iban_blacklist_list on iban_blacklist (status, created_at desc, id desc);
create index iban_blacklist_created on iban_blacklist (created_at desc, id desc);
create index iban_blacklist_expiry on iban_blacklist (expires_on) where status = 'active' and expires_on is not null;
create index iban_blacklist_search on iban_blacklist using gin (search_text gin_trgm_ops);
create index iban_blacklist_import on iban_blacklist (import_id) where import_id is not null;
create trigger iban_blacklist_touch before update on iban_blacklist for each row execute function touch_updated_at();

create table iban_blacklist_hits (
  id bigint generated always as identity primary key,
  entry_id bigint not null references iban_blacklist,
  point text not null,
  object_type text,
  object_id bigint,
  user_id bigint,
  iban text not null,
  outcome text not null check (outcome in ('blocked', 'warned', 'released')),
  at timestamptz not null default now()
);
comment on table iban_blacklist_hits is 'Where a listed account was met, and what came of it.';
create index iban_blacklist_hits_entry on iban_blacklist_hits (entry_id, at desc);
create trigger iban_blacklist_hits_append_only before update or delete
  on iban_blacklist_hits for each row execute function refuse_change();
`

const FUNCTIONS = `
-- Every pattern that an account falls under: itself, its country, and its country with the first one to ten signs of its bank.
create function iban_patterns(iban text) returns table (pattern_type text, value text)
language sql immutable parallel safe as $$
  select 'iban', iban union all select 'country', left(iban, 2)
  union all select 'bank_prefix', left(iban, 2) || substr(iban, 5, n) from generate_series(1, 10) n
$$;

create function iban_listing(iban text) returns setof iban_blacklist language sql stable as $$
  select b.* from iban_patterns(iban) p join iban_blacklist b on b.status = 'active' and b.pattern_type = p.pattern_type and b.value = p.value
   where b.expires_on is null or b.expires_on > current_date
   order by (b.severity = 'block') desc, array_position(array['iban', 'bank_prefix', 'country'], b.pattern_type), length(b.value) desc limit 1
$$;

-- Undoing an import takes back what its own author has just put in, as long as nothing ran into it.
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
create trigger iban_blacklist_guard before update or delete
  on iban_blacklist for each row execute function iban_blacklist_guard();
`
