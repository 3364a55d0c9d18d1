import { BaseSchema } from '@adonisjs/lucid/schema'
import env from '#start/env'

/**
 * The one ledger. What must never happen is refused here, whatever the code above does: entries that do not balance
 * (CA002, CA003), changed rows (CA001), lines added later (CA004), lines on accounts that take none (CA005), closed
 * years and locked months (CA006, CA007), reversals that are no exact negation (CA008), lines in a filed VAT period
 * (CA009), years closed provisionally (CA017), days outside of the life of a company (CA018). Refusals carry in their
 * detail what a reader wants to know: the account’s code, the difference.
 */
export default class extends BaseSchema {
  async up() {
    const role = `"${new URL(env.get('DATABASE_APP_URL')).username}"`
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
    this.schema.raw(`revoke update, delete on journal_entries from ${role}`)
    this.schema.raw(`revoke update, delete on journal_lines from ${role}`)
    this.schema.raw(`revoke insert, update, delete on account_balances from ${role}`)
    this.schema.raw(`revoke insert, update, delete on account_month_totals from ${role}`)
  }

  async down() {
    this.schema.raw(`
      drop table fiscal_years, period_locks, journal_entries, journal_lines, account_balances, account_month_totals,
        opened_accounts cascade;
      drop function if exists ledger_check_entry, ledger_period_guard, ledger_line_guard, ledger_check_reversal,
        ledger_post, sites_guard, ledger_account_guard, site_life_guard cascade;
    `)
  }
}

const TABLES = `
-- A fiscal year begins with the first day of a month: what a year carries is told from the totals of whole months.
create table fiscal_years (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  code text not null,
  starts_on date not null,
  ends_on date not null,
  status text not null default 'open' check (status in ('open', 'soft_closed', 'closed')),
  next_entry_no bigint not null default 1,
  closings int not null default 0 check (closings >= 0),
  created_at timestamptz not null default now(),
  unique (site_id, code),
  constraint fiscal_years_begin_a_month check (starts_on = date_trunc('month', starts_on::timestamp)::date
    and ends_on + 1 = date_trunc('month', ends_on::timestamp + interval '1 day')::date),
  check (ends_on > starts_on),
  constraint fiscal_years_site_id_daterange_excl exclude using gist (site_id with =, daterange(starts_on, ends_on,
    '[]') with &&)
);
comment on table fiscal_years is 'Years of a company, their state and the next number of an entry.';

create table period_locks (
  site_id bigint references sites,
  month date check (month = date_trunc('month', month)::date),
  scope text check (scope in ('all', 'vat')),
  locked_at timestamptz not null default now(),
  locked_by bigint,
  primary key (site_id, month, scope)
);
comment on table period_locks is 'Months that are closed to postings.';

-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table journal_entries (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  fiscal_year_id bigint not null references fiscal_years,
  entry_no bigint not null,
  posted_on date not null,
  journal text not null check (journal in ('compras', 'ventas', 'banco', 'nomina', 'impuestos', 'prestamos', 'diversos',
    'apertura', 'cierre', 'regularizacion')),
  kind text not null,
  idempotency_key text not null unique,
  payload_hash text not null,
  source_type text,
  source_id bigint,
  reverses_id bigint unique references journal_entries,
  reversal_reason text,
  group_key uuid,
  description text not null check (length(description) between 3 and 250),
  created_xid xid8 not null default pg_current_xact_id(),
  created_by bigint,
  created_at timestamptz not null default now(),
  unique (id, site_id, posted_on),
  unique (site_id, fiscal_year_id, entry_no),
  check ((reverses_id is null) = (reversal_reason is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table journal_entries is 'Entries of the books, numbered by year and company. Append only.';
create index journal_entries_source on journal_entries (source_type, source_id);
create index journal_entries_group on journal_entries (group_key) where group_key is not null;
create index journal_entries_day on journal_entries (site_id, posted_on desc, id desc);
create index journal_entries_xid on journal_entries (created_xid);
create index journal_entries_group_day on journal_entries (posted_on, id) include (site_id);
-- The diario of one person, and above it that of the whole group by its day: without them a million entries are sorted for
-- ten.
create index journal_entries_author on journal_entries (created_by, posted_on, id) where created_by is not null;
create index journal_entries_story on journal_entries (id) include (journal, kind);
create statistics journal_entries_report on (case when kind ~~ 'bank_account.opening%'::text then 'saldo_inicial'::text
  else journal end), (kind ~~ 'bank.transfer%'::text) from journal_entries;
create trigger journal_entries_immutable before update or delete
  on journal_entries for each row execute function refuse_change();
create trigger journal_entries_no_truncate before truncate
  on journal_entries for each statement execute function refuse_change();

-- A difference of exchange moves the euros of an account in another currency and none of its own, so such a line may have no
-- amount.
-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table journal_lines (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  site_id bigint not null,
  posted_on date not null,
  line_no smallint not null,
  account_id bigint not null,
  currency char(3) not null,
  amount_minor bigint not null,
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
  constraint journal_lines_amounts check ((amount_minor <> 0 and sign(base_minor) = sign(amount_minor))
    or (amount_minor = 0 and base_minor <> 0 and currency <> 'EUR')),
  constraint journal_lines_check1 check (vat_period is null or tax_code_id is not null),
  foreign key (account_id, site_id, currency) references ledger_accounts (id, site_id, currency),
  foreign key (entry_id, site_id, posted_on) references journal_entries (id, site_id, posted_on)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table journal_lines is 'Lines of the entries; they balance by entry, company and currency of the books. Append only.';
create index journal_lines_account on journal_lines (account_id, posted_on, id) include (amount_minor, base_minor);
create index journal_lines_counterparty on journal_lines (counterparty_type, counterparty_id, account_id)
  where counterparty_id is not null;
create index journal_lines_document on journal_lines (document_type, document_id) where document_id is not null;
create index journal_lines_tax on journal_lines (tax_code_id, site_id, posted_on) where tax_code_id is not null;
create index journal_lines_vat on journal_lines (site_id, vat_period) where vat_period is not null;
create index journal_lines_amount on journal_lines (site_id, amount_minor, posted_on);
create index journal_lines_day on journal_lines (posted_on desc, id desc) include (account_id, base_minor, entry_id);
create trigger journal_lines_immutable before update or delete on journal_lines for each row execute function refuse_change();
create trigger journal_lines_no_truncate before truncate on journal_lines for each statement execute function refuse_change();

create table account_balances (
  account_id bigint primary key references ledger_accounts,
  balance_minor bigint not null,
  base_minor bigint not null,
  lines bigint not null,
  updated_at timestamptz not null default now()
);
comment on table account_balances is 'Balance of each account as its entries add up to, kept by the posting function.';

create table account_month_totals (
  account_id bigint references ledger_accounts,
  month date,
  debit_base bigint not null,
  credit_base bigint not null,
  primary key (account_id, month)
);
comment on table account_month_totals is 'Debit and credit of an account by month, kept by the posting function.';
create index account_month_totals_month on account_month_totals (month);

-- An account has one opening balance: while an entry that opens it is a draft or posted, no other one takes it, so that a file
-- imported twice doubles nothing.
create table opened_accounts (
  ledger_account_id bigint primary key references ledger_accounts,
  manual_entry_id bigint not null
);
comment on table opened_accounts is 'Accounts whose opening balance is in the books.';
create index opened_accounts_entry on opened_accounts (manual_entry_id);
`

