import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who invited somebody, or changed what lets them in or decide, does not make them count as an approver: a second person
 * confirms it. Until then they approve nothing (CS007), are nobody's second person (CS008), and confirm nobody (CS009).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(CHANGES)
    this.schema.raw(NOTES)
    this.schema.raw(CONFIRMATION)
    this.schema.raw(DECISIONS)
    this.schema.raw(SECOND_PEOPLE)
    this.schema.raw(
      activation(`
      or not is_confirmed(new.activated_by)
      or has_open_change(new.user_id, new.activated_by) or has_open_change(new.delegate_user_id, new.activated_by)`)
    )
  }

  async down() {
    this.schema.raw(activation(''))
    this.schema.raw(`
      ${SECOND.map(({ table }) => `drop trigger ${table}_second_person on ${table};`).join('\n')}
      drop function second_person_guard();
      drop trigger approval_decisions_confirmed on approval_decisions;
      drop function approval_decision_confirmed();
      drop trigger password_tokens_authority on password_tokens;
      drop function note_password_link();
      drop trigger user_sites_authority on user_sites;
      drop function note_companies();
      drop trigger users_authority on users;
      drop trigger users_invited on users;
      drop function note_authority_change();
      alter table password_tokens drop column created_by;
      drop table user_authority_changes;
      drop function authority_change_guard();
      drop function has_open_change(bigint, bigint);
      drop function is_confirmed(bigint);
    `)
  }
}

/** What somebody else did to a person's access, and who looked at it. Nothing of one's own stands here. */
const CHANGES = `
  create table user_authority_changes (
    id bigint generated always as identity primary key,
    user_id bigint not null references users,
    changed_by bigint not null references users,
    change text not null check (change in ('invited', 'role', 'companies', 'email', 'second_factor', 'password_link', 'reactivated')),
    changed_at timestamptz not null default now(),
    confirmed_by bigint references users,
    confirmed_at timestamptz,
    constraint user_authority_changes_of_others check (changed_by <> user_id),
    constraint user_authority_changes_confirmed check ((confirmed_by is null) = (confirmed_at is null))
  );
  create index user_authority_changes_open on user_authority_changes (user_id) where confirmed_at is null;
  create index user_authority_changes_user on user_authority_changes (user_id, id);
  create trigger user_authority_changes_no_delete before delete on user_authority_changes for each row execute function refuse_change();

  create function is_confirmed(person bigint) returns boolean language sql stable as $$
    select not exists (select 1 from user_authority_changes c where c.user_id = person and c.confirmed_at is null) $$;
  create function has_open_change(person bigint, author bigint) returns boolean language sql stable as $$
    select exists (select 1 from user_authority_changes c where c.user_id = person and c.changed_by = author and c.confirmed_at is null) $$;

  alter table password_tokens add column created_by bigint references users;
`

/** Taken down whatever door the change came through; the lock keeps a confirmation from missing one that is being made. */
const NOTES = `
  create function note_authority_change() returns trigger language plpgsql as $$
  declare
    author bigint;
    changes text[] := '{}';
  begin
    if tg_op = 'INSERT' then author := new.created_by; changes := '{invited}';
    else
      author := new.updated_by;
      if new.role <> old.role then changes := changes || 'role'::text; end if;
      if new.all_sites <> old.all_sites then changes := changes || 'companies'::text; end if;
      if new.email <> old.email and new.status <> 'archived' then changes := changes || 'email'::text; end if;
      if old.two_factor_enabled and not new.two_factor_enabled then changes := changes || 'second_factor'::text; end if;
      if old.status = 'suspended' and new.status in ('active', 'invited') then changes := changes || 'reactivated'::text; end if;
    end if;
    if author is null or author = new.id or changes = '{}' then return null; end if;
    perform pg_advisory_xact_lock(hashtext('user_authority'));
    insert into user_authority_changes (user_id, changed_by, change) select new.id, author, unnest(changes);
    return null;
  end $$;
  create trigger users_invited after insert on users for each row execute function note_authority_change();
  create trigger users_authority after update of role, all_sites, email, two_factor_enabled, status on users
    for each row execute function note_authority_change();

  -- Companies change together, and with an invitation they are part of it: one line for one act.
  create function note_companies() returns trigger language plpgsql as $$
  declare
    person bigint := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
    author bigint;
  begin
    select coalesce(u.updated_by, u.created_by) into author from users u where u.id = person;
    if author is null or author = person then return null; end if;
    perform pg_advisory_xact_lock(hashtext('user_authority'));
    insert into user_authority_changes (user_id, changed_by, change) select person, author, 'companies'
      where not exists (select 1 from user_authority_changes c where c.user_id = person and c.changed_by = author
        and c.changed_at = now() and c.change in ('companies', 'invited'));
    return null;
  end $$;
  create trigger user_sites_authority after insert or delete on user_sites for each row execute function note_companies();

  create function note_password_link() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtext('user_authority'));
    insert into user_authority_changes (user_id, changed_by, change) select new.user_id, new.created_by, 'password_link'
      where not exists (select 1 from user_authority_changes c where c.user_id = new.user_id and c.changed_by = new.created_by
        and c.changed_at = now() and c.change = 'invited');
    return null;
  end $$;
  create trigger password_tokens_authority after insert on password_tokens for each row
    when (new.created_by is not null and new.created_by <> new.user_id) execute function note_password_link();
`

