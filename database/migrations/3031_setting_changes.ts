import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What loosens a control takes two people: one proposes, another one confirms, and only then it is applied (decision 0054).
 * The settings themselves refuse to be loosened without such a change in the same transaction (CS010).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(CHANGES)
    this.schema.raw(LOOSENED)
    this.schema.raw(NUMBERS)
    this.schema.raw(POLICIES)
  }

  async down() {
    this.schema.raw(`
      drop trigger approval_policies_loosened on approval_policies;
      drop trigger approval_policies_before on approval_policies;
      drop function approval_policies_guard();
      drop function approval_policies_snapshot();
      drop function approval_policies_now();
      drop function approval_policies_looser(jsonb, jsonb);
      drop trigger sites_direct_booking on sites;
      drop trigger group_settings_loosened on group_settings;
      drop function sites_direct_booking_guard();
      drop function group_settings_guard();
      drop function is_confirmed_change(text, bigint, jsonb);
      drop function sorted_rows(jsonb);
      drop table setting_changes;
      drop function setting_change_guard();
    `)
  }
}

const CHANGES = `
  create table setting_changes (
    id bigint generated always as identity primary key,
    setting text not null check (setting in ('approval_policies', 'bank_cooling', 'senior_cap', 'direct_booking')),
    site_id bigint references sites,
    before jsonb not null,
    after jsonb not null,
    reason text not null check (length(trim(reason)) between 5 and 500),
    status text not null default 'proposed' check (status in ('proposed', 'confirmed', 'rejected', 'withdrawn')),
    proposed_by bigint not null references users,
    proposed_at timestamptz not null default now(),
    decided_by bigint references users,
    decided_at timestamptz,
    decision_reason text,
    applied_in xid8,
    constraint setting_changes_decided check ((status = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
    constraint setting_changes_two_people check (status <> 'confirmed' or decided_by <> proposed_by),
    constraint setting_changes_withdrawn check (status <> 'withdrawn' or decided_by = proposed_by),
    constraint setting_changes_applied check ((status = 'confirmed') = (applied_in is not null))
  );
  create unique index setting_changes_open on setting_changes (setting, site_id) nulls not distinct where status = 'proposed';
  create index setting_changes_recent on setting_changes (coalesce(decided_at, proposed_at) desc);
  create trigger setting_changes_no_delete before delete on setting_changes for each row execute function refuse_change();

  create function setting_change_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.status <> 'proposed' then raise exception 'setting_change_born_decided' using errcode = 'CS011'; end if;
      return new;
    end if;
    if old.status <> 'proposed' or (new.setting, new.site_id, new.before, new.after, new.reason, new.proposed_by, new.proposed_at)
         is distinct from (old.setting, old.site_id, old.before, old.after, old.reason, old.proposed_by, old.proposed_at)
      then raise exception 'setting_change_frozen' using errcode = 'CS011'; end if;
    if new.status = 'confirmed' then
      if not is_confirmed(new.decided_by) or not exists (
           select 1 from users u where u.id = new.decided_by and u.status = 'active' and u.role in ('s1st3ma', 'aprobador')
             and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = new.site_id)))
        then raise exception 'setting_change_confirmer' using errcode = 'CS011'; end if;
      new.applied_in := pg_current_xact_id();
    end if;
    return new;
  end $$;
  create trigger setting_changes_guard before insert or update on setting_changes for each row execute function setting_change_guard();

  -- The order of rows says nothing.
  create function sorted_rows(jsonb) returns jsonb language sql immutable as $$
    select case when jsonb_typeof($1) = 'array' then (select coalesce(jsonb_agg(e order by e), '[]') from jsonb_array_elements($1) e) else $1 end $$;

  -- Confirmed in this very transaction, to exactly this value.
  create function is_confirmed_change(text, bigint, jsonb) returns boolean language sql stable as $$
    select exists (select 1 from setting_changes c where c.setting = $1 and c.site_id is not distinct from $2 and sorted_rows(c.after) = sorted_rows($3)
      and c.status = 'confirmed' and c.applied_in = pg_current_xact_id_if_assigned()) $$;
`

/**
 * Whether policies ask for less than before anywhere: fewer people, or fewer days that add up, for any company, kind and
 * amount. Steps are rows of approval_policies as JSON; between two amounts that a row begins with nothing changes.
 */