const FUNCTIONS = `
create function ledger_check_entry() returns trigger language plpgsql as $$
declare n int; s bigint;
begin
  select count(*), coalesce(sum(base_minor), 0) into n, s from journal_lines where entry_id = new.id;
  if n < 2 then raise exception 'ledger_too_few_lines' using errcode = 'CA002'; end if;
  if s <> 0 then raise exception 'ledger_unbalanced: %', s using errcode = 'CA003', detail = s::text; end if;
  return null;
end $$;
create constraint trigger journal_entries_balanced after insert on journal_entries
  deferrable initially deferred for each row execute function ledger_check_entry();

-- The entries of the close itself pass a locked month: locking the months of a year comes before closing it.
create function ledger_period_guard() returns trigger language plpgsql as $$
declare p fiscal_years; life sites;
begin
  select * into p from fiscal_years where id = new.fiscal_year_id for share;
  if p.site_id <> new.site_id or new.posted_on not between p.starts_on and p.ends_on
    then raise exception 'ledger_period_mismatch' using errcode = 'CA006'; end if;
  if p.status = 'closed' then raise exception 'ledger_period_closed' using errcode = 'CA007'; end if;
  select * into life from sites where id = new.site_id;
  if new.posted_on < life.started_on or new.posted_on > life.closed_on
    then raise exception 'ledger_outside_company_life' using errcode = 'CA018'; end if;
  -- The three entries of the close are the close's own, whatever else is locked.
  if new.source_type is not distinct from 'fiscal_year' then return new; end if;
  if p.status = 'soft_closed' and not exists (
      select 1 from users u where u.id = new.created_by and u.role in ('s1st3ma', 'superC0ntab1l1dad'))
    then raise exception 'ledger_year_soft_closed' using errcode = 'CA017'; end if;
  if exists (select 1 from period_locks l where l.site_id = new.site_id and l.scope = 'all'
               and l.month = date_trunc('month', new.posted_on)::date)
    then raise exception 'ledger_month_locked' using errcode = 'CA007'; end if;
  return new;
end $$;
create trigger journal_entries_period before insert on journal_entries for each row execute function ledger_period_guard();

create function ledger_line_guard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare refused text;
begin
  if exists (select 1 from newl n join journal_entries e on e.id = n.entry_id where e.created_xid <> pg_current_xact_id())
    then raise exception 'ledger_entry_sealed' using errcode = 'CA004'; end if;
  select a.code into refused from newl n join ledger_accounts a on a.id = n.account_id where not a.is_postable or not a.active limit 1;
  if refused is not null
    then raise exception 'ledger_account_not_postable: %', refused using errcode = 'CA005', detail = refused; end if;
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
  select a.code into refused from newl n join ledger_accounts a on a.id = n.account_id and not a.allow_negative
    join account_balances b on b.account_id = a.id where b.balance_minor < 0 limit 1;
  if refused is not null
    then raise exception 'ledger_negative_balance: %', refused using errcode = 'CA010', detail = refused; end if;
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

-- The only way in, in one call: idempotency, number, entry and lines. Gives the entry’s id, its number and whether it was
-- there before. Errors: CA012 same key for something else, CA006 no fiscal year for the day. It holds the company’s
-- reconciliations before its year: whoever matches or reverses holds them and then posts, and two orders of locks wait for
-- each other.
create function ledger_post(draft jsonb, OUT entry_id bigint, OUT entry_no bigint, OUT repeated boolean) returns record
language plpgsql as $$
declare
  hash text := encode(sha256(convert_to((draft - 'createdBy')::text, 'UTF8')), 'hex');
  existing journal_entries;
  fiscal fiscal_years;
  site bigint := (draft ->> 'siteId')::bigint;
  day date := (draft ->> 'postedOn')::date;
begin
  perform pg_advisory_xact_lock(hashtext('reconciliation'), site::int);
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

-- No circle of parents (CS001), no other territory, currency or account width once there are entries (CS002).
create function sites_guard() returns trigger language plpgsql as $$
declare above bigint := new.parent_site_id;
begin
  if tg_op = 'UPDATE'
    and (new.territory, new.base_currency, new.account_width) is distinct from (old.territory, old.base_currency, old.account_width)
    and exists (select 1 from journal_entries e where e.site_id = new.id)
    then raise exception 'site_has_entries' using errcode = 'CS002'; end if;
  -- One change of the structure at a time: two that together make a circle would not see each other.
  if above is not null then perform pg_advisory_xact_lock(hashtext('sites_structure')); end if;
  for step in 1..50 loop
    exit when above is null;
    if above = new.id then raise exception 'site_parent_cycle' using errcode = 'CS001'; end if;
    select parent_site_id into above from sites where id = above;
  end loop;
  if above is not null then raise exception 'site_parent_cycle' using errcode = 'CS001'; end if;
  return new;
end $$;
create trigger sites_guard before insert or update of parent_site_id, territory, base_currency, account_width on sites
  for each row execute function sites_guard();

-- A number never changes once an account has it (CA045), and an account with a balance is not retired (CA046). An account
-- without lines may take another currency, with the bank account it was opened for.
create function ledger_account_guard() returns trigger language plpgsql as $$
begin
  if (old.code, old.site_id, old.is_postable) is distinct from (new.code, new.site_id, new.is_postable) or (old.currency <> new.currency and exists (select 1 from journal_lines l where l.account_id = old.id))
    then raise exception 'ledger_account_identity: %', old.id using errcode = 'CA045'; end if;
  if old.active and not new.active
     and exists (select 1 from account_balances b where b.account_id = old.id and (b.balance_minor <> 0 or b.base_minor <> 0))
    then raise exception 'ledger_account_has_balance: %', old.id using errcode = 'CA046'; end if;
  return new;
end $$;
create trigger ledger_accounts_guard before update on ledger_accounts for each row execute function ledger_account_guard();

create function site_life_guard() returns trigger language plpgsql as $$
begin
  if exists (select 1 from journal_entries e where e.site_id = new.id
               and (e.posted_on < new.started_on or e.posted_on > new.closed_on))
    then raise exception 'site_life_leaves_entries_out' using errcode = 'CS005'; end if;
  return new;
end $$;
create trigger sites_life before update of started_on, closed_on on sites for each row
  when ((old.started_on, old.closed_on) is distinct from (new.started_on, new.closed_on)) execute function site_life_guard();
`
