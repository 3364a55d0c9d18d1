import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What area 02 forbids is refused here too: a circle of parents (CS001), another territory, currency or account width
 * once there are entries (CS002), an approval that is edited instead of ended (CS003) or that somebody other than a
 * s1st3ma activates (CS004). Approvals of a user who is suspended or changes role end by themselves.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(SITES)
    this.schema.raw(APPROVALS)
    this.schema.raw(CENTERS)
    this.schema.raw(CATEGORY)
  }

  async down() {
    this.schema.raw(`
      drop function invoice_main_category(bigint);
      drop trigger site_centers_touch on site_centers;
      alter table site_centers drop constraint site_centers_code_shape, drop constraint site_centers_rooms;
      drop trigger users_end_approvals on users;
      drop function approvals_end_with_user();
      create trigger users_end_approvals after update of role, status on users
        for each row when (new.status is distinct from old.status or new.role is distinct from old.role)
        execute function end_approvals_of_user();
      drop trigger approvals_guard on approvals;
      drop function approvals_guard();
      drop trigger approvals_touch on approvals;
      alter table approvals drop constraint approvals_delegation, drop constraint approvals_activated,
        drop column ended_by, drop column ended_at, drop column end_reason;
      drop trigger sites_guard on sites;
      drop function sites_guard();
    `)
  }
}

const SITES = `
  create function sites_guard() returns trigger language plpgsql as $$
  declare above bigint := new.parent_site_id;
  begin
    if tg_op = 'UPDATE'
      and (new.territory, new.base_currency, new.account_width) is distinct from (old.territory, old.base_currency, old.account_width)
      and exists (select 1 from journal_entries e where e.site_id = new.id)
      then raise exception 'site_has_entries' using errcode = 'CS002'; end if;
    -- One change of the structure at a time: two that together make a circle would not see each other.
    if above is not null then perform pg_advisory_xact_lock(hashtext('sites_structure')); end if;
    for step in 1..50 loop
      exit when above is null;
      if above = new.id then raise exception 'site_parent_cycle' using errcode = 'CS001'; end if;
      select parent_site_id into above from sites where id = above;
    end loop;
    if above is not null then raise exception 'site_parent_cycle' using errcode = 'CS001'; end if;
    return new;
  end $$;
  create trigger sites_guard before insert or update of parent_site_id, territory, base_currency, account_width on sites
    for each row execute function sites_guard();
`

const APPROVALS = `
  alter table approvals
    add column ended_by bigint references users,
    add column ended_at timestamptz,
    add column end_reason text,
    add constraint approvals_delegation check (
      (delegate_user_id is null and delegate_from is null and delegate_to is null)
      or (delegate_user_id is not null and delegate_from is not null and delegate_to is not null and delegate_to >= delegate_from)),
    add constraint approvals_activated check (status <> 'active' or activated_by is not null);
  create trigger approvals_touch before update on approvals for each row execute function touch_updated_at();

  create function approvals_guard() returns trigger language plpgsql as $$
  begin
    if (new.site_id, new.user_id, new.max_amount_minor, new.daily_limit_minor, new.currency, new.category_ids, new.active_from, new.active_to, new.created_by)
      is distinct from (old.site_id, old.user_id, old.max_amount_minor, old.daily_limit_minor, old.currency, old.category_ids,
        old.active_from, old.active_to, old.created_by)
      or (new.delegate_user_id is not null and (new.delegate_user_id, new.delegate_from, new.delegate_to)
        is distinct from (old.delegate_user_id, old.delegate_from, old.delegate_to))
      or (old.status = 'ended' and new.status <> 'ended') or (old.status = 'active' and new.status = 'proposed')
      then raise exception 'approval_changed' using errcode = 'CS003'; end if;
    if new.status = 'active' and old.status = 'proposed'
      and not exists (select 1 from users u where u.id = new.activated_by and u.role = 's1st3ma' and u.status = 'active')
      then raise exception 'approval_activator' using errcode = 'CS004'; end if;
    return new;
  end $$;
  create trigger approvals_guard before update on approvals for each row execute function approvals_guard();

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
`

const CENTERS = `
  alter table site_centers
    add constraint site_centers_code_shape check (code ~ '^[A-Z0-9]{2,8}$'),
    add constraint site_centers_rooms check (rooms between 0 and 5000);
  create trigger site_centers_touch before update on site_centers for each row execute function touch_updated_at();
`

/** The category an invoice counts under: its own, else the one most of its lines' money goes to. */
const CATEGORY = `
  create function invoice_main_category(bigint) returns bigint language sql stable parallel safe as $$
    select coalesce(i.category_id, (select l.category_id from invoice_lines l where l.invoice_id = i.id and l.category_id is not null
        group by l.category_id order by sum(abs(l.base_minor)) desc, l.category_id limit 1)) from invoices i where i.id = $1 $$;
`
