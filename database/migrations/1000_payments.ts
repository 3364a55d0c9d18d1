import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table payment_batches (
        id bigint generated always as identity primary key,
        number text not null unique,
        site_id bigint not null references sites,
        debtor_account_id bigint not null references bank_accounts,
        channel text not null check (channel in ('api', 'sepa_file', 'card', 'internal', 'manual')),
        execution_date date not null,
        currency char(3) not null,
        speed text not null default 'normal' check (speed in ('normal', 'instant')),
        purpose text check (purpose in ('SALA', 'SUPP')),
        message_id varchar(35) not null unique,
        count int not null default 0,
        total_minor bigint not null default 0,
        status text not null default 'building' check (status in ('building', 'ready', 'sent', 'partially_done', 'done', 'cancelled')),
        file_id bigint references files,
        file_sha256 text,
        downloads int not null default 0,
        exported_by bigint references users,
        exported_at timestamptz,
        sent_by bigint references users,
        sent_at timestamptz,
        release_at timestamptz,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (status not in ('sent', 'done', 'partially_done') or channel <> 'sepa_file' or file_id is not null)
      );
      create index payment_batches_status on payment_batches (status, created_at desc);

      create table payment_orders (
        id bigint generated always as identity primary key,
        number varchar(20) not null unique,
        kind text not null check (kind in ('payroll', 'supplier', 'provision', 'legal_procedure', 'recurring', 'expense_note', 'loan', 'rebilling', 'tax', 'direct', 'internal')),
        site_id bigint not null references sites,
        source_type text not null,
        source_id bigint not null,
        source_part int not null default 1,
        debtor_account_id bigint not null references bank_accounts,
        debtor_virtual_account_id bigint references virtual_accounts,
        creditor_type text not null check (creditor_type in ('provider', 'employee', 'site', 'other')),
        creditor_id bigint,
        creditor_name varchar(70) not null,
        provider_bank_id bigint references provider_banks,
        employee_bank_id bigint,
        creditor_iban varchar(34),
        creditor_details jsonb,
        amount_minor bigint not null check (amount_minor > 0),
        currency char(3) not null default 'EUR' references currencies,
        execution_date date not null,
        speed text not null default 'normal' check (speed in ('normal', 'instant')),
        remittance varchar(140) not null,
        end_to_end_id varchar(35) not null unique,
        channel text not null check (channel in ('api', 'sepa_file', 'card', 'internal', 'manual')),
        status text not null default 'draft' check (status in ('draft', 'buffered', 'approved', 'sent', 'paid', 'reconciled', 'failed', 'returned', 'cancelled')),
        sub_status text check (sub_status in ('queued', 'submitting', 'unknown', 'awaiting_authorisation', 'processing', 'vop_pending_decision')),
        hold_reason text check (hold_reason in ('blacklist', 'no_funds', 'connector_down', 'iban_changed', 'vop_no_match', 'source_changed')),
        fingerprint text not null,
        required_approvals smallint,
        reinforced_reasons text[] not null default '{}',
        duplicate_confirmed boolean not null default false,
        batch_id bigint references payment_batches,
        transfer_group_id uuid,
        idempotency_key uuid not null unique default gen_random_uuid(),
        provider_ref text,
        provider_status text,
        vop_result text,
        vop_at timestamptz,
        buffered_at timestamptz,
        approved_at timestamptz,
        sent_at timestamptz,
        paid_at timestamptz,
        failed_at timestamptz,
        returned_at timestamptz,
        failure_code text,
        failure_message text,
        paid_proof text,
        retry_of_id bigint references payment_orders,
        last_edited_by bigint references users,
        lock_version int not null default 0,
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check ((status = 'sent') = (sub_status is not null)),
        check (provider_bank_id is null or employee_bank_id is null),
        check (status in ('draft', 'cancelled') or required_approvals is not null)
      );
      create unique index payment_orders_live on payment_orders (source_type, source_id, source_part) where status not in ('cancelled', 'failed', 'returned');
      create index payment_orders_status on payment_orders (status, execution_date, id);
      create index payment_orders_site on payment_orders (site_id, status, execution_date);
      create index payment_orders_source on payment_orders (source_type, source_id);
      create index payment_orders_batch on payment_orders (batch_id);
      create index payment_orders_creditor on payment_orders (creditor_iban, amount_minor);
      create index payment_orders_sent on payment_orders (sub_status, updated_at) where status = 'sent';
      create sequence payment_order_numbers;
      create sequence payment_batch_numbers;
      create sequence sepa_message_numbers;
      create trigger payment_orders_touch before update on payment_orders for each row execute function touch_updated_at();
      create trigger payment_batches_touch before update on payment_batches for each row execute function touch_updated_at();

      -- What was approved is what is sent: once approved, amount, payee, account and source are frozen.
      create function payment_order_guard() returns trigger language plpgsql as $$
      begin
        if old.status in ('approved', 'sent', 'paid', 'reconciled') and new.status in ('approved', 'sent', 'paid', 'reconciled')
           and (old.amount_minor, old.currency, old.creditor_iban, old.creditor_name, old.debtor_account_id, old.source_type, old.source_id, old.source_part, old.fingerprint)
               is distinct from
               (new.amount_minor, new.currency, new.creditor_iban, new.creditor_name, new.debtor_account_id, new.source_type, new.source_id, new.source_part, new.fingerprint)
          then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
        if old.idempotency_key <> new.idempotency_key or old.end_to_end_id <> new.end_to_end_id or old.number <> new.number
          then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
        if old.status in ('sent', 'paid', 'reconciled', 'failed', 'returned', 'cancelled') and new.status in ('draft', 'buffered', 'approved')
          then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
        if new.status = 'approved' and old.status = 'buffered' and (
             select count(distinct d.user_id) from approval_decisions d
              where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
                and d.fingerprint = new.fingerprint and d.user_id is distinct from new.created_by) < new.required_approvals
          then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
        return new;
      end $$;
      create trigger payment_orders_guard before update on payment_orders for each row execute function payment_order_guard();
      create trigger payment_orders_no_delete before delete on payment_orders for each row
        when (old.status <> 'draft') execute function refuse_change();

      create table payment_attempts (
        id bigint generated always as identity primary key,
        order_id bigint references payment_orders,
        batch_id bigint references payment_batches,
        attempt_no int not null,
        idempotency_key uuid not null,
        request_hash text not null,
        status text not null check (status in ('planned', 'in_flight', 'acknowledged', 'rejected', 'unknown')),
        started_at timestamptz not null default now(),
        ended_at timestamptz,
        http_status int,
        provider_ref text,
        error text,
        check (num_nonnulls(order_id, batch_id) = 1),
        unique (order_id, attempt_no),
        unique (batch_id, attempt_no)
      );
      create unique index payment_attempts_live_order on payment_attempts (order_id) where status in ('planned', 'in_flight', 'unknown');
      create unique index payment_attempts_live_batch on payment_attempts (batch_id) where status in ('planned', 'in_flight', 'unknown');
      create index payment_attempts_status on payment_attempts (status, started_at);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table payment_attempts, payment_orders, payment_batches cascade;
      drop sequence payment_order_numbers; drop sequence payment_batch_numbers; drop sequence sepa_message_numbers;
      drop function payment_order_guard();
    `)
  }
}
