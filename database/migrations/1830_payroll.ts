import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Salaries to be paid, the files they come from, and the runs in which they are approved: the total of a run decides how
 * many approvals it needs, and one decision covers all its payments (area 28 §1, §3).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(UPLOADS)
    this.schema.raw(PAYROLL)
    this.schema.raw(RUNS)
  }

  async down() {
    this.schema.raw(`
      drop trigger payment_orders_run on payment_orders;
      drop function payment_order_run();
      alter table payment_orders drop column run_id;
      drop table payment_runs;
      drop sequence payment_run_numbers;
      drop trigger payment_orders_cover_payroll on payment_orders;
      drop function payment_order_cover_payroll();
      drop table payroll_payments;
      drop function payroll_payment_guard();
      drop table payment_upload_rows, payment_uploads;
    `)
  }
}

const UPLOADS = `
  create table payment_uploads (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('payroll', 'supplier')),
    file_id bigint references files on delete set null,
    file_name text not null,
    sha256 text not null,
    mapping jsonb not null default '{}',
    status text not null default 'uploaded' check (status in ('uploaded', 'validated', 'processed', 'discarded', 'undone')),
    rows_total int not null default 0,
    rows_ok int not null default 0,
    rows_failed int not null default 0,
    rows_processed int not null default 0,
    site_ids bigint[] not null default '{}',
    processed_by bigint references users,
    processed_at timestamptz,
    undone_by bigint references users,
    undone_at timestamptz,
    created_by bigint references users,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint payment_uploads_processed check ((status in ('processed', 'undone')) = (processed_at is not null)),
    constraint payment_uploads_undone check ((status = 'undone') = (undone_at is not null))
  );
  create unique index payment_uploads_once on payment_uploads (kind, sha256) where status = 'processed';
  create index payment_uploads_recent on payment_uploads (kind, created_at desc);
  create trigger payment_uploads_touch before update on payment_uploads for each row execute function touch_updated_at();

  create table payment_upload_rows (
    upload_id uuid not null references payment_uploads on delete cascade,
    row_no int not null,
    raw jsonb not null,
    row_hash text not null,
    parsed jsonb,
    errors jsonb not null default '[]',
    created_type text,
    created_id bigint,
    primary key (upload_id, row_no)
  );
  create index payment_upload_rows_hash on payment_upload_rows (row_hash) where created_id is not null;
`

const PAYROLL = `
  create table payroll_payments (
    id bigint generated always as identity primary key,
    site_id bigint not null references sites,
    employee_id bigint not null references employees,
    period text not null check (period ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
    concept text not null check (concept in ('salary', 'extra', 'settlement', 'advance', 'arrears')),
    net_minor bigint not null check (net_minor between 1 and 99999999999),
    gross_minor bigint check (gross_minor > 0),
    irpf_minor bigint check (irpf_minor >= 0),
    social_minor bigint check (social_minor >= 0),
    employer_social_minor bigint check (employer_social_minor >= 0),
    currency char(3) not null default 'EUR' references currencies,
    pay_on date not null,
    status text not null default 'pending' check (status in ('pending', 'ordered', 'paid', 'cancelled')),
    settled_minor bigint not null default 0,
    cancel_reason text,
    upload_id uuid references payment_uploads,
    journal_entry_id bigint references journal_entries,
    created_by bigint references users,
    updated_by bigint references users,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint payroll_payments_settled check (settled_minor between 0 and net_minor),
    constraint payroll_payments_paid check ((status = 'paid') = (settled_minor = net_minor)),
    constraint payroll_payments_cancelled check ((status = 'cancelled') = (cancel_reason is not null)),
    constraint payroll_payments_breakdown check (num_nonnulls(gross_minor, irpf_minor, social_minor) in (0, 3)
      and (gross_minor is null or gross_minor - irpf_minor - social_minor = net_minor) and (employer_social_minor is null or gross_minor is not null))
  );
  create unique index payroll_payments_once on payroll_payments (site_id, employee_id, period, concept) where status <> 'cancelled';
  create index payroll_payments_period on payroll_payments (site_id, period);
  create index payroll_payments_pending on payroll_payments (pay_on, id) where status = 'pending';
  create index payroll_payments_upload on payroll_payments (upload_id) where upload_id is not null;
  create trigger payroll_payments_touch before update on payroll_payments for each row execute function touch_updated_at();

  -- Of the company's own people, and what is owed to somebody never changes: it is cancelled and made anew.
  create function payroll_payment_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if not exists (select 1 from employees e where e.id = new.employee_id and e.site_id = new.site_id)
        then raise exception 'payroll_payment_foreign' using errcode = 'CA022'; end if;
      return new;
    end if;
    if (old.site_id, old.employee_id, old.period, old.concept, old.net_minor, old.gross_minor, old.irpf_minor, old.social_minor, old.employer_social_minor, old.currency)
       is distinct from (new.site_id, new.employee_id, new.period, new.concept, new.net_minor, new.gross_minor, new.irpf_minor, new.social_minor, new.employer_social_minor, new.currency)
      then raise exception 'payroll_payment_frozen' using errcode = 'CA022'; end if;
    if old.status = 'cancelled' and new.status <> 'cancelled' then raise exception 'payroll_payment_no_way_back' using errcode = 'CA022'; end if;
    if old.status <> 'cancelled' and new.status = 'cancelled' and (old.status <> 'pending' or exists (
         select 1 from payment_orders o where o.source_type = 'payroll_payment' and o.source_id = new.id and o.status not in ('cancelled', 'failed', 'returned')))
      then raise exception 'payroll_payment_no_way_back' using errcode = 'CA022'; end if;
    return new;
  end $$;
  create trigger payroll_payments_guard before insert or update on payroll_payments for each row execute function payroll_payment_guard();
  create trigger payroll_payments_no_delete before delete on payroll_payments for each row execute function refuse_change();

  -- As with invoices: what live orders take of a salary is never more than is left of it.
  create function payment_order_cover_payroll() returns trigger language plpgsql as $$
  declare
    owed bigint;
    ordered bigint;
  begin
    select net_minor - settled_minor into owed from payroll_payments where id = new.source_id and status <> 'cancelled' for update;
    select coalesce(sum(amount_minor), 0) into ordered from payment_orders
     where source_type = 'payroll_payment' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
    if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_payroll' using errcode = 'CA022'; end if;
    return null;
  end $$;
  create trigger payment_orders_cover_payroll after insert on payment_orders for each row
    when (new.source_type = 'payroll_payment') execute function payment_order_cover_payroll();
`

const RUNS = `
  create sequence payment_run_numbers;
  create table payment_runs (
    id bigint generated always as identity primary key,
    number text not null unique,
    site_id bigint not null references sites,
    debtor_account_id bigint not null references bank_accounts,
    concept text not null,
    execution_date date not null,
    created_by bigint references users,
    created_at timestamptz not null default now()
  );
  alter table payment_orders add column run_id bigint references payment_runs;
  create index payment_orders_run on payment_orders (run_id) where run_id is not null;

  -- What is approved as a whole stays a whole: a payment enters a run with the buffer and leaves it only as a draft.
  create function payment_order_run() returns trigger language plpgsql as $$
  begin
    if new.status = 'draft' then new.run_id := null;
    elsif old.status <> 'draft' and old.run_id is distinct from new.run_id
      then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
    return new;
  end $$;
  create trigger payment_orders_run before update on payment_orders for each row
    when (old.run_id is distinct from new.run_id or new.run_id is not null and new.status = 'draft') execute function payment_order_run();
`
