import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who decides what in a company. An approval is ended, never edited (CS003), and activated by a second person (CS004);
 * what was decided stays (CS015); and everybody who had a hand in a debt is on record, because none of them approves
 * its payment (CA015).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table approvals, approval_kinds, approval_policies, approval_decisions, document_hands cascade;
      drop function if exists approvals_guard, approvals_end_with_user, approval_override_guard,
        approval_decision_confirmed, approval_policies_looser, approval_policies_now, approval_policies_snapshot,
        approval_policies_guard, note_document_hand, document_approvals, note_hands_behind, approval_is_proposed cascade;
    `)
  }
}

const TABLES = `
create table approvals (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  user_id bigint not null references users,
  max_amount_minor bigint check (max_amount_minor > 0),
  daily_limit_minor bigint,
  currency char(3) not null default 'EUR',
  category_ids bigint[] not null default '{}',
  active_from date not null default current_date,
  active_to date,
  delegate_user_id bigint references users,
  delegate_from date,
  delegate_to date,
  status text not null default 'proposed' check (status in ('proposed', 'active', 'ended')),
  activated_by bigint references users,
  ended_by bigint references users,
  ended_at timestamptz,
  end_reason text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint approvals_activated check (status <> 'active' or activated_by is not null),
  check (active_to is null or active_to >= active_from),
  check (daily_limit_minor is null or max_amount_minor is null or daily_limit_minor >= max_amount_minor),
  check (activated_by is null or (activated_by <> user_id and activated_by is distinct from created_by)),
  check (delegate_user_id is null or delegate_user_id <> user_id),
  constraint approvals_delegation check ((delegate_user_id is null and delegate_from is null and delegate_to is null)
    or (delegate_user_id is not null and delegate_from is not null and delegate_to is not null
    and delegate_to >= delegate_from)),
  constraint approvals_proposed_by check (created_by is not null)
);
comment on table approvals is 'Who may approve in a company up to which amount, since when, and who stands in for them.';
create index approvals_site on approvals (site_id, status);
create trigger approvals_touch before update on approvals for each row execute function touch_updated_at();

create table approval_kinds (
  id bigint generated always as identity primary key,
  approval_id bigint not null references approvals on delete cascade,
  site_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('invoice', 'payment_supplier', 'payment_payroll', 'payment_legal', 'payment_recurrent',
    'payment_tax', 'expense_note', 'loan', 'rebilling', 'internal_transfer')),
  period daterange not null,
  active boolean not null default false,
  unique (approval_id, kind),
  exclude using gist (site_id with =, user_id with =, kind with =, period with &&) where (active)
);
comment on table approval_kinds is 'What an approval covers, one row a kind, so that two of one person never overlap.';

create table approval_policies (
  id bigint generated always as identity primary key,
  site_id bigint references sites,
  kind text,
  from_minor bigint not null default 0 check (from_minor >= 0),
  required smallint not null check (required between 0 and 5),
  aggregate_days smallint not null default 0 check (aggregate_days between 0 and 30),
  sla_hours smallint,
  unique nulls not distinct (site_id, kind, from_minor),
  check (required > 0 or kind = 'invoice')
);
comment on table approval_policies is 'How many approvals a document needs by company, kind and amount, and within how many hours.';

create table approval_decisions (
  id bigint generated always as identity primary key,
  document_type text not null,
  document_id bigint not null,
  site_id bigint not null references sites,
  user_id bigint not null references users,
  decision text not null check (decision in ('approve', 'reject', 'return')),
  fingerprint text not null,
  amount_minor bigint not null,
  approval_id bigint references approvals,
  on_behalf_of bigint references users,
  reinforced boolean not null default false,
  comment text,
  decided_at timestamptz not null default now(),
  revoked_at timestamptz,
  is_override boolean not null default false,
  constraint approval_decisions_override check (not is_override
    or (decision = 'approve' and approval_id is null and on_behalf_of is null and length(trim(coalesce(comment, ''))) >= 10))
);
comment on table approval_decisions is 'Each approval or rejection of a document, with the fingerprint of what was decided on; only revoked, never changed.';
create unique index approval_decisions_once on approval_decisions (document_type, document_id, site_id, user_id)
  where revoked_at is null;
create index approval_decisions_user on approval_decisions (user_id, decided_at);

create table document_hands (
  document_type text,
  document_id bigint,
  user_id bigint references users,
  -- Who only looked it through approves the document, not its payment.
  act text check (act in ('wrote', 'reviewed')),
  noted_at timestamptz not null default now(),
  primary key (document_type, document_id, user_id, act)
);
comment on table document_hands is 'Everybody who wrote, changed or vouched for a debt: none of them approves its payment.';
create trigger document_hands_no_change before update or delete on document_hands for each row execute function refuse_change();
`

const FUNCTIONS = `
create function approvals_guard() returns trigger language plpgsql as $$
begin
  if (new.site_id, new.user_id, new.max_amount_minor, new.daily_limit_minor, new.currency, new.category_ids, new.active_from, new.active_to, new.created_by)
    is distinct from (old.site_id, old.user_id, old.max_amount_minor, old.daily_limit_minor, old.currency, old.category_ids,
      old.active_from, old.active_to, old.created_by)
    or (new.delegate_user_id is not null and (new.delegate_user_id, new.delegate_from, new.delegate_to)
      is distinct from (old.delegate_user_id, old.delegate_from, old.delegate_to))
    or (old.status = 'ended' and new.status <> 'ended') or (old.status = 'active' and new.status = 'proposed')
    then raise exception 'approval_changed' using errcode = 'CS003'; end if;
  if new.status = 'active' and old.status = 'proposed' and (
    not exists (select 1 from users u where u.id = new.activated_by and u.role = 's1st3ma' and u.status = 'active'
      and new.activated_by is distinct from new.delegate_user_id)
    or not is_confirmed(new.activated_by)
    or has_open_change(new.user_id, new.activated_by) or has_open_change(new.delegate_user_id, new.activated_by))
    then raise exception 'approval_activator' using errcode = 'CS004'; end if;
  return new;
