import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A file whose payment may not leave any more is frozen (docs/decisions/0048): the database neither counts a download nor
 * takes it as sent. One payment can be taken out of it; the file is then written anew and the old one is kept, withdrawn.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ${OBSTACLE}

      -- When the bytes of the file were written: later than the batch where a payment was taken out of it.
      alter table payment_batches add column written_at timestamptz;

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
      create index payment_batch_files_batch on payment_batch_files (batch_id, id);
      create trigger payment_batch_files_fixed before update or delete on payment_batch_files for each row execute function refuse_change();

      -- Which payments were taken out of a batch, from which of its files (none where it has no file), by whom and why.
      create table payment_batch_removals (
        order_id bigint primary key references payment_orders,
        batch_id bigint not null references payment_batches,
        batch_file_id bigint references payment_batch_files,
        reason text not null check (length(reason) >= 5),
        removed_by bigint references users,
        removed_at timestamptz not null default now()
      );
      create index payment_batch_removals_batch on payment_batch_removals (batch_id, order_id);
      create trigger payment_batch_removals_fixed before update or delete on payment_batch_removals for each row execute function refuse_change();

      -- A file is replaced only by way of none, once what it was is kept as withdrawn; its successor has an identifier of its own.
      create or replace function payment_batch_guard() returns trigger language plpgsql as $$
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

      drop trigger payment_batches_listed on payment_batches;
      create or replace function payment_batch_listed() returns trigger language plpgsql as $$
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
        when (new.status = 'sent' and old.status <> 'sent' or new.status = 'ready' and new.downloads > old.downloads) execute function payment_batch_listed();

      -- A payment goes from its file or its queue to the bank only while nothing speaks against it.
      create function payment_order_leaves() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(27, 0);
        if payment_order_obstacle(new) is not null then raise exception 'payment_order_obstructed' using errcode = 'CX002'; end if;
        return new;
      end $$;
      create trigger payment_orders_leave before update on payment_orders for each row
        when (old.sub_status = 'queued' and new.sub_status in ('processing', 'submitting') or old.sub_status = 'unknown' and new.sub_status = 'submitting')
        execute function payment_order_leaves();

      -- It leaves its batch only by being taken out of it, and never for another one.
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

      -- What was prepared and never went to the bank was not refused by it.
      ${attempts(`'planned', 'in_flight', 'acknowledged', 'rejected', 'unknown', 'repeated', 'withdrawn'`, `('planned', 'in_flight'), ('planned', 'acknowledged'), ('planned', 'withdrawn'),`)}
      alter table payment_attempts disable trigger payment_attempts_guard;
      update payment_attempts set status = 'withdrawn' where status = 'rejected' and (batch_id is not null or request is null and request_hash = '');
      alter table payment_attempts enable trigger payment_attempts_guard;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table payment_attempts disable trigger payment_attempts_guard;
      update payment_attempts set status = 'rejected' where status = 'withdrawn';
      alter table payment_attempts enable trigger payment_attempts_guard;
      ${attempts(`'planned', 'in_flight', 'acknowledged', 'rejected', 'unknown', 'repeated'`, `('planned', 'in_flight'), ('planned', 'acknowledged'), ('planned', 'rejected'),`)}
      drop trigger payment_orders_removed on payment_orders;
      drop function payment_order_removed();
      drop trigger payment_orders_leave on payment_orders;
      drop function payment_order_leaves();
      drop trigger payment_batches_listed on payment_batches;
      create or replace function payment_batch_listed() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(27, 0);
        if exists (select 1 from payment_orders o cross join lateral iban_listing(o.creditor_iban) b
            where o.batch_id = new.id and o.status = 'sent' and b.severity = 'block')
          then raise exception 'payment_batch_blacklisted' using errcode = 'CX002'; end if;
        return new;
      end $$;
      create trigger payment_batches_listed before update on payment_batches for each row
        when (new.status = 'sent' and old.status <> 'sent') execute function payment_batch_listed();
      create or replace function payment_batch_guard() returns trigger language plpgsql as $$
      begin
        if old.status = 'cancelled' and new.status <> 'cancelled' or new.status = 'cancelled' and old.status not in ('building', 'ready', 'cancelled')
          then raise exception 'payment_batch_no_way_back' using errcode = 'CA014'; end if;
        if old.status not in ('building', 'cancelled') and old.file_sha256 is distinct from new.file_sha256
          then raise exception 'payment_batch_frozen' using errcode = 'CA013'; end if;
        return new;
      end $$;
      drop table payment_batch_removals, payment_batch_files;
      alter table payment_batches drop column written_at;
      drop function payment_order_obstacle(payment_orders);
    `)
  }
}

/**
 * Why a payment may not leave for the bank, whatever was approved: its account is listed, or is not a detail that its payee
 * is paid on any more, its payee is not one to be paid, or the account it is charged to is closed. What was held once stays so: nobody
 * approved it as it is now. Null where nothing speaks against it.
 */
const OBSTACLE = `
  create function payment_order_obstacle(o payment_orders) returns text language sql stable as $$
    select case
      when exists (select 1 from iban_listing(o.creditor_iban) l where l.severity = 'block') then 'blacklist'
      when o.hold_reason in ('blacklist', 'iban_changed', 'source_changed') then o.hold_reason
      when o.provider_bank_id is not null and not exists (
        select 1 from provider_banks b join providers p on p.id = b.provider_id
         where b.id = o.provider_bank_id and b.iban = o.creditor_iban and b.verification = 'verified' and b.disabled_at is null and p.active and p.status = 'active') then 'iban_changed'
      when o.employee_bank_id is not null and not exists (
        select 1 from employee_banks b join employees e on e.id = b.employee_id
         where b.id = o.employee_bank_id and b.iban = o.creditor_iban and b.verification = 'verified' and b.disabled_at is null and e.anonymised_at is null) then 'iban_changed'
      when not exists (select 1 from bank_accounts a where a.id = o.debtor_account_id and a.status = 'active') then 'account'
    end $$;
`

/** The states of an attempt, and the steps out of `planned`. */
const attempts = (states: string, planned: string) => `
  alter table payment_attempts drop constraint payment_attempts_status_check,
    add constraint payment_attempts_status_check check (status in (${states}));
  create or replace function payment_attempt_guard() returns trigger language plpgsql as $$
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
         ${planned}
         ('in_flight', 'acknowledged'), ('in_flight', 'rejected'), ('in_flight', 'unknown'),
         ('unknown', 'acknowledged'), ('unknown', 'rejected'), ('unknown', 'repeated'))
      then raise exception 'payment_attempt_no_way_back' using errcode = 'CA020'; end if;
    return new;
  end $$;
`
