import { BaseSchema } from '@adonisjs/lucid/schema'
import env from '#start/env'

/**
 * The one ledger (area 00). What must never happen is refused here, whatever the code above does: entries that
 * do not balance (CA002, CA003), changed rows (CA001), lines added later (CA004), lines on accounts that take
 * none (CA005), closed years and locked months (CA006, CA007), reversals that are no exact negation (CA008),
 * lines in a filed VAT period (CA009).
 */
export default class extends BaseSchema {
  async up() {
    const role = `"${new URL(env.get('DATABASE_APP_URL')).username}"`
    this.schema.raw(TABLES)
    this.schema.raw(GUARDS)
    this.schema.raw(POSTING)
    this.schema.raw(`
      revoke update, delete on journal_entries, journal_lines from ${role};
      revoke insert, update, delete on account_balances, account_month_totals from ${role};
    `)
  }

  async down() {
    this.schema.raw(`
      drop table reconciliation_lines, reconciliations, account_month_totals, account_balances, journal_lines,
        journal_entries, period_locks, fiscal_years, tax_codes, ledger_account_roles, ledger_accounts,
        account_templates, fx_rates, currencies cascade;
      drop function ledger_post(jsonb);
      drop function ledger_check_entry();
      drop function ledger_line_guard();
      drop function ledger_period_guard();
      drop function ledger_check_reversal();
      drop function reconciliation_guard();
    `)
  }
}

