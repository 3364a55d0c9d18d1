import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payments that a bank takes over a network: what was asked is on record before it is asked, an answer that never came
 * is a state of its own, and nothing is asked twice while nobody knows what became of it (area 28 §8).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- How payments leave the accounts of a profile; the gateway is the bank that takes them over the network.
      alter table bank_profiles
        add column channel text not null default 'sepa_file' check (channel in ('api', 'sepa_file', 'manual')),
        add column gateway text,
        add constraint bank_profiles_gateway check ((channel = 'api') = (gateway is not null));

      alter table payment_orders
        add column pay_now boolean not null default false,
        add column pay_now_reason text,
        add column held_since timestamptz,
        add column acknowledged_at timestamptz,
        add column polled_at timestamptz,
        add column proof_file_id bigint references files,
        add constraint payment_orders_pay_now check (not pay_now or length(pay_now_reason) >= 5);

      -- A payment that failed or came back is repeated by one order, not by two.
      create unique index payment_orders_retry on payment_orders (retry_of_id)
        where retry_of_id is not null and status not in ('cancelled', 'failed', 'returned');

      alter table payment_attempts
        add column request jsonb,
        add column not_before timestamptz,
        add column looked_up_at timestamptz,
        add column look_ups int not null default 0,
        add column alarmed_at timestamptz,
        drop constraint payment_attempts_status_check,
        add constraint payment_attempts_status_check
          check (status in ('planned', 'in_flight', 'acknowledged', 'rejected', 'unknown', 'repeated'));

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
             ('planned', 'in_flight'), ('planned', 'acknowledged'), ('planned', 'rejected'),
             ('in_flight', 'acknowledged'), ('in_flight', 'rejected'), ('in_flight', 'unknown'),
             ('unknown', 'acknowledged'), ('unknown', 'rejected'), ('unknown', 'repeated'))
          then raise exception 'payment_attempt_no_way_back' using errcode = 'CA020'; end if;
        return new;
      end $$;
      create trigger payment_attempts_guard before insert or update on payment_attempts for each row execute function payment_attempt_guard();
      create trigger payment_attempts_no_delete before delete on payment_attempts for each row execute function refuse_change();

      -- While nobody knows whether the bank has it, a payment does not end: else its debt would be paid again.
      create function payment_order_unanswered() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from payment_attempts a where a.order_id = new.id and a.status in ('in_flight', 'unknown'))
          then raise exception 'payment_order_unanswered' using errcode = 'CA020'; end if;
        return new;
      end $$;
      create trigger payment_orders_unanswered before update on payment_orders for each row
        when (old.status = 'sent' and (new.status <> 'sent' or new.sub_status = 'queued' and old.sub_status <> 'queued')) execute function payment_order_unanswered();

      -- What a bank tells by itself: stored before it is believed, each once.
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
      create index payment_notifications_open on payment_notifications (received_at) where status = 'received';
      create index payment_notifications_reference on payment_notifications (reference) where status = 'received';

      -- The release of an account at the bank's hour, once a day.
      create table payment_cut_offs (
        bank_account_id bigint not null references bank_accounts,
        on_day date not null,
        released int not null,
        held_back int not null,
        ran_at timestamptz not null default now(),
        primary key (bank_account_id, on_day)
      );
      create index payment_orders_api_sent on payment_orders (polled_at) where status = 'sent' and channel = 'api';
    `)
  }

  async down() {
    this.schema.raw(`
      drop table payment_cut_offs, payment_notifications;
      drop index payment_orders_api_sent;
      drop trigger payment_orders_unanswered on payment_orders;
      drop function payment_order_unanswered();
      drop trigger payment_attempts_no_delete on payment_attempts;
      drop trigger payment_attempts_guard on payment_attempts;
      drop function payment_attempt_guard();
      alter table payment_attempts drop column request, drop column not_before, drop column looked_up_at, drop column look_ups, drop column alarmed_at;
      drop index payment_orders_retry;
      alter table payment_orders drop column pay_now, drop column pay_now_reason, drop column held_since, drop column acknowledged_at,
        drop column polled_at, drop column proof_file_id;
      alter table bank_profiles drop column channel, drop column gateway;
    `)
  }
}
