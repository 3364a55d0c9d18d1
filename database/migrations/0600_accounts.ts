import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table bank_profiles (
        id bigint generated always as identity primary key,
        name text not null unique,
        pain_version text not null default '001.001.09' check (pain_version in ('001.001.09', '001.001.03')),
        charset text not null default 'latin' check (charset in ('latin', 'spanish')),
        batch_booking boolean not null default false,
        needs_nif_suffix boolean not null default true,
        needs_bic boolean not null default false,
        instant_allowed boolean not null default true,
        max_operations int not null default 1000 check (max_operations between 1 and 15000),
        cut_off time not null default '15:00',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );

      create table bank_accounts (
        id bigint generated always as identity primary key,
        site_id bigint not null references sites,
        name text not null check (length(name) between 2 and 80),
        kind text not null check (kind in ('bank', 'card', 'wallet', 'psp', 'emoney', 'cash', 'credit_line')),
        provider_code text not null default 'sepa_file' check (provider_code in ('qonto', 'stripe', 'paypal', 'wise', 'revolut', 'mangopay', 'sepa_file', 'manual')),
        iban text unique,
        bic text,
        holder_name text,
        currency char(3) not null default 'EUR' references currencies,
        ledger_account_id bigint not null unique references ledger_accounts,
        parent_account_id bigint references bank_accounts,
        bank_profile_id bigint references bank_profiles,
        sepa_suffix char(3) not null default '000',
        is_payer_default boolean not null default false,
        reported_balance_minor bigint,
        reported_at timestamptz,
        opening_balance_minor bigint not null default 0,
        opened_on date not null,
        closed_on date,
        color text,
        sort int not null default 0,
        status text not null default 'active' check (status in ('active', 'paused', 'closed')),
        lock_version int not null default 0,
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (site_id, name),
        check (kind <> 'bank' or iban is not null)
      );
      create unique index bank_accounts_payer on bank_accounts (site_id, currency) where is_payer_default;
      create trigger bank_accounts_touch before update on bank_accounts for each row execute function touch_updated_at();

      create table bank_account_permissions (
        bank_account_id bigint not null references bank_accounts on delete cascade,
        user_id bigint not null references users,
        can_view boolean not null default true,
        can_pay boolean not null default true,
        can_reconcile boolean not null default true,
        primary key (bank_account_id, user_id)
      );

      create table bank_statements (
        id bigint generated always as identity primary key,
        bank_account_id bigint not null references bank_accounts,
        source text not null check (source in ('api', 'norma43', 'camt053', 'camt052', 'camt054', 'csv', 'xlsx', 'manual')),
        period_from date,
        period_to date,
        opening_minor bigint,
        closing_minor bigint,
        currency char(3) not null,
        file_id bigint references files,
        file_sha256 text,
        statement_no int not null default 1,
        status text not null check (status in ('balanced', 'unbalanced')),
        issues jsonb not null default '[]',
        lines_imported int not null default 0,
        lines_repeated int not null default 0,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        unique (bank_account_id, file_sha256, statement_no)
      );

      create table bank_statement_lines (
        id bigint generated always as identity primary key,
        statement_id bigint not null references bank_statements,
        bank_account_id bigint not null references bank_accounts,
        external_id text not null,
        booked_on date not null,
        value_on date,
        amount_minor bigint not null,
        currency char(3) not null,
        balance_after_minor bigint,
        counterparty_name text,
        counterparty_iban text,
        reference text,
        end_to_end_id text,
        raw_text text not null default '',
        norm_text text not null default '',
        raw jsonb,
        status text not null default 'pending' check (status in ('pending', 'suggested', 'partially_matched', 'matched', 'booked_direct', 'ignored')),
        suggestion jsonb,
        ignore_reason text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (bank_account_id, external_id)
      );
      create index bank_statement_lines_work on bank_statement_lines (bank_account_id, status, booked_on, id);
      create index bank_statement_lines_open on bank_statement_lines (amount_minor, booked_on) where status in ('pending', 'suggested', 'partially_matched');
      create index bank_statement_lines_e2e on bank_statement_lines (end_to_end_id) where end_to_end_id is not null;
      create index bank_statement_lines_text on bank_statement_lines using gin (norm_text gin_trgm_ops);
      create trigger bank_statement_lines_touch before update on bank_statement_lines for each row execute function touch_updated_at();

      create table virtual_accounts (
        id bigint generated always as identity primary key,
        code text not null unique,
        bank_account_id bigint not null references bank_accounts,
        site_id bigint not null references sites,
        beneficiary_site_id bigint references sites,
        name text not null,
        ledger_account_id bigint not null unique references ledger_accounts,
        kind text not null default 'normal' check (kind in ('normal', 'reserve', 'unassigned', 'in_transit')),
        overdraft_minor bigint not null default 0,
        virtual_iban text unique,
        reference_code text unique,
        status text not null default 'active' check (status in ('active', 'frozen', 'closed')),
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index virtual_accounts_name on virtual_accounts (bank_account_id, lower(name));
      create unique index virtual_accounts_single on virtual_accounts (bank_account_id, kind) where kind in ('unassigned', 'in_transit');

      create table account_holds (
        id bigint generated always as identity primary key,
        bank_account_id bigint not null references bank_accounts,
        virtual_account_id bigint references virtual_accounts,
        document_type text not null,
        document_id bigint not null,
        amount_minor bigint not null check (amount_minor > 0),
        kind text not null check (kind in ('soft', 'hard', 'card_auth')),
        released_at timestamptz,
        created_at timestamptz not null default now()
      );
      create unique index account_holds_live on account_holds (document_type, document_id) where released_at is null;
      create index account_holds_account on account_holds (bank_account_id) where released_at is null;

      create view bank_account_positions as
        select b.id as bank_account_id, b.site_id, b.currency,
          coalesce(own.balance_minor, 0) as unassigned_minor,
          coalesce(own.balance_minor, 0) + coalesce(v.balance_minor, 0) as balance_minor,
          coalesce(h.hard_minor, 0) as held_minor,
          coalesce(own.balance_minor, 0) + coalesce(v.balance_minor, 0) - coalesce(h.hard_minor, 0) as available_minor
        from bank_accounts b
        left join account_balances own on own.account_id = b.ledger_account_id
        left join lateral (select sum(ab.balance_minor)::bigint as balance_minor from virtual_accounts va
            join account_balances ab on ab.account_id = va.ledger_account_id where va.bank_account_id = b.id) v on true
        left join lateral (select sum(ah.amount_minor)::bigint as hard_minor from account_holds ah
            where ah.bank_account_id = b.id and ah.released_at is null and ah.kind in ('hard', 'card_auth')) h on true;

      create table iban_blacklist (
        id bigint generated always as identity primary key,
        pattern_type text not null check (pattern_type in ('iban', 'bank_prefix', 'country')),
        value varchar(34) not null check (value = upper(value) and value !~ '\\s'),
        severity text not null check (severity in ('block', 'warn')),
        reason text not null check (reason in ('fraude', 'cambio_no_verificado', 'proveedor_bloqueado', 'sancion', 'error_recurrente', 'otro')),
        comment text not null check (length(comment) between 5 and 500),
        owner_name varchar(160),
        evidence_file_id bigint references files,
        expires_on date,
        status text not null default 'active' check (status in ('active', 'lifted', 'expired')),
        lift_requested_by bigint references users,
        lifted_by bigint references users,
        lifted_at timestamptz,
        lift_reason text,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (lifted_by is null or lifted_by is distinct from lift_requested_by)
      );
      create unique index iban_blacklist_active on iban_blacklist (pattern_type, value) where status = 'active';

      create table iban_blacklist_hits (
        id bigint generated always as identity primary key,
        entry_id bigint not null references iban_blacklist,
        point text not null,
        object_type text,
        object_id bigint,
        user_id bigint,
        iban text not null,
        outcome text not null check (outcome in ('blocked', 'warned', 'released')),
        at timestamptz not null default now()
      );
    `)
  }

  async down() {
    this.schema.raw(`
      drop view bank_account_positions;
      drop table iban_blacklist_hits, iban_blacklist, account_holds, virtual_accounts, bank_statement_lines, bank_statements,
        bank_account_permissions, bank_accounts, bank_profiles cascade
    `)
  }
}
