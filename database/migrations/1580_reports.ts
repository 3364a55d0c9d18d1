import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Reports (area 10): payments of before the product, what was paid as one list, how each person arranges the start
 * page, and the month totals that the summary reads instead of the lines of the journal.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(LEGACY_PAYMENTS)
    this.schema.raw(PAYMENT_HISTORY)
    this.schema.raw(MONTH_TOTALS)
  }

  async down() {
    this.schema.raw(`
      drop function refresh_report_month_totals();
      drop view report_lines, report_accounts, payment_history_restricted, payment_history;
      drop index account_month_totals_month, journal_entries_xid, payment_orders_history_payroll, payment_orders_history_payee, payment_orders_history_amount, payment_orders_history_text,
        payment_orders_history_site, payment_orders_history;
      drop table report_watermarks, report_month_totals, dashboard_layouts, legacy_payments, legacy_payment_imports cascade;
    `)
  }
}

const LEGACY_PAYMENTS = `
  create table legacy_payment_imports (
    id uuid primary key default gen_random_uuid(),
    file_id bigint not null references files,
    rows_imported int not null default 0,
    rows_repeated int not null default 0,
    created_by bigint references users,
    created_at timestamptz not null default now(),
    undone_by bigint references users,
    undone_at timestamptz
  );
  create index legacy_payment_imports_recent on legacy_payment_imports (created_at desc);

  -- Keys count downwards from -1, so that they never meet those of payment orders in the one list of both.
  create table legacy_payments (
    id bigint generated always as identity (increment by -1 start with -1) primary key,
    import_batch uuid not null references legacy_payment_imports,
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
    created_at timestamptz not null default now(),
    unique (import_batch, row_no)
  );
  create index legacy_payments_day on legacy_payments (paid_on desc, id desc);
  create index legacy_payments_payroll on legacy_payments (paid_on desc, id desc) where kind = 'payroll';
  create index legacy_payments_site on legacy_payments (site_id, paid_on desc, id desc);
  create index legacy_payments_amount on legacy_payments (amount_minor, paid_on);
  create index legacy_payments_text on legacy_payments using gin (f_unaccent(lower(payee || ' ' || concept || ' ' || coalesce(reference, ''))) gin_trgm_ops);

  create table dashboard_layouts (
    user_id bigint primary key references users on delete cascade,
    layout jsonb not null default '{}',
    updated_at timestamptz not null default now()
  );
  create trigger dashboard_layouts_touch before update on dashboard_layouts for each row execute function touch_updated_at();
`

const FINAL = `status in ('paid', 'reconciled', 'failed', 'returned')`
/** The day on which the money left; of what never left, the day on which that was known. */
const PAID_ON = `coalesce((coalesce(paid_at, failed_at, returned_at) at time zone 'Europe/Madrid')::date, execution_date)`
const ORDER_TEXT = `f_unaccent(lower(creditor_name::text || ' ' || remittance::text || ' ' || end_to_end_id::text || ' ' || number::text))`
const LEGACY_TEXT = `f_unaccent(lower(payee || ' ' || concept || ' ' || coalesce(reference, '')))`
const METHOD = `case channel when 'card' then 'card' when 'internal' then 'internal' when 'manual' then 'manual' else 'transfer' end`
const PAYEE_TYPE = `case kind when 'tax' then 'public_body' when 'legal_procedure' then 'legal' else creditor_type end`
const HIDDEN = `'Nómina - detalle restringido'`

const ORDERS = `select 'shown'::text as part, id, 'order'::text as origin, ${PAID_ON} as paid_on, site_id, kind, ${PAYEE_TYPE} as payee_type, creditor_id as payee_id,
  creditor_name::text as payee, remittance::text as concept, amount_minor, currency, debtor_account_id as account_id, ${METHOD} as method,
  end_to_end_id::text as reference, creditor_iban::text as iban, status, created_by as requested_by, ${ORDER_TEXT} as search_text
  from payment_orders`
const LEGACY = `select 'shown'::text as part, id, 'import'::text as origin, paid_on, site_id, kind, 'other'::text as payee_type, null::bigint as payee_id,
  payee, concept, amount_minor, currency, bank_account_id as account_id, 'transfer'::text as method,
  reference, iban, 'paid'::text as status, null::bigint as requested_by, ${LEGACY_TEXT} as search_text
  from legacy_payments`
const MASKED = (
  origin: string,
  day: string,
  account: string,
  method: string,
  status: string,
  table: string
) =>
  `select 'masked'::text as part, id, '${origin}'::text as origin, ${day} as paid_on, site_id, kind, 'employee'::text as payee_type, null::bigint as payee_id,
  ${HIDDEN}::text as payee, ${HIDDEN}::text as concept, null::bigint as amount_minor, currency, ${account} as account_id, ${method} as method,
  null::text as reference, null::text as iban, ${status} as status, null::bigint as requested_by, ''::text as search_text from ${table}`

const SHOWN = `id, origin, paid_on, site_id, kind, payee_type, payee_id, payee, concept, amount_minor, currency, account_id, method, reference, iban, status, requested_by, search_text`