/** All that is open of a person is confirmed at once, by somebody who had no hand in any of it and needs no confirming. */
const CONFIRMATION = `
  create function authority_change_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.confirmed_at is not null then raise exception 'authority_change_born_confirmed' using errcode = 'CS009'; end if;
      return new;
    end if;
    perform pg_advisory_xact_lock(hashtext('user_authority'));
    if (new.user_id, new.changed_by, new.change, new.changed_at) is distinct from (old.user_id, old.changed_by, old.change, old.changed_at)
      or old.confirmed_at is not null or new.confirmed_by is null
      then raise exception 'authority_change_frozen' using errcode = 'CS009'; end if;
    if new.confirmed_by = new.user_id or has_open_change(new.user_id, new.confirmed_by) or not is_confirmed(new.confirmed_by)
      or not exists (select 1 from users u where u.id = new.confirmed_by and u.status = 'active' and u.role in ('s1st3ma', 'aprobador'))
      or not exists (select 1 from users u where u.id = new.user_id and u.status = 'active')
      then raise exception 'authority_confirmer' using errcode = 'CS009'; end if;
    return new;
  end $$;
  create trigger user_authority_changes_guard before insert or update on user_authority_changes
    for each row execute function authority_change_guard();
`

const DECISIONS = `
  create function approval_decision_confirmed() returns trigger language plpgsql as $$
  begin
    if not is_confirmed(new.user_id) or not is_confirmed(new.on_behalf_of)
      then raise exception 'approver_unconfirmed' using errcode = 'CS007'; end if;
    return new;
  end $$;
  create trigger approval_decisions_confirmed before insert on approval_decisions for each row
    when (new.decision = 'approve') execute function approval_decision_confirmed();
`

/** Where one person answers for what another did, the second one is confirmed too. */
const SECOND = [
  { table: 'provider_banks', column: 'verified_by' },
  { table: 'employee_banks', column: 'verified_by' },
  { table: 'manual_entries', column: 'approved_by' },
  { table: 'provider_contracts', column: 'approved_by' },
  { table: 'legal_procedure_costs', column: 'approved_by' },
] as const

const SECOND_PEOPLE = `
  create function second_person_guard() returns trigger language plpgsql as $$
  declare
    named text := to_jsonb(new) ->> tg_argv[0];
  begin
    if tg_op = 'UPDATE' and named is not distinct from to_jsonb(old) ->> tg_argv[0] then return new; end if;
    if named is not null and not is_confirmed(named::bigint) then raise exception 'second_person_unconfirmed' using errcode = 'CS008'; end if;
    return new;
  end $$;
  ${SECOND.map(
    ({ table, column }) =>
      `create trigger ${table}_second_person before insert or update of ${column} on ${table} for each row when (new.${column} is not null) execute function second_person_guard('${column}');`
  ).join('\n  ')}
`

/** Who activates an approval is confirmed, and has no unconfirmed hand in whom it lets decide. */
const activation = (alsoRefused: string) => `
  create or replace function approvals_guard() returns trigger language plpgsql as $$
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
        and new.activated_by is distinct from new.delegate_user_id) ${alsoRefused})
      then raise exception 'approval_activator' using errcode = 'CS004'; end if;
    return new;
  end $$;
`