const TABLES = `
  create table currencies (
    code char(3) primary key,
    name text not null,
    exponent smallint not null check (exponent between 0 and 4)
  );

  create table fx_rates (
    id bigint generated always as identity primary key,
    currency char(3) not null references currencies,
    on_date date not null,
    source text not null default 'ecb',
    rate numeric(18, 8) not null check (rate > 0),
    unique (currency, on_date, source)
  );

  create table account_templates (
    code text primary key check (code ~ '^[1-9][0-9]{0,3}$'),
    name text not null,
    type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
    normal_side char(1) not null check (normal_side in ('D', 'H')),
    in_sme_plan boolean not null default true
  );

  create table ledger_accounts (
    id bigint generated always as identity primary key,
    site_id bigint not null,
    code text not null check (code ~ '^[1-9][0-9]{0,11}$'),
    parent_id bigint references ledger_accounts,
    name text not null check (length(name) between 2 and 120),
    type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
    normal_side char(1) not null check (normal_side in ('D', 'H')),
    currency char(3) not null default 'EUR' references currencies,
    is_postable boolean not null default false,
    reconcilable boolean not null default false,
    subledger text not null default 'none' check (subledger in ('none', 'provider', 'channel', 'employee', 'site', 'bank', 'virtual', 'loan', 'tax')),
    subledger_id bigint,
    allow_negative boolean not null default true,
    origin text not null default 'template' check (origin in ('template', 'manual', 'auto', 'imported')),
    active boolean not null default true,
    created_by bigint,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (site_id, code),
    unique (id, site_id, currency)
  );
  create unique index ledger_accounts_subledger on ledger_accounts (site_id, subledger, subledger_id, left(code, 4)) where subledger_id is not null;
  create index ledger_accounts_code on ledger_accounts (site_id, code text_pattern_ops);
  create index ledger_accounts_text on ledger_accounts using gin (f_unaccent(lower(code || ' ' || name)) gin_trgm_ops);
  create trigger ledger_accounts_touch before update on ledger_accounts for each row execute function touch_updated_at();

  create table ledger_account_roles (
    id bigint generated always as identity primary key,
    role text not null,
    site_id bigint,
    account_code text not null check (account_code ~ '^[1-9][0-9]{0,11}$'),
    unique nulls not distinct (role, site_id)
  );

  create table tax_codes (
    id bigint generated always as identity primary key,
    code text not null unique,
    name text not null,
    kind text not null check (kind in ('iva', 'igic', 'ipsi', 're', 'irpf', 'irnr', 'exempt', 'reverse_charge', 'not_subject')),
    rate_basis_points int not null check (rate_basis_points between 0 and 10000),
    territory text not null default 'peninsula_baleares',
    account_role text,
    account_suffix text,
    valid_from date not null default '2012-09-01',
    valid_to date,
    check (valid_to is null or valid_to >= valid_from)
  );

  create table fiscal_years (
    id bigint generated always as identity primary key,
    site_id bigint not null,
    code text not null,
    starts_on date not null,
    ends_on date not null,
    status text not null default 'open' check (status in ('open', 'soft_closed', 'closed')),
    next_entry_no bigint not null default 1,
    created_at timestamptz not null default now(),
    unique (site_id, code),
    check (ends_on > starts_on),
    exclude using gist (site_id with =, daterange(starts_on, ends_on, '[]') with &&)
  );

  create table period_locks (
    site_id bigint not null,
    month date not null check (month = date_trunc('month', month)::date),
    scope text not null check (scope in ('all', 'vat')),
    locked_at timestamptz not null default now(),
    locked_by bigint,
    primary key (site_id, month, scope)
  );

  create table journal_entries (
    id bigint generated always as identity primary key,
    site_id bigint not null,
    fiscal_year_id bigint not null references fiscal_years,
    entry_no bigint not null,
    posted_on date not null,
    journal text not null check (journal in ('compras', 'ventas', 'banco', 'nomina', 'impuestos', 'prestamos', 'diversos', 'apertura', 'cierre', 'regularizacion')),
    kind text not null,
    idempotency_key text not null unique,
    payload_hash text not null,
    source_type text,
    source_id bigint,
    reverses_id bigint unique references journal_entries,
    reversal_reason text,
    group_key uuid,
    description text not null check (length(description) between 3 and 250),
    created_by bigint,
    created_at timestamptz not null default now(),
    created_xid xid8 not null default pg_current_xact_id(),
    unique (site_id, fiscal_year_id, entry_no),
    unique (id, site_id, posted_on),
    check ((reverses_id is null) = (reversal_reason is null))
  );
  create index journal_entries_source on journal_entries (source_type, source_id);
  create index journal_entries_group on journal_entries (group_key) where group_key is not null;
  create index journal_entries_day on journal_entries (site_id, posted_on desc, id desc);

  create table journal_lines (
    id bigint generated always as identity primary key,
    entry_id bigint not null,
    site_id bigint not null,
    posted_on date not null,
    line_no smallint not null,
    account_id bigint not null,
    currency char(3) not null,
    amount_minor bigint not null check (amount_minor <> 0),
    base_minor bigint not null,
    counterparty_type text,
    counterparty_id bigint,
    document_type text,
    document_id bigint,
    tax_code_id bigint references tax_codes,
    tax_base_minor bigint,
    vat_period char(7),
    center_id bigint,
    category_id bigint,
    due_on date,
    memo text check (length(memo) <= 250),
    unique (entry_id, line_no),
    check (sign(base_minor) = sign(amount_minor)),
    check (vat_period is null or tax_code_id is not null),
    foreign key (entry_id, site_id, posted_on) references journal_entries (id, site_id, posted_on),
    foreign key (account_id, site_id, currency) references ledger_accounts (id, site_id, currency)
  );
  create index journal_lines_account on journal_lines (account_id, posted_on, id) include (amount_minor, base_minor);
  create index journal_lines_counterparty on journal_lines (counterparty_type, counterparty_id, account_id) where counterparty_id is not null;
  create index journal_lines_document on journal_lines (document_type, document_id) where document_id is not null;
  create index journal_lines_tax on journal_lines (tax_code_id, site_id, posted_on) where tax_code_id is not null;
  create index journal_lines_vat on journal_lines (site_id, vat_period) where vat_period is not null;

  create table account_balances (
    account_id bigint primary key references ledger_accounts,
    balance_minor bigint not null,
    base_minor bigint not null,
    lines bigint not null,
    updated_at timestamptz not null default now()
  );

  create table account_month_totals (
    account_id bigint not null references ledger_accounts,
    month date not null,
    debit_base bigint not null,
    credit_base bigint not null,
    primary key (account_id, month)
  );

  create table reconciliations (
    id bigint generated always as identity primary key,
    site_id bigint not null,
    account_id bigint not null references ledger_accounts,
    code text not null,
    status text not null check (status in ('partial', 'full')),
    created_by bigint,
    created_at timestamptz not null default now(),
    unique (site_id, code)
  );

  create table reconciliation_lines (
    reconciliation_id bigint not null references reconciliations on delete cascade,
    journal_line_id bigint not null references journal_lines,
    amount_minor bigint not null check (amount_minor <> 0),
    primary key (reconciliation_id, journal_line_id)
  );
  create index reconciliation_lines_line on reconciliation_lines (journal_line_id);
`

