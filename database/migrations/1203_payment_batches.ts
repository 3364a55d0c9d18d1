import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How payments leave and what banks answer. What is asked of a bank over a network is on record before it is asked, an
 * answer that never came is a state of its own, and nothing is asked twice while nobody knows what became of it. A file
 * whose payment may not leave any more is frozen: it neither counts a download nor is taken as sent; one payment can be
 * taken out of it, and the old file is kept, withdrawn.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table payment_attempts, payment_notifications, payment_cut_offs, payment_status_reports, bank_outages,
        payment_batch_files, payment_batch_removals cascade;
      drop function if exists payment_batch_guard, payment_batch_listed, payment_attempt_guard, payment_order_unanswered,
        payment_order_leaves, payment_order_removed, payment_batch_state cascade;
    `)
  }
}

const TABLES = `
create table payment_batch_files (
  id bigint generated always as identity primary key,
  batch_id bigint not null references payment_batches,
  message_id varchar(35) not null unique,
  file_id bigint not null references files,
  file_sha256 text not null,
  count int not null check (count > 0),
  total_minor bigint not null check (total_minor > 0),
  downloads int not null check (downloads >= 0),
  reason text not null check (length(reason) >= 5),
  withdrawn_by bigint references users,
  withdrawn_at timestamptz not null default now()
);
comment on table payment_batch_files is 'Every file that was made of a batch, withdrawn ones with why.';
create index payment_batch_files_batch on payment_batch_files (batch_id, id);
create trigger payment_batch_files_fixed before update or delete
  on payment_batch_files for each row execute function refuse_change();

create table payment_batch_removals (
  order_id bigint primary key references payment_orders,
  batch_id bigint not null references payment_batches,
  batch_file_id bigint references payment_batch_files,
  reason text not null check (length(reason) >= 5),
  removed_by bigint references users,
  removed_at timestamptz not null default now()
);
comment on table payment_batch_removals is 'Payments taken out of a batch, and why.';
create index payment_batch_removals_batch on payment_batch_removals (batch_id, order_id);
create trigger payment_batch_removals_fixed before update or delete
  on payment_batch_removals for each row execute function refuse_change();

create table payment_attempts (
  id bigint generated always as identity primary key,
  order_id bigint references payment_orders,
  batch_id bigint references payment_batches,
  attempt_no int not null,
  idempotency_key uuid not null,
  request_hash text not null,
  status text not null check (status in ('planned', 'in_flight', 'acknowledged', 'rejected', 'unknown', 'repeated',
    'withdrawn')),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  http_status int,
  provider_ref text,
  error text,
  request jsonb,
  not_before timestamptz,
  looked_up_at timestamptz,
  look_ups int not null default 0,
  alarmed_at timestamptz,
  unique (batch_id, attempt_no),
  unique (order_id, attempt_no),
  check (num_nonnulls(order_id, batch_id) = 1)
);
comment on table payment_attempts is 'Each sending of a payment to a bank’s network, before it is sent.';
create unique index payment_attempts_live_order on payment_attempts (order_id)
  where status in ('planned', 'in_flight', 'unknown');
create unique index payment_attempts_live_batch on payment_attempts (batch_id)
  where status in ('planned', 'in_flight', 'unknown');
create index payment_attempts_status on payment_attempts (status, started_at);
create trigger payment_attempts_no_delete before delete on payment_attempts for each row execute function refuse_change();

create table payment_notifications (
  id bigint generated always as identity primary key,
  gateway text not null,
  external_id text not null,
  reference text,
  provider_ref text,
  payload jsonb not null,
  status text not null default 'received' check (status in ('received', 'processed', 'ignored')),
  order_id bigint references payment_orders,
  tries int not null default 0,
  error text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  unique (gateway, external_id)
);
comment on table payment_notifications is 'What banks told of payments, stored before it is worked.';
create index payment_notifications_open on payment_notifications (received_at) where status = 'received';
create index payment_notifications_reference on payment_notifications (reference) where status = 'received';

-- Which report of a bank said what of which batch (pain.002), each once.
create table payment_status_reports (
  id bigint generated always as identity primary key,
  batch_id bigint not null references payment_batches,
  file_id bigint not null references files,
  sha256 text not null,
  message_id text,
  orders int not null check (orders >= 0),
  changed int not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint payment_status_reports_once unique (batch_id, sha256),
  check (changed between 0 and orders)
);
comment on table payment_status_reports is 'Answers of banks about files (pain.002).';
create trigger payment_status_reports_fixed before update or delete
  on payment_status_reports for each row execute function refuse_change();

create table payment_cut_offs (
  bank_account_id bigint references bank_accounts,
  on_day date,
  released int not null,
  held_back int not null,
  ran_at timestamptz not null default now(),
  primary key (bank_account_id, on_day)
);
comment on table payment_cut_offs is 'Releases at the bank’s hour, by account and day.';

