import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Connections to services outside: whose they are, their secrets (sealed), their states, what was asked of them and what they
 * told. A connection that was disabled does not come back, and is of one service and company for good (CK001); what has
 * another address has no secrets until they are given anew (CK002).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      alter table bank_accounts drop column connector_id;
      drop table sync_cursors, webhook_events, connector_budgets, connector_calls, connectors cascade;
      drop function if exists connector_guard cascade;
    `)
  }
}

const TABLES = `
create table connectors (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z][a-z0-9_-]{1,39}$'),
  site_id bigint not null references sites,
  label varchar(80) not null check (length(btrim(label)) > 0),
  environment text not null default 'sandbox_local' check (environment in ('sandbox_local', 'sandbox', 'live')),
  base_url text not null check (base_url !~ '/$'),
  -- Sealed with the key of the installation; what a person reads of them is the hint: last four and day of each.
  credentials text check (credentials <> ''),
  credentials_hint jsonb not null default '{}',
  tokens text check (tokens <> ''),
  tokens_version int not null default 0,
  -- When they took the place of tokens that had been refused; null where they did not.
  refused_replaced_at timestamptz,
  access_expires_at timestamptz,
  -- Four fifths of the life of the access token: from then on it is renewed before anything is asked.
  access_renew_at timestamptz,
  refreshing_until timestamptz,
  consent_expires_at timestamptz,
  -- The nearest warning that went out, in days before the end.
  consent_warned_days int,
  consent_warned_at timestamptz,
  webhook_token text not null unique check (length(webhook_token) >= 43),
  webhook_secrets text check (webhook_secrets <> ''),
  webhook_subscription_id text check (webhook_subscription_id <> ''),
  webhook_refusals int not null default 0,
  webhook_refusals_from timestamptz,
  status text not null default 'auth_required' check (status in ('active', 'paused', 'auth_required', 'error', 'disabled')),
  status_reason text,
  settings jsonb not null default '{}',
  last_sync_at timestamptz,
  last_ok_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  consecutive_failures int not null default 0 check (consecutive_failures >= 0),
  next_try_at timestamptz,
  blocked_until timestamptz,
  lock_version int not null default 0,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, site_id, label),
  constraint connectors_address check (case when environment = 'sandbox_local' then base_url ~ '^http://(127\\.0\\.0\\.1|localhost)(:|/|$)'
    else base_url ~ '^https://' end),
  constraint connectors_authorised check (status <> 'active' or credentials is not null),
  constraint connectors_emptied check (status <> 'disabled'
    or coalesce(credentials, tokens, webhook_secrets, webhook_subscription_id) is null)
);
comment on table connectors is 'Connections of companies to services outside: state, sealed secrets, health. Secrets are never shown.';
create index connectors_site on connectors (site_id);
create index connectors_consent on connectors (consent_expires_at) where consent_expires_at is not null;
create index connectors_retry on connectors (next_try_at) where status = 'error';
create trigger connectors_touch before update on connectors for each row execute function touch_updated_at();
create trigger connectors_no_delete before delete on connectors for each row execute function refuse_change();

create table connector_calls (
  id bigint generated always as identity primary key,
  connector_id bigint not null references connectors,
  at timestamptz not null,
  method text not null,
  path text not null,
  status int,
  ms int not null,
  request_id text,
  idempotency_key text,
  error text,
  request_body text,
  response_body text
);
comment on table connector_calls is 'What was asked of services outside and what they answered, secrets and account numbers masked. Bodies stay 30 days, rows 90.';
create index connector_calls_list on connector_calls (connector_id, at desc, id desc);
create index connector_calls_status on connector_calls (connector_id, status, id);
create index connector_calls_ms on connector_calls (connector_id, ms, id);
create index connector_calls_at on connector_calls (at);

create table connector_budgets (
  connector_id bigint not null references connectors,
  limit_no int not null,
  tokens numeric not null,
  refilled_at timestamptz not null,
  primary key (connector_id, limit_no)
);
comment on table connector_budgets is 'How many requests each rate limit of a connection has left: a bucket that fills by itself.';

create table webhook_events (
  id bigint generated always as identity primary key,
  connector_id bigint not null references connectors,
  external_event_id text not null,
  type text not null,
  object_kind text not null,
  object_id text not null,
  occurred_at timestamptz,
  received_at timestamptz not null default now(),
  payload jsonb not null,
  status text not null default 'received' check (status in ('received', 'processed', 'ignored', 'failed', 'waiting')),
  attempts int not null default 0,
  next_try_at timestamptz,
  error text,
  processed_at timestamptz,
  unique (connector_id, external_event_id),
  constraint webhook_events_over check ((status in ('processed', 'ignored')) = (processed_at is not null))
);
comment on table webhook_events is 'What services outside told by themselves, each once however often it came; only what object it is about counts.';
create index webhook_events_open on webhook_events (next_try_at, id) where status in ('received', 'waiting');
create index webhook_events_list on webhook_events (connector_id, received_at desc, id desc);
create index webhook_events_received on webhook_events (received_at);

create table sync_cursors (
  connector_id bigint not null references connectors,
  resource text not null,
  high_water timestamptz,
  cursor text,
  full_resync_at timestamptz,
  last_run_at timestamptz,
  primary key (connector_id, resource)
);
comment on table sync_cursors is 'How far each resource of a connection has been read.';

alter table bank_accounts add column connector_id bigint references connectors;
create index bank_accounts_connector on bank_accounts (connector_id) where connector_id is not null;
`

const FUNCTIONS = `
create function connector_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'disabled' and new.status <> 'disabled'
    then raise exception 'connector_disabled' using errcode = 'CK001'; end if;
  if (new.provider, new.site_id, new.webhook_token) is distinct from (old.provider, old.site_id, old.webhook_token)
    then raise exception 'connector_of_another' using errcode = 'CK001'; end if;
  -- Secrets are sent to the address they were given for and to no other.
  if (new.environment, new.base_url) is distinct from (old.environment, old.base_url)
     and (new.credentials is not null and new.credentials is not distinct from old.credentials
          or new.tokens is not null and new.tokens is not distinct from old.tokens)
    then raise exception 'connector_moved_with_secrets' using errcode = 'CK002'; end if;
  return new;
end $$;
create trigger connectors_guard before update on connectors for each row execute function connector_guard();
`