const GUARDS = `
  create trigger journal_entries_immutable before update or delete on journal_entries for each row execute function refuse_change();
  create trigger journal_entries_no_truncate before truncate on journal_entries for each statement execute function refuse_change();
  create trigger journal_lines_immutable before update or delete on journal_lines for each row execute function refuse_change();
  create trigger journal_lines_no_truncate before truncate on journal_lines for each statement execute function refuse_change();

  create function ledger_check_entry() returns trigger language plpgsql as $$
  declare n int; s bigint;
  begin
    select count(*), coalesce(sum(base_minor), 0) into n, s from journal_lines where entry_id = new.id;
    if n < 2 then raise exception 'ledger_too_few_lines' using errcode = 'CA002'; end if;
    if s <> 0 then raise exception 'ledger_unbalanced: %', s using errcode = 'CA003'; end if;
    return null;
  end $$;
  create constraint trigger journal_entries_balanced after insert on journal_entries
    deferrable initially deferred for each row execute function ledger_check_entry();

  create function ledger_period_guard() returns trigger language plpgsql as $$
  declare p fiscal_years;
  begin
    select * into p from fiscal_years where id = new.fiscal_year_id for share;
    if p.site_id <> new.site_id or new.posted_on not between p.starts_on and p.ends_on
      then raise exception 'ledger_period_mismatch' using errcode = 'CA006'; end if;
    if p.status = 'closed' then raise exception 'ledger_period_closed' using errcode = 'CA007'; end if;
    if exists (select 1 from period_locks l where l.site_id = new.site_id and l.scope = 'all'
                 and l.month = date_trunc('month', new.posted_on)::date)
      then raise exception 'ledger_month_locked' using errcode = 'CA007'; end if;
    return new;
  end $$;
  create trigger journal_entries_period before insert on journal_entries for each row execute function ledger_period_guard();

  create function ledger_line_guard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (select 1 from newl n join journal_entries e on e.id = n.entry_id where e.created_xid <> pg_current_xact_id())
      then raise exception 'ledger_entry_sealed' using errcode = 'CA004'; end if;
    if exists (select 1 from newl n join ledger_accounts a on a.id = n.account_id where not a.is_postable or not a.active)
      then raise exception 'ledger_account_not_postable' using errcode = 'CA005'; end if;
    if exists (select 1 from newl n join period_locks l on l.site_id = n.site_id and l.scope = 'vat'
                 and to_char(l.month, 'YYYY-MM') = n.vat_period)
      then raise exception 'ledger_vat_period_filed' using errcode = 'CA009'; end if;
    insert into account_balances as b (account_id, balance_minor, base_minor, lines)
      select account_id, sum(amount_minor), sum(base_minor), count(*) from newl group by 1 order by 1
      on conflict (account_id) do update set balance_minor = b.balance_minor + excluded.balance_minor,
        base_minor = b.base_minor + excluded.base_minor, lines = b.lines + excluded.lines, updated_at = now();
    insert into account_month_totals as m (account_id, month, debit_base, credit_base)
      select account_id, date_trunc('month', posted_on)::date, sum(greatest(base_minor, 0)), sum(greatest(-base_minor, 0))
        from newl group by 1, 2 order by 1, 2
      on conflict (account_id, month) do update set debit_base = m.debit_base + excluded.debit_base,
        credit_base = m.credit_base + excluded.credit_base;
    if exists (select 1 from newl n join ledger_accounts a on a.id = n.account_id and not a.allow_negative
                 join account_balances b on b.account_id = a.id where b.balance_minor < 0)
      then raise exception 'ledger_negative_balance' using errcode = 'CA010'; end if;
    return null;
  end $$;
  create trigger journal_lines_guard after insert on journal_lines
    referencing new table as newl for each statement execute function ledger_line_guard();

  create function ledger_check_reversal() returns trigger language plpgsql as $$
  begin
    if new.reverses_id is null then return null; end if;
    if exists (
      (select account_id, amount_minor, base_minor, count(*) from journal_lines where entry_id = new.id group by 1, 2, 3
       except select account_id, -amount_minor, -base_minor, count(*) from journal_lines where entry_id = new.reverses_id group by 1, 2, 3)
      union all
      (select account_id, -amount_minor, -base_minor, count(*) from journal_lines where entry_id = new.reverses_id group by 1, 2, 3
       except select account_id, amount_minor, base_minor, count(*) from journal_lines where entry_id = new.id group by 1, 2, 3))
      then raise exception 'ledger_reversal_differs' using errcode = 'CA008'; end if;
    return null;
  end $$;
  create constraint trigger journal_entries_reversal after insert on journal_entries
    deferrable initially deferred for each row execute function ledger_check_reversal();

  create function reconciliation_guard() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from newr n join journal_lines l on l.id = n.journal_line_id
                 join reconciliation_lines r on r.journal_line_id = l.id
                group by l.id, l.amount_minor
               having abs(sum(r.amount_minor)) > abs(l.amount_minor) or sign(sum(r.amount_minor)) not in (0, sign(l.amount_minor)))
      then raise exception 'reconciliation_exceeds_line' using errcode = 'CA011'; end if;
    return null;
  end $$;
  create trigger reconciliation_lines_guard after insert on reconciliation_lines
    referencing new table as newr for each statement execute function reconciliation_guard();
`

