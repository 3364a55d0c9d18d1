import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table users (
        id bigint generated always as identity primary key,
        name text not null check (length(name) between 2 and 80),
        initials text not null,
        email citext not null unique,
        password_hash text,
        role text not null check (role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad', 'adm1n1strat0r')),
        status text not null default 'invited' check (status in ('invited', 'active', 'suspended', 'archived')),
        two_factor_enabled boolean not null default false,
        two_factor_secret_enc text,
        two_factor_confirmed_at timestamptz,
        two_factor_last_step bigint,
        failed_logins int not null default 0,
        locked_until timestamptz,
        lock_count int not null default 0,
        failed_codes int not null default 0,
        code_locked_until timestamptz,
        theme_preference text check (theme_preference in ('myLightTheme', 'myDarkTheme')),
        table_density text not null default 'normal' check (table_density in ('normal', 'compact')),
        all_sites boolean not null default false,
        shared_inbox boolean not null default false,
        last_login_at timestamptz,
        password_changed_at timestamptz,
        lock_version int not null default 0,
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (not two_factor_enabled or two_factor_secret_enc is not null)
      );
      create trigger users_touch before update on users for each row execute function touch_updated_at();

      create table user_sites (
        user_id bigint not null references users on delete cascade,
        site_id bigint not null,
        primary key (user_id, site_id)
      );

      create table user_sessions (
        id text primary key,
        user_id bigint not null references users,
        ip inet,
        user_agent text,
        created_at timestamptz not null default now(),
        last_seen_at timestamptz not null default now(),
        two_factor_passed_at timestamptz,
        step_up_at timestamptz,
        revoked_at timestamptz
      );
      create index user_sessions_open on user_sessions (user_id) where revoked_at is null;

      create table user_recovery_codes (
        id bigint generated always as identity primary key,
        user_id bigint not null references users on delete cascade,
        code_hash text not null,
        used_at timestamptz,
        used_ip inet
      );
      create index user_recovery_codes_unused on user_recovery_codes (user_id) where used_at is null;

      create table password_tokens (
        id bigint generated always as identity primary key,
        user_id bigint not null references users on delete cascade,
        purpose text not null check (purpose in ('invitation', 'reset')),
        token_hash text not null unique,
        expires_at timestamptz not null,
        used_at timestamptz,
        created_at timestamptz not null default now()
      );

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
      create index login_events_email on login_events (email, at);
      create index login_events_ip on login_events (ip, at);

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
        lock_version int not null default 0,
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (ends_at is null or ends_at > starts_at),
        check ((action_url is null) = (action_text is null))
      );
      create trigger announcements_touch before update on announcements for each row execute function touch_updated_at();

      create table announcement_reads (
        announcement_id bigint not null references announcements on delete cascade,
        user_id bigint not null references users on delete cascade,
        read_at timestamptz,
        dismissed_at timestamptz,
        primary key (announcement_id, user_id)
      );
      create index announcement_reads_user on announcement_reads (user_id);
    `)
  }

  async down() {
    this.schema.raw(
      `drop table announcement_reads, announcements, login_events, password_tokens, user_recovery_codes, user_sessions, user_sites, users`
    )
  }
}
