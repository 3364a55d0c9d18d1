import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Salaries to be paid, and what they come to by company and month: kept in the transaction that changes one of them, so
 * that the list of months adds up a few rows a month, however many salaries there are.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table payroll_payments, payroll_month_totals cascade;
      drop function if exists payroll_months_new, payroll_months_changed, fold_payroll_months cascade;
    `)
  }
}

const TABLES = `
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
  upload_id uuid references imports,
  journal_entry_id bigint references journal_entries,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payroll_payments_breakdown check (num_nonnulls(gross_minor, irpf_minor, social_minor) in (0, 3)
    and (gross_minor is null or gross_minor - irpf_minor - social_minor = net_minor) and (employer_social_minor is null
    or gross_minor is not null)),
  constraint payroll_payments_cancelled check ((status = 'cancelled') = (cancel_reason is not null)),
  constraint payroll_payments_paid check ((status = 'paid') = (settled_minor = net_minor)),
  constraint payroll_payments_settled check (settled_minor between 0 and net_minor)
);
comment on table payroll_payments is 'Net salaries to be paid.';
create unique index payroll_payments_once on payroll_payments (site_id, employee_id, period, concept)
  where status <> 'cancelled';
create index payroll_payments_pending on payroll_payments (pay_on, id) where status = 'pending';
create index payroll_payments_upload on payroll_payments (upload_id) where upload_id is not null;
create index payroll_payments_order on payroll_payments (status, pay_on, id);
create index payroll_payments_amount on payroll_payments (status, net_minor, id);
create index payroll_payments_period on payroll_payments (site_id, period, employee_id) include (status);
create trigger payroll_payments_touch before update on payroll_payments for each row execute function touch_updated_at();
create trigger payroll_payments_no_delete before delete on payroll_payments for each row execute function refuse_change();

-- A change adds a row of its own with the difference, so that nobody waits for a row that others change too;
-- \`fold_payroll_months\` makes one row a month of them again.
create table payroll_month_totals (
  site_id bigint not null references sites,
  period text not null,
  salaries bigint not null,
  total_minor bigint not null,
  pending_minor bigint not null,
  ordered_minor bigint not null,
  paid_minor bigint not null
);
comment on table payroll_month_totals is 'Salaries by company and month as they add up, kept by triggers.';
create index payroll_month_totals_month on payroll_month_totals (site_id, period)
  include (salaries, total_minor, pending_minor, ordered_minor, paid_minor);
`

const FUNCTIONS = `
create function payroll_months_new() returns trigger language plpgsql as $$
begin
  insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
    select site_id, period, sum(1 * (status <> 'cancelled')::int) as salaries, sum(1 * net_minor * (status <> 'cancelled')::int) as total_minor,
          sum(1 * net_minor * (status = 'pending')::int) as pending_minor, sum(1 * net_minor * (status = 'ordered')::int) as ordered_minor,
          sum(1 * net_minor * (status = 'paid')::int) as paid_minor from made group by 1, 2 having sum((status <> 'cancelled')::int) <> 0;
  return null;
end $$;
create trigger payroll_payments_month_new after insert on payroll_payments
  referencing new table as made for each statement execute function payroll_months_new();

create function payroll_months_changed() returns trigger language plpgsql as $$
begin
  insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
    select * from (
      select site_id, period, sum(sign * (status <> 'cancelled')::int) as salaries, sum(sign * net_minor * (status <> 'cancelled')::int) as total_minor,
          sum(sign * net_minor * (status = 'pending')::int) as pending_minor, sum(sign * net_minor * (status = 'ordered')::int) as ordered_minor,
          sum(sign * net_minor * (status = 'paid')::int) as paid_minor from (
          select site_id, period, status, net_minor, -1 as sign from were union all select site_id, period, status, net_minor, 1 from are) moved
        group by 1, 2) m
     where (m.salaries, m.total_minor, m.pending_minor, m.ordered_minor, m.paid_minor) <> (0, 0, 0, 0, 0);
  return null;
end $$;
create trigger payroll_payments_month_changed after update on payroll_payments
  referencing old table as were new table as are for each statement execute function payroll_months_changed();

create function fold_payroll_months() returns bigint language plpgsql as $$
declare n bigint;
begin
  perform pg_advisory_xact_lock(hashtext('fold_payroll_months'));
  with parted as (select site_id, period from payroll_month_totals group by 1, 2 having count(*) > 1),
  gone as (delete from payroll_month_totals t using parted p where (t.site_id, t.period) = (p.site_id, p.period) returning t.*)
  insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
    select site_id, period, sum(salaries), sum(total_minor), sum(pending_minor), sum(ordered_minor), sum(paid_minor)
      from gone group by 1, 2 having sum(salaries) <> 0;
  get diagnostics n = row_count;
  return n;
end $$;

create trigger payroll_payments_hands_0 after insert on payroll_payments for each row
  execute function note_document_hand('payroll_payment', 'id', 'created_by updated_by', 'wrote');
create trigger payroll_payments_hands_1 after update of pay_on on payroll_payments for each row
  when ((old.pay_on) is distinct from (new.pay_on))
  execute function note_document_hand('payroll_payment', 'id', 'updated_by', 'wrote');
`