const POSTING = `
  -- The only way in, in one call: idempotency, number, entry and lines. Gives the entry's id, its number and
  -- whether it was there before. Errors: CA012 same key for something else, CA006 no fiscal year for the day.
  create function ledger_post(draft jsonb, out entry_id bigint, out entry_no bigint, out repeated boolean) language plpgsql as $$
  declare
    hash text := encode(sha256(convert_to((draft - 'createdBy')::text, 'UTF8')), 'hex');
    existing journal_entries;
    fiscal fiscal_years;
    site bigint := (draft ->> 'siteId')::bigint;
    day date := (draft ->> 'postedOn')::date;
  begin
    select * into existing from journal_entries where idempotency_key = draft ->> 'idempotencyKey';
    if not found then
      select * into fiscal from fiscal_years where site_id = site and day between starts_on and ends_on for update;
      if not found then raise exception 'ledger_no_fiscal_year' using errcode = 'CA006'; end if;
      -- Whoever waited for the lock may find that the other one posted the same thing.
      select * into existing from journal_entries where idempotency_key = draft ->> 'idempotencyKey';
    end if;
    if existing.id is not null then
      if existing.payload_hash <> hash then raise exception 'ledger_idempotency_conflict' using errcode = 'CA012'; end if;
      entry_id := existing.id; entry_no := existing.entry_no; repeated := true;
      return;
    end if;
    entry_no := fiscal.next_entry_no;
    update fiscal_years set next_entry_no = next_entry_no + 1 where id = fiscal.id;
    insert into journal_entries (site_id, fiscal_year_id, entry_no, posted_on, journal, kind, idempotency_key, payload_hash,
        source_type, source_id, reverses_id, reversal_reason, group_key, description, created_by)
      values (site, fiscal.id, entry_no, day, draft ->> 'journal', draft ->> 'kind', draft ->> 'idempotencyKey', hash,
        draft ->> 'sourceType', (draft ->> 'sourceId')::bigint, (draft ->> 'reversesId')::bigint, draft ->> 'reversalReason',
        (draft ->> 'groupKey')::uuid, draft ->> 'description', (draft ->> 'createdBy')::bigint)
      returning id into entry_id;
    insert into journal_lines (entry_id, site_id, posted_on, line_no, account_id, currency, amount_minor, base_minor,
        counterparty_type, counterparty_id, document_type, document_id, tax_code_id, tax_base_minor, vat_period,
        center_id, category_id, due_on, memo)
      select ledger_post.entry_id, site, day, position, (line ->> 'accountId')::bigint, coalesce(line ->> 'currency', 'EUR'),
        (line ->> 'amountMinor')::bigint, coalesce((line ->> 'baseMinor')::bigint, (line ->> 'amountMinor')::bigint),
        line ->> 'counterpartyType', (line ->> 'counterpartyId')::bigint, line ->> 'documentType', (line ->> 'documentId')::bigint,
        (line ->> 'taxCodeId')::bigint, (line ->> 'taxBaseMinor')::bigint, line ->> 'vatPeriod',
        (line ->> 'centerId')::bigint, (line ->> 'categoryId')::bigint, (line ->> 'dueOn')::date, line ->> 'memo'
      from jsonb_array_elements(draft -> 'lines') with ordinality as given(line, position);
    repeated := false;
  end $$;
`