end $$;
create trigger approvals_guard before update on approvals for each row execute function approvals_guard();

-- Approvals of a user who is suspended or changes role end by themselves.
create function approvals_end_with_user() returns trigger language plpgsql as $$
begin
  with ended as (
    update approvals a set status = 'ended', ended_at = now(),
        end_reason = case when new.status <> 'active' then 'El usuario dejó de estar activo.' else 'El usuario cambió de rol.' end
      where a.status <> 'ended' and a.user_id = new.id
    returning a.id, a.site_id, a.end_reason),
  closed as (update approval_kinds k set active = false from ended where k.approval_id = ended.id)
  insert into audit_events (actor_kind, site_id, object_type, object_id, event, to_status, reason)
    select 'system', site_id, 'approval', id, 'approval.ended', 'ended', end_reason from ended;
  update approvals set delegate_user_id = null, delegate_from = null, delegate_to = null
    where delegate_user_id = new.id and status <> 'ended';
  return null;
end $$;
create trigger users_end_approvals after update of status, role on users for each row
  when ((old.status = 'active' and new.status <> 'active') or old.role <> new.role)
  execute function approvals_end_with_user();

-- The approval that the system role gives where nobody else may holds without an approval of their own, never without a reason
-- in writing, and only from an active s1st3ma with a second factor.
create function approval_override_guard() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from users u where u.id = new.user_id and u.role = 's1st3ma' and u.status = 'active' and u.two_factor_enabled)
    then raise exception 'approval_override_refused' using errcode = 'CS006'; end if;
  return new;
end $$;
create trigger approval_decisions_override before insert or update of is_override, user_id on approval_decisions for each row
  when (new.is_override) execute function approval_override_guard();

create function approval_decision_confirmed() returns trigger language plpgsql as $$
begin
  if not is_confirmed(new.user_id) or not is_confirmed(new.on_behalf_of)
    then raise exception 'approver_unconfirmed' using errcode = 'CS007'; end if;
  return new;
end $$;
create trigger approval_decisions_confirmed before insert on approval_decisions for each row
  when (new.decision = 'approve') execute function approval_decision_confirmed();

-- Whether policies ask for less than before anywhere: fewer people, or fewer days that add up, for any company, kind and
-- amount. Steps are rows of approval_policies as JSON; between two amounts that a row begins with nothing changes.
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
     where coalesce(now_.required, 1) < coalesce(was.required, 1) or coalesce(now_.aggregate_days, 0) < coalesce(was.aggregate_days, 0))
$$;

create function approval_policies_now() returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('site_id', site_id, 'kind', kind, 'from_minor', from_minor, 'required', required, 'aggregate_days', aggregate_days)
    order by site_id nulls first, kind nulls first, from_minor), '[]') from approval_policies
$$;

create function approval_policies_snapshot() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('caudal.policies_before', true), '') = ''
    then perform set_config('caudal.policies_before', approval_policies_now()::text, true); end if;
  return null;
end $$;
create trigger approval_policies_before before insert or update or delete on approval_policies
  for each statement execute function approval_policies_snapshot();

-- Rows go and come one by one: what holds at the end of the transaction is held against what held at its beginning.
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

-- Each kind of document writes down who had a hand in it by triggers of its own; the guard of the orders knows no document but
-- by this. Arguments: kind of document, column of its key, columns of the people, what they did.
create function note_document_hand() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select tg_argv[0], (written ->> tg_argv[1])::bigint, (written ->> person)::bigint, tg_argv[3]
      from unnest(string_to_array(tg_argv[2], ' ')) person where written ->> person is not null
    on conflict do nothing;
  return null;
end $$;

-- The people whose approval of a document as it is now stands.
create function document_approvals(kind text, document bigint, seen text) returns bigint language sql stable as $$
  select count(distinct d.user_id) from approval_decisions d
   where d.document_type = kind and d.document_id = document and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = seen
     and is_confirmed(d.user_id) and is_confirmed(d.on_behalf_of)
     and not exists (select 1 from document_hands h where h.document_type = kind and h.document_id = document and h.act = 'wrote' and h.user_id in (d.user_id, d.on_behalf_of))
$$;

-- Who changed what lets somebody in may act as them until a second person has confirmed it: what they write meanwhile is the
-- hand of who changed it too. Also of who stands behind those in turn: a hand that is there already ends it.
create function note_hands_behind() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select distinct new.document_type, new.document_id, c.changed_by, new.act from user_authority_changes c
     where c.user_id = new.user_id and c.confirmed_at is null
    on conflict do nothing;
  return null;
end $$;
create trigger document_hands_behind after insert on document_hands for each row execute function note_hands_behind();

-- An approval is born as a proposal, whatever writes it.
create function approval_is_proposed() returns trigger language plpgsql as $$
begin
  raise exception 'approval_born_active' using errcode = 'CS004';
end $$;
create trigger approvals_born before insert on approvals for each row
  when (new.status <> 'proposed' or new.activated_by is not null) execute function approval_is_proposed();
`