const LOOSENED = `
  create function approval_policies_looser(before jsonb, after jsonb) returns boolean language sql stable as $$
    with b as materialized (select * from jsonb_to_recordset(before) as x(site_id bigint, kind text, from_minor bigint, required int, aggregate_days int)),
      a as materialized (select * from jsonb_to_recordset(after) as x(site_id bigint, kind text, from_minor bigint, required int, aggregate_days int)),
      both_ as (select * from b union all select * from a),
      sites_ as (select distinct site_id from both_ union select null::bigint),
      -- '*' is any kind without rows of its own; what is said for a company of none is said for every other one.
      kinds_ as (select distinct kind from both_ where kind is not null union select '*'),
      amounts as (select distinct from_minor from both_ union select 0::bigint)
    select exists (
      select 1 from sites_ s cross join kinds_ k cross join amounts m
        left join lateral (select b.required, b.aggregate_days from b where (b.site_id = s.site_id or b.site_id is null) and (b.kind = k.kind or b.kind is null) and b.from_minor <= m.from_minor
          order by b.site_id nulls last, b.kind nulls last, b.from_minor desc limit 1) was on true
        left join lateral (select a.required, a.aggregate_days from a where (a.site_id = s.site_id or a.site_id is null) and (a.kind = k.kind or a.kind is null) and a.from_minor <= m.from_minor
          order by a.site_id nulls last, a.kind nulls last, a.from_minor desc limit 1) now_ on true
       where coalesce(now_.required, 1) < coalesce(was.required, 1) or coalesce(now_.aggregate_days, 0) < coalesce(was.aggregate_days, 0)) $$;

  create function approval_policies_now() returns jsonb language sql stable as $$
    select coalesce(jsonb_agg(jsonb_build_object('site_id', site_id, 'kind', kind, 'from_minor', from_minor, 'required', required, 'aggregate_days', aggregate_days)
      order by site_id nulls first, kind nulls first, from_minor), '[]') from approval_policies $$;
`

/** A shorter wait, a higher cap of senior accounting, a higher limit of booking without approval. */
const NUMBERS = `
  create function group_settings_guard() returns trigger language plpgsql as $$
  declare
    named text := case new.key when 'bank_cooling_hours' then 'bank_cooling' else 'senior_cap' end;
    held bigint := case when tg_op = 'UPDATE' then old.value when new.key = 'bank_cooling_hours' then 48 end;
  begin
    if (new.key = 'bank_cooling_hours' and new.value < held or new.key = 'senior_accounting_cap_minor' and new.value > held)
      and not is_confirmed_change(named, null, to_jsonb(new.value))
      then raise exception 'setting_loosened' using errcode = 'CS010'; end if;
    return new;
  end $$;
  create trigger group_settings_loosened before insert or update on group_settings for each row
    when (new.key in ('bank_cooling_hours', 'senior_accounting_cap_minor')) execute function group_settings_guard();

  create function sites_direct_booking_guard() returns trigger language plpgsql as $$
  begin
    if new.auto_book_limit_minor > (case when tg_op = 'UPDATE' then old.auto_book_limit_minor else 0 end)
      and not is_confirmed_change('direct_booking', new.id, to_jsonb(new.auto_book_limit_minor))
      then raise exception 'setting_loosened' using errcode = 'CS010'; end if;
    return new;
  end $$;
  create trigger sites_direct_booking before insert or update of auto_book_limit_minor on sites
    for each row execute function sites_direct_booking_guard();
`

/** Rows go and come one by one: what holds at the end of the transaction is held against what held at its beginning. */
const POLICIES = `
  create function approval_policies_snapshot() returns trigger language plpgsql as $$
  begin
    if coalesce(current_setting('caudal.policies_before', true), '') = ''
      then perform set_config('caudal.policies_before', approval_policies_now()::text, true); end if;
    return null;
  end $$;
  create trigger approval_policies_before before insert or update or delete on approval_policies
    for each statement execute function approval_policies_snapshot();

  create function approval_policies_guard() returns trigger language plpgsql as $$
  declare
    held text := current_setting('caudal.policies_before', true);
    site bigint := case when tg_op = 'DELETE' then old.site_id else new.site_id end;
    steps jsonb;
  begin
    if coalesce(held, '') = '' or not approval_policies_looser(held::jsonb, approval_policies_now()) then return null; end if;
    select jsonb_agg(jsonb_build_object('kind', kind, 'fromMinor', from_minor, 'required', required, 'aggregateDays', aggregate_days, 'slaHours', sla_hours))
      into steps from approval_policies where site_id is not distinct from site;
    if not is_confirmed_change('approval_policies', site, coalesce(steps, '[]')) then raise exception 'setting_loosened' using errcode = 'CS010'; end if;
    return null;
  end $$;
  create constraint trigger approval_policies_loosened after insert or update or delete on approval_policies
    deferrable initially deferred for each row execute function approval_policies_guard();
`
