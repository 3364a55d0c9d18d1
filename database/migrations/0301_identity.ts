import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How people come in and what lets them in. Who invited somebody, or changed what lets them in or decide, does not make
 * them count as an approver: a second person confirms it. Until then they approve nothing (CS007), are nobody’s second
 * person (CS008), confirm nobody (CS009) and let nobody in (CS014).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table user_sites, user_sessions, user_recovery_codes, password_tokens, login_events, announcements,
        announcement_reads, public_form_uses, user_authority_changes cascade;
      drop function if exists is_confirmed, has_open_change, note_authority_change, note_companies, note_password_link,
        authority_change_guard, authority_author_guard cascade;
    `)
  }
}

const TABLES = `
-- What somebody else did to a person’s access, and who looked at it. Nothing of one’s own stands here.
create table user_authority_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  changed_by bigint not null references users,
  change text not null check (change in ('invited', 'role', 'companies', 'email', 'second_factor', 'password_link',
    'reactivated')),
  changed_at timestamptz not null default now(),
  confirmed_by bigint references users,
  confirmed_at timestamptz,
  constraint user_authority_changes_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint user_authority_changes_of_others check (changed_by <> user_id)
);
comment on table user_authority_changes is 'What others changed of a person’s access, until a second person confirms it.';
create index user_authority_changes_open on user_authority_changes (user_id) where confirmed_at is null;
create index user_authority_changes_user on user_authority_changes (user_id, id);
create trigger user_authority_changes_no_delete before delete
  on user_authority_changes for each row execute function refuse_change();

create table user_sites (
  user_id bigint references users on delete cascade,
  site_id bigint references sites,
  primary key (user_id, site_id)
);
comment on table user_sites is 'Companies that a person may see.';
create index user_sites_site on user_sites (site_id);

create table user_sessions (
  id text primary key,
  user_id bigint not null references users,
  ip inet,
  user_agent text,
  last_seen_at timestamptz not null default now(),
  two_factor_passed_at timestamptz,
  step_up_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table user_sessions is 'Devices on which somebody is signed in.';
create index user_sessions_open on user_sessions (user_id) where revoked_at is null;

create table user_recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  used_ip inet
);
comment on table user_recovery_codes is 'Codes for when the second factor is lost; only hashes.';
create index user_recovery_codes_unused on user_recovery_codes (user_id) where used_at is null;

create table password_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('invitation', 'reset')),
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
comment on table password_tokens is 'Links to choose a password; only hashes, good once.';

create table login_events (
  id bigint generated always as identity primary key,
  user_id bigint references users,
  email citext,
  ip inet,
  user_agent text,
  kind text not null check (kind in ('login_ok', 'login_bad_password', 'login_unknown', 'login_locked', 'login_inactive',
    'code_ok', 'code_bad', 'code_locked', 'recovery_used', 'logout', '2fa_enabled', '2fa_disabled',
    'recovery_regenerated', 'step_up_ok', 'step_up_bad')),
  at timestamptz not null default now()
);
comment on table login_events is 'Sign-ins and what failed of them.';
create index login_events_email on login_events (email, at);
create index login_events_ip on login_events (ip, at);

-- The picture of an announcement may be a stored file of ours instead of an address; never both.
create table announcements (
  id bigint generated always as identity primary key,
  title varchar(120) not null,
  type varchar(20) not null,
  icon varchar(60),
  description varchar(300),
  image_url varchar(500),
  content text not null check (length(content) <= 5000),
  action_url varchar(500),
  action_text varchar(40),
  roles text[] not null,
  site_ids bigint[],
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  priority smallint not null default 0 check (priority between 0 and 9),
  status text not null default 'draft' check (status in ('draft', 'published', 'withdrawn')),
  image_file_id bigint unique references files,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at is null or ends_at > starts_at),
  check ((action_url is null) = (action_text is null)),
  constraint announcements_one_image check (image_url is null or image_file_id is null)
);
comment on table announcements is 'What the group tells its users, by role, company and time.';
create trigger announcements_touch before update on announcements for each row execute function touch_updated_at();

create table announcement_reads (
  announcement_id bigint references announcements on delete cascade,
  user_id bigint references users on delete cascade,
  read_at timestamptz,
  dismissed_at timestamptz,
  primary key (announcement_id, user_id)
);
comment on table announcement_reads is 'Who has seen or dismissed which announcement.';
create index announcement_reads_user on announcement_reads (user_id);

create table public_form_uses (
  stamp_hash text primary key,
  code text not null,
  at timestamptz not null default now()
);
comment on table public_form_uses is 'Stamps of public forms that were used: each is good once.';
create index public_form_uses_at on public_form_uses (at);
`

const FUNCTIONS = `
create function is_confirmed(person bigint) returns boolean language sql stable as $$
  select not exists (select 1 from user_authority_changes c where c.user_id = person and c.confirmed_at is null)
$$;

create function has_open_change(person bigint, author bigint) returns boolean language sql stable as $$
  select exists (select 1 from user_authority_changes c where c.user_id = person and c.changed_by = author and c.confirmed_at is null)
$$;

-- Taken down whatever door the change came through; the lock keeps a confirmation from missing one that is being made.
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

-- All that is open of a person is confirmed at once, by somebody who had no hand in any of it and needs no confirming.
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

-- Who waits to be confirmed lets nobody else in: else one person invites a second who invites a third, and may confirm the
-- third as somebody they never touched.
create function authority_author_guard() returns trigger language plpgsql as $$
begin
  if not is_confirmed(new.changed_by) then raise exception 'authority_author_unconfirmed' using errcode = 'CS014'; end if;
  return new;
end $$;
create trigger user_authority_changes_author before insert on user_authority_changes
  for each row execute function authority_author_guard();
`