/**
 * The conditions stand outside the unions: members without a condition of their own are merged in the order of their
 * indexes, which keeps a page of two million payments as quick as one of ten. The restricted view is what accounting
 * sees: of a payroll neither who nor how much, so that no filter, order or total can tell.
 */
const PAYMENT_HISTORY = `
  create index payment_orders_history on payment_orders ((${PAID_ON}) desc, id desc) where ${FINAL};
  create index payment_orders_history_site on payment_orders (site_id, (${PAID_ON}) desc, id desc) where ${FINAL};
  create index payment_orders_history_text on payment_orders using gin ((${ORDER_TEXT}) gin_trgm_ops) where ${FINAL};
  create index payment_orders_history_amount on payment_orders (amount_minor, (${PAID_ON})) where ${FINAL};
  create index payment_orders_history_payee on payment_orders (creditor_type, creditor_id, (${PAID_ON}) desc) where ${FINAL};
  create index payment_orders_history_payroll on payment_orders ((${PAID_ON}) desc, id desc) where ${FINAL} and kind = 'payroll';

  create view payment_history as select ${SHOWN} from (${ORDERS} union all ${LEGACY}) payments where ${FINAL};
  create view payment_history_restricted as select ${SHOWN} from (
    ${ORDERS} union all ${LEGACY}
    union all ${MASKED('order', PAID_ON, 'debtor_account_id', METHOD, 'status', 'payment_orders')}
    union all ${MASKED('import', 'paid_on', 'bank_account_id', `'transfer'::text`, `'paid'::text`, 'legacy_payments')}
  ) payments where ${FINAL} and ((part = 'shown' and kind <> 'payroll') or (part = 'masked' and kind = 'payroll'));
`

/**
 * Lines of the journal by company, month, account and dimension. Everything before the watermark is in the totals; the
 * rest is read from the lines, so that a reader always sees the books as they are and posting never waits for a report.
 * A transaction is before the watermark only when no older one was still open as it was drawn.
 */
const MONTH_TOTALS = `
  create index journal_entries_xid on journal_entries (created_xid);
  create index account_month_totals_month on account_month_totals (month);

  -- What an account is for the summary: by what it is kept for, else by its place in the plan of accounts (RD 1514/2007).
  create view report_accounts as
    select a.id as account_id, a.site_id, a.subledger_id,
      case when b.kind <> 'credit_line' or v.id is not null then 'cash'
        when a.subledger = 'provider' then 'supplier'
        when a.code like '47%' then 'tax'
        when a.code ~ '^(16|17|51|52)' then 'loan'
        when a.code like '70%' then 'sales'
        when a.code ~ '^[67]' and a.code !~ '^(66|76|630|633|638)' then 'operating'
        else 'none' end as class
    from ledger_accounts a left join bank_accounts b on b.ledger_account_id = a.id left join virtual_accounts v on v.ledger_account_id = a.id;

  create view report_lines as
    select l.id, l.entry_id, e.created_xid, l.site_id, l.posted_on, date_trunc('month', l.posted_on)::date as month, l.account_id,
      case when e.kind like 'bank_account.opening%' then 'saldo_inicial' else e.journal end as journal,
      e.kind like 'bank.transfer%' as is_transfer,
      exists (select 1 from journal_lines o join ledger_accounts oa on oa.id = o.account_id where o.entry_id = l.entry_id
                and (o.counterparty_type = 'site' or oa.code ~ '^(403|433|5523|2423|1633)')) as is_internal,
      l.category_id, l.center_id, l.base_minor, e.entry_no, e.description, e.source_type, e.source_id, l.document_type, l.document_id, l.due_on
    from journal_lines l join journal_entries e on e.id = l.entry_id;

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
    unique nulls not distinct (month, account_id, journal, is_transfer, is_internal, category_id, center_id)
  );
  create index report_month_totals_site on report_month_totals (site_id, month);
  create index report_month_totals_account on report_month_totals (account_id, month);

  create table report_watermarks (
    name text primary key,
    upto xid8 not null,
    updated_at timestamptz not null default now()
  );
  insert into report_watermarks (name, upto) values ('month_totals', '0');

  create function refresh_report_month_totals() returns bigint language plpgsql as $$
  declare since xid8; until xid8 := pg_snapshot_xmin(pg_current_snapshot()); n bigint;
  begin
    select upto into since from report_watermarks where name = 'month_totals' for update skip locked;
    if since is null or until <= since then return 0; end if;
    insert into report_month_totals as t (site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, debit_base, credit_base)
      select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id,
          sum(greatest(base_minor, 0)), sum(greatest(-base_minor, 0))
        from report_lines where created_xid >= since and created_xid < until group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (month, account_id, journal, is_transfer, is_internal, category_id, center_id) do update set
        debit_base = t.debit_base + excluded.debit_base, credit_base = t.credit_base + excluded.credit_base;
    get diagnostics n = row_count;
    update report_watermarks set upto = until, updated_at = now() where name = 'month_totals';
    return n;
  end $$;
`
