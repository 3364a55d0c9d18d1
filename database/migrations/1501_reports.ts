import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payments of before the product, how each person arranges the start page, and the totals that reports read instead of
 * the lines of the journal. Everything before the watermark is in the totals; the rest is read from the lines, so that
 * a reader always sees the books as they are and posting never waits for a report. A transaction is before the
 * watermark only when no older one was still open as it was drawn.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop view report_account_classes, report_lines, payment_history, payment_history_restricted cascade;
      drop table legacy_payments, dashboard_layouts, report_month_totals, report_watermarks, report_accounts,
        report_class_totals cascade;
      drop function if exists refresh_report_month_totals, keep_report_account, ledger_account_class, bank_account_class,
        add_report_class_totals, ledger_accounts_added cascade;
    `)
  }
}

const TABLES = `
create table dashboard_layouts (
  user_id bigint primary key references users on delete cascade,
  layout jsonb not null default '{}',
  updated_at timestamptz not null default now()
);
comment on table dashboard_layouts is 'How a person arranged the start page.';
create trigger dashboard_layouts_touch before update on dashboard_layouts for each row execute function touch_updated_at();

-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table legacy_payments (
  id bigint generated always as identity (start with -1 increment by -1) primary key,
  import_batch uuid not null references imports,
  row_no int not null,
  raw jsonb not null,
  fingerprint text not null unique,
  paid_on date not null,
  site_id bigint not null references sites,
  kind text not null default 'other' check (kind in ('other', 'payroll')),
  payee text not null check (length(payee) between 1 and 160),
  concept text not null default '',
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null default 'EUR' references currencies,
  iban text,
  bank_account_id bigint references bank_accounts,
  account_text text,
  reference text,
  search_text text generated always as (f_unaccent(lower(payee || ' ' || concept || ' ' || coalesce(reference, '')))) stored,
  created_at timestamptz not null default now(),
  unique (import_batch, row_no)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table legacy_payments is 'Payments made before the product came, for the history only.';
create index legacy_payments_day on legacy_payments (paid_on desc, id desc);
create index legacy_payments_payroll on legacy_payments (paid_on desc, id desc) where kind = 'payroll';
create index legacy_payments_site on legacy_payments (site_id, paid_on desc, id desc);
create index legacy_payments_account on legacy_payments (bank_account_id, paid_on desc, id desc);
create index legacy_payments_iban on legacy_payments (iban) where iban is not null;
create index legacy_payments_amount on legacy_payments (amount_minor, id);
create index legacy_payments_text on legacy_payments using gin (search_text gin_trgm_ops);

-- What each account is for the reports, kept beside it and not worked out for all of them at each question.
create table report_accounts (
  account_id bigint primary key references ledger_accounts on delete cascade,
  site_id bigint not null references sites,
  subledger_id bigint,
  class text not null check (class in ('cash', 'supplier', 'tax', 'loan', 'sales', 'operating', 'none'))
);
comment on table report_accounts is 'Accounts by class and company, for the reports.';
create index report_accounts_class on report_accounts (class, site_id) include (account_id);
create index report_accounts_supplier on report_accounts (subledger_id) where class = 'supplier';

-- The lines of the journal by company and class of account, of each day and of each month: the list behind a figure of the
-- group finds its page among a few thousand rows, however many accounts there are, and reads the lines of one day. They are of
-- the same lines as the month totals and made with them; an account that changes its class takes its lines along.
create table report_class_totals (
  unit text check (unit in ('day', 'month')),
  starts_on date,
  class text check (class in ('cash', 'supplier', 'tax', 'loan', 'sales', 'operating', 'none')),
  site_id bigint references sites,
  journal text,
  is_transfer boolean,
  is_internal boolean,
  debit_base bigint not null,
  credit_base bigint not null,
  debit_lines bigint not null,
  credit_lines bigint not null,
  primary key (unit, class, starts_on, site_id, journal, is_transfer, is_internal),
  check (unit = 'day' or starts_on = date_trunc('month', starts_on)::date)
);
comment on table report_class_totals is 'Totals by class and period, for the reports.';

-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table report_month_totals (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  month date not null check (month = date_trunc('month', month)::date),
  account_id bigint not null references ledger_accounts,
  journal text not null,
  is_transfer boolean not null,
  is_internal boolean not null,
  category_id bigint references categories,
  center_id bigint references site_centers,
  debit_base bigint not null,
  credit_base bigint not null,
  -- How many lines stand behind each total: the list behind a figure then knows in which month its page lies, how long it is
  -- and what it adds up to, without reading the lines before it.
  debit_lines bigint not null default 0,
  credit_lines bigint not null default 0,
  constraint report_month_totals_month_account_id_journal_is_transfer_is_key unique nulls not distinct (month, account_id,
    journal, is_transfer, is_internal, category_id, center_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table report_month_totals is 'Totals by account and month, for the reports.';
create index report_month_totals_site on report_month_totals (site_id, month);
create index report_month_totals_account on report_month_totals (account_id, month);

create table report_watermarks (
  name text primary key,
  upto xid8 not null,
  updated_at timestamptz not null default now()
);
comment on table report_watermarks is 'How far the totals of the reports have come.';
`

const ROWS = `
insert into report_watermarks (name, upto) values
  ('month_totals', '0');
`

const FUNCTIONS = `
create view report_account_classes as
select a.id as account_id, a.site_id, a.subledger_id,
  case when b.kind <> 'credit_line' or v.id is not null then 'cash'
    when a.subledger = 'provider' then 'supplier'
    when a.code like '47%' then 'tax'
    when a.code ~ '^(16|17|51|52)' then 'loan'
    when a.code like '70%' then 'sales'
    when a.code ~ '^[67]' and a.code !~ '^(66|76|630|633|638)' then 'operating'
    else 'none' end as class
from ledger_accounts a left join bank_accounts b on b.ledger_account_id = a.id left join virtual_accounts v on v.ledger_account_id = a.id;
comment on view report_account_classes is 'Accounts by the class they count in, for the reports.';

create view report_lines as
select l.id, l.entry_id, e.created_xid, l.site_id, l.posted_on, date_trunc('month', l.posted_on)::date as month, l.account_id,
  case when e.kind like 'bank_account.opening%' then 'saldo_inicial' else e.journal end as journal,
  e.kind like 'bank.transfer%' as is_transfer,
  exists (select 1 from journal_lines o join ledger_accounts oa on oa.id = o.account_id where o.entry_id = l.entry_id
            and (o.counterparty_type = 'site' or oa.code ~ '^(403|433|5523|2423|1633)')) as is_internal,
  l.category_id, l.center_id, l.base_minor, e.entry_no, e.description, e.source_type, e.source_id, l.document_type, l.document_id, l.due_on
from journal_lines l join journal_entries e on e.id = l.entry_id;
comment on view report_lines is 'Lines of the books as the reports count them.';

-- Lines of these transactions, of one account or of all, are added (1) to the totals of their class or taken off (-1).
create function add_report_class_totals(since xid8, until xid8, account bigint, sign int) returns void language plpgsql as $$
begin
  insert into report_class_totals as t (unit, starts_on, class, site_id, journal, is_transfer, is_internal, debit_base, credit_base, debit_lines, credit_lines)
    select u.unit, case u.unit when 'day' then m.posted_on else m.month end, a.class, m.site_id, m.journal, m.is_transfer, m.is_internal,
        sign * sum(greatest(m.base_minor, 0)), sign * sum(greatest(-m.base_minor, 0)),
        sign * count(*) filter (where m.base_minor > 0), sign * count(*) filter (where m.base_minor < 0)
      from report_lines m join report_accounts a on a.account_id = m.account_id cross join (values ('day'), ('month')) u (unit)
     where m.created_xid >= since and m.created_xid < until and (account is null or m.account_id = account)
     group by 1, 2, 3, 4, 5, 6, 7
  on conflict (unit, class, starts_on, site_id, journal, is_transfer, is_internal) do update set
    debit_base = t.debit_base + excluded.debit_base, credit_base = t.credit_base + excluded.credit_base,
    debit_lines = t.debit_lines + excluded.debit_lines, credit_lines = t.credit_lines + excluded.credit_lines;
end $$;

create function refresh_report_month_totals() returns bigint language plpgsql as $$
declare since xid8; until xid8 := pg_snapshot_xmin(pg_current_snapshot()); n bigint;
begin
  select upto into since from report_watermarks where name = 'month_totals' for update skip locked;
  if since is null or until <= since then return 0; end if;
  insert into report_month_totals as t (site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, debit_base, credit_base, debit_lines, credit_lines)
    select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id,
        sum(greatest(base_minor, 0)), sum(greatest(-base_minor, 0)), count(*) filter (where base_minor > 0), count(*) filter (where base_minor < 0)
      from report_lines where created_xid >= since and created_xid < until group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (month, account_id, journal, is_transfer, is_internal, category_id, center_id) do update set
      debit_base = t.debit_base + excluded.debit_base, credit_base = t.credit_base + excluded.credit_base,
      debit_lines = t.debit_lines + excluded.debit_lines, credit_lines = t.credit_lines + excluded.credit_lines;
  get diagnostics n = row_count;
  perform add_report_class_totals(since, until, null, 1);
  update report_watermarks set upto = until, updated_at = now() where name = 'month_totals';
  return n;
end $$;

-- While an account that has lines changes its class nothing is added to the totals, nor the other way round. Lines after the
-- watermark are added later, to the class that the account then has.
create function keep_report_account(account bigint) returns void language plpgsql as $$
  declare old_class text; new_class text; made xid8; is_moved boolean := false;
  begin
    select class into old_class from report_accounts where account_id = account;
    select class into new_class from report_account_classes where account_id = account;

if old_class is distinct from new_class and exists (select 1 from journal_lines l where l.account_id = account) then
  select upto into made from report_watermarks where name = 'month_totals' for update;
  perform add_report_class_totals('0', made, account, -1);
  is_moved := true;
end if;

    insert into report_accounts (account_id, site_id, subledger_id, class)
      select account_id, site_id, subledger_id, class from report_account_classes where account_id = account
    on conflict (account_id) do update set site_id = excluded.site_id, subledger_id = excluded.subledger_id, class = excluded.class;
    if is_moved then perform add_report_class_totals('0', made, account, 1); end if;
  end $$;

create function ledger_account_class() returns trigger language plpgsql as $$
begin
  perform keep_report_account(new.id);
  return null;
end $$;
create trigger ledger_accounts_class after update of code, site_id, subledger, subledger_id on ledger_accounts
  for each row execute function ledger_account_class();

create function bank_account_class() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.ledger_account_id is not null then perform keep_report_account(old.ledger_account_id); end if;
  if tg_op <> 'DELETE' and new.ledger_account_id is not null then perform keep_report_account(new.ledger_account_id); end if;
  return null;
end $$;
create trigger bank_accounts_class after insert or delete or update of kind, ledger_account_id on bank_accounts
  for each row execute function bank_account_class();
create trigger virtual_accounts_class after insert or delete or update of ledger_account_id on virtual_accounts
  for each row execute function bank_account_class();

-- The conditions stand outside the unions: members without a condition of their own are merged in the order of their indexes,
-- which keeps a page of two million payments as quick as one of ten. It names the document of each payment itself, so that no
-- list of it reads the orders a second time.
create view payment_history as select id, origin, paid_on, site_id, kind, payee_type, payee_id, payee, concept, amount_minor, currency, account_id, method, reference, iban, status, requested_by, search_text, source_type, source_id from (select 'shown'::text as part, id, 'order'::text as origin, history_on as paid_on, site_id, kind, case kind when 'tax' then 'public_body' when 'legal_procedure' then 'legal' else creditor_type end as payee_type, creditor_id as payee_id,
creditor_name::text as payee, remittance::text as concept, amount_minor, currency, debtor_account_id as account_id, case channel when 'card' then 'card' when 'internal' then 'internal' when 'manual' then 'manual' else 'transfer' end as method,
end_to_end_id::text as reference, creditor_iban::text as iban, status, created_by as requested_by, f_unaccent(lower(creditor_name::text || ' ' || remittance::text || ' ' || end_to_end_id::text || ' ' || number::text)) as search_text, source_type::text, source_id
from payment_orders union all select 'shown'::text as part, id, 'import'::text as origin, paid_on, site_id, kind, 'other'::text as payee_type, null::bigint as payee_id,
payee, concept, amount_minor, currency, bank_account_id as account_id, 'transfer'::text as method,
reference, iban, 'paid'::text as status, null::bigint as requested_by, search_text, null::text as source_type, null::bigint as source_id
from legacy_payments) payments where status in ('paid', 'reconciled', 'failed', 'returned');
comment on view payment_history is 'Every payment, from before the product and of it.';

-- What accounting staff sees: of a payroll neither who nor how much, so that no filter, order or total can tell.
create view payment_history_restricted as select id, origin, paid_on, site_id, kind, payee_type, payee_id, payee, concept, amount_minor, currency, account_id, method, reference, iban, status, requested_by, search_text, source_type, source_id from (select 'shown'::text as part, id, 'order'::text as origin, history_on as paid_on, site_id, kind, case kind when 'tax' then 'public_body' when 'legal_procedure' then 'legal' else creditor_type end as payee_type, creditor_id as payee_id,
creditor_name::text as payee, remittance::text as concept, amount_minor, currency, debtor_account_id as account_id, case channel when 'card' then 'card' when 'internal' then 'internal' when 'manual' then 'manual' else 'transfer' end as method,
end_to_end_id::text as reference, creditor_iban::text as iban, status, created_by as requested_by, f_unaccent(lower(creditor_name::text || ' ' || remittance::text || ' ' || end_to_end_id::text || ' ' || number::text)) as search_text, source_type::text, source_id
from payment_orders union all select 'shown'::text as part, id, 'import'::text as origin, paid_on, site_id, kind, 'other'::text as payee_type, null::bigint as payee_id,
payee, concept, amount_minor, currency, bank_account_id as account_id, 'transfer'::text as method,
reference, iban, 'paid'::text as status, null::bigint as requested_by, search_text, null::text as source_type, null::bigint as source_id
from legacy_payments union all select 'masked'::text as part, id, 'order'::text as origin, history_on as paid_on, site_id, kind, 'employee'::text as payee_type, null::bigint as payee_id,
'Nómina - detalle restringido'::text as payee, 'Nómina - detalle restringido'::text as concept, null::bigint as amount_minor, currency, debtor_account_id as account_id, case channel when 'card' then 'card' when 'internal' then 'internal' when 'manual' then 'manual' else 'transfer' end as method,
null::text as reference, null::text as iban, status as status, null::bigint as requested_by, ''::text as search_text, null::text as source_type, null::bigint as source_id from payment_orders union all select 'masked'::text as part, id, 'import'::text as origin, paid_on as paid_on, site_id, kind, 'employee'::text as payee_type, null::bigint as payee_id,
'Nómina - detalle restringido'::text as payee, 'Nómina - detalle restringido'::text as concept, null::bigint as amount_minor, currency, bank_account_id as account_id, 'transfer'::text as method,
null::text as reference, null::text as iban, 'paid'::text as status, null::bigint as requested_by, ''::text as search_text, null::text as source_type, null::bigint as source_id from legacy_payments) payments
  where status in ('paid', 'reconciled', 'failed', 'returned') and ((part = 'shown' and kind <> 'payroll') or (part = 'masked' and kind = 'payroll'));
comment on view payment_history_restricted is 'The same as who does not see salaries reads it.';

-- Worked out once for all accounts that a statement adds, and not account by account: it was most of the time that the plan of
-- a new company took.
create function ledger_accounts_added() returns trigger language plpgsql as $$
begin
  -- One by one by their keys (offset 0): a plan kept from four hundred accounts would read all of them for one.
  insert into report_accounts (account_id, site_id, subledger_id, class)
    select c.account_id, c.site_id, c.subledger_id, c.class from added
      cross join lateral (select * from report_account_classes one where one.account_id = added.id offset 0) c
  on conflict (account_id) do update set site_id = excluded.site_id, subledger_id = excluded.subledger_id, class = excluded.class;
  return null;
end $$;
create trigger ledger_accounts_added after insert on ledger_accounts referencing new table as added
  for each statement execute function ledger_accounts_added();
`