-- Times in which payments waited because the bank of an account could not be reached: somebody is alarmed once for each.
create table bank_outages (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references bank_accounts on delete cascade,
  since timestamptz not null,
  alarmed_at timestamptz not null default now(),
  ended_at timestamptz,
  check (ended_at is null or ended_at >= since)
);
comment on table bank_outages is 'Since when a connected bank does not answer.';
create unique index bank_outages_open on bank_outages (bank_account_id) where ended_at is null;
create index bank_outages_account on bank_outages (bank_account_id);
`

const FUNCTIONS = `
create function payment_batch_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'cancelled' and new.status <> 'cancelled' or new.status = 'cancelled' and old.status not in ('building', 'ready', 'cancelled')
    then raise exception 'payment_batch_no_way_back' using errcode = 'CA014'; end if;
  if old.status not in ('building', 'cancelled')
     and (old.file_id, old.file_sha256, old.message_id) is distinct from (new.file_id, new.file_sha256, new.message_id)
     and not (old.status = 'ready' and new.status = 'ready' and (old.message_id = new.message_id and old.file_id is null
       or old.message_id <> new.message_id and new.file_id is null
         and exists (select 1 from payment_batch_files f where f.batch_id = new.id and f.message_id = old.message_id and f.file_id = old.file_id and f.file_sha256 = old.file_sha256)))
    then raise exception 'payment_batch_frozen' using errcode = 'CA013'; end if;
  return new;
end $$;
create trigger payment_batches_guard before update on payment_batches for each row execute function payment_batch_guard();

create function payment_batch_listed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(27, 0);
  -- What goes by network is asked payment by payment, right before the bank is.
  if exists (select 1 from payment_orders o where o.batch_id = new.id and o.status = 'sent'
       and (new.channel <> 'api' and payment_order_obstacle(o) is not null
         or exists (select 1 from iban_listing(o.creditor_iban) b where b.severity = 'block')))
    then raise exception 'payment_batch_obstructed' using errcode = 'CX002'; end if;
  return new;
end $$;
create trigger payment_batches_listed before update on payment_batches for each row
  when (new.status = 'sent' and old.status <> 'sent' or new.status = 'ready'
  and new.downloads > old.downloads) execute function payment_batch_listed();

create function payment_attempt_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.order_id is not null and not exists (
         select 1 from payment_orders o where o.id = new.order_id and o.idempotency_key = new.idempotency_key and o.status = 'sent')
      then raise exception 'payment_attempt_foreign' using errcode = 'CA020'; end if;
    return new;
  end if;
  -- Once asked, what was asked stays: the same key never carries anything else.
  if old.status <> 'planned' and (old.request, old.request_hash) is distinct from (new.request, new.request_hash)
    then raise exception 'payment_attempt_frozen' using errcode = 'CA020'; end if;
  if (old.order_id, old.batch_id, old.attempt_no, old.idempotency_key) is distinct from (new.order_id, new.batch_id, new.attempt_no, new.idempotency_key)
    then raise exception 'payment_attempt_frozen' using errcode = 'CA020'; end if;
  if old.status <> new.status and (old.status, new.status) not in (
       ('planned', 'in_flight'), ('planned', 'acknowledged'), ('planned', 'withdrawn'),
       ('in_flight', 'acknowledged'), ('in_flight', 'rejected'), ('in_flight', 'unknown'),
       ('unknown', 'acknowledged'), ('unknown', 'rejected'), ('unknown', 'repeated'))
    then raise exception 'payment_attempt_no_way_back' using errcode = 'CA020'; end if;
  return new;
end $$;
create trigger payment_attempts_guard before insert or update
  on payment_attempts for each row execute function payment_attempt_guard();

create function payment_order_unanswered() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payment_attempts a where a.order_id = new.id and a.status in ('in_flight', 'unknown'))
    then raise exception 'payment_order_unanswered' using errcode = 'CA020'; end if;
  return new;
end $$;
create trigger payment_orders_unanswered before update on payment_orders for each row
  when (old.status = 'sent' and (new.status <> 'sent' or new.sub_status = 'queued'
  and old.sub_status <> 'queued')) execute function payment_order_unanswered();

create function payment_order_leaves() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(27, 0);
  if payment_order_obstacle(new) is not null then raise exception 'payment_order_obstructed' using errcode = 'CX002'; end if;
  return new;
end $$;
create trigger payment_orders_leave before update on payment_orders for each row
  when (old.sub_status = 'queued' and new.sub_status in ('processing', 'submitting') or old.sub_status = 'unknown'
  and new.sub_status = 'submitting')
  execute function payment_order_leaves();

create function payment_order_removed() returns trigger language plpgsql as $$
begin
  if new.batch_id is not null or new.status <> 'cancelled'
     or not exists (select 1 from payment_batch_removals r join payment_batches b on b.id = r.batch_id and b.status = 'ready'
          where r.order_id = new.id and r.batch_id = old.batch_id)
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  return new;
end $$;
create trigger payment_orders_removed before update on payment_orders for each row
  when (old.batch_id is not null and new.batch_id is distinct from old.batch_id) execute function payment_order_removed();

-- A batch of which no payment stands was not executed in part: it failed. open: at the bank without an end; settled: paid;
-- lost: failed, given back or cancelled there.
create function payment_batch_state(was text, open bigint, settled bigint, lost bigint) returns text
language sql immutable as $$
  select case
    when was not in ('sent', 'partially_done', 'done', 'failed') then was
    when settled > 0 and open + lost = 0 then 'done'
    when settled > 0 then 'partially_done'
    when open > 0 then 'sent'
    when lost > 0 then 'failed'
    else was end $$;
`
