import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table categories (
        id bigint generated always as identity primary key,
        parent_id bigint references categories,
        name citext not null,
        code text,
        ledger_account_prefix text not null,
        default_vat_code_id bigint references tax_codes,
        default_withholding_code_id bigint references tax_codes,
        deductible_percent smallint not null default 100 check (deductible_percent between 0 and 100),
        budgetable boolean not null default true,
        color text,
        active boolean not null default true,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique nulls not distinct (parent_id, name)
      );
      alter table journal_lines add foreign key (category_id) references categories;

      create function normalized_name(text) returns text language sql immutable parallel safe strict as $$
        select trim(regexp_replace(regexp_replace(
          f_unaccent(lower($1)), '[^a-z0-9]+', ' ', 'g'),
          '\\m(s {0,1}l {0,1}u{0,1}|s {0,1}a {0,1}u{0,1}|s {0,1}c|c {0,1}b|scp|slp|gmbh|ltd|sarl|inc|bv)\\s*$', '', 'g')) $$;

      create table providers (
        id bigint generated always as identity primary key,
        code text not null unique,
        legal_name text not null check (length(legal_name) between 2 and 160),
        trade_name text,
        name_norm text not null generated always as (normalized_name(legal_name)) stored,
        tax_id_type text not null default 'cif' check (tax_id_type in ('nif', 'cif', 'nie', 'vat_eu', 'foreign', 'none')),
        tax_id citext,
        country char(2) not null default 'ES',
        address text,
        postal_code text,
        city text,
        province_code text,
        email text,
        phone text,
        website text,
        contact_name text,
        kind text not null default 'supplier' check (kind in ('supplier', 'professional', 'landlord', 'employee_like', 'public_body', 'group_company', 'marketplace')),
        site_id_if_group bigint unique references sites,
        ledger_prefix text not null default '410' check (ledger_prefix in ('400', '410', '411', '403', '523')),
        vat_regime text not null default 'general' check (vat_regime in ('general', 'exempt', 'reverse_charge', 'intra_eu', 'import', 'cash_basis', 'recargo', 'agrario')),
        default_vat_code_id bigint references tax_codes,
        default_withholding_code_id bigint references tax_codes,
        default_category_id bigint references categories,
        default_profile_id bigint,
        payment_terms_days smallint not null default 30 check (payment_terms_days between 0 and 365),
        payment_day smallint check (payment_day between 1 and 31),
        payment_method text not null default 'transfer' check (payment_method in ('transfer', 'card', 'direct_debit', 'virtual_account', 'cash', 'none')),
        default_payer_site_id bigint references sites,
        default_bank_account_id bigint references bank_accounts,
        excluded_from_347 boolean not null default false,
        multi_bank boolean not null default false,
        active boolean not null default true,
        status text not null default 'active' check (status in ('draft', 'active', 'blocked', 'merged')),
        block_reason text,
        merged_into_id bigint references providers,
        source text not null default 'manual' check (source in ('manual', 'ocr', 'public_invoice', 'public_expense', 'holded', 'import')),
        reserve_fund_enabled boolean not null default false,
        reserve_target_minor bigint,
        reserve_monthly_minor bigint,
        reserve_day smallint,
        reserve_source_virtual_account_id bigint references virtual_accounts,
        reserve_virtual_account_id bigint references virtual_accounts,
        notes text,
        learned jsonb not null default '{}',
        lock_version int not null default 0,
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index providers_tax_id on providers (tax_id) where tax_id is not null and status <> 'merged';
      create index providers_name on providers using gist (name_norm gist_trgm_ops(siglen = 64));
      create index providers_list on providers (active, status, legal_name);
      create sequence provider_codes;
      create trigger providers_touch before update on providers for each row execute function touch_updated_at();

      create table provider_banks (
        id bigint generated always as identity primary key,
        provider_id bigint not null references providers,
        site_id bigint references sites,
        label text not null default 'Cuenta principal',
        account_kind text not null default 'iban' check (account_kind in ('iban', 'us_ach', 'uk_sort', 'swift_other')),
        iban text,
        bic text,
        bank_name text,
        country char(2),
        currency char(3) not null default 'EUR',
        holder_name text not null,
        is_default boolean not null default false,
        verification text not null default 'unverified' check (verification in ('unverified', 'verified', 'rejected', 'blacklisted')),
        verification_method text check (verification_method in ('phone_call', 'certificate', 'vop', 'first_invoice')),
        verified_by bigint references users,
        verified_at timestamptz,
        evidence_file_id bigint references files,
        vop_result text,
        payable_from timestamptz,
        valid_from date,
        disabled_at timestamptz,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (provider_id, iban),
        check (verification <> 'verified' or (verified_by is not null and verified_by is distinct from created_by)),
        check (account_kind <> 'iban' or iban is not null)
      );
      create unique index provider_banks_default on provider_banks (provider_id) where is_default and site_id is null and disabled_at is null;
      create unique index provider_banks_site_default on provider_banks (provider_id, site_id) where is_default and site_id is not null and disabled_at is null;
      create index provider_banks_iban on provider_banks (iban);
      create trigger provider_banks_touch before update on provider_banks for each row execute function touch_updated_at();

      create table expense_profiles (
        id bigint generated always as identity primary key,
        name text not null,
        provider_id bigint references providers,
        site_ids bigint[] not null default '{}',
        category_id bigint not null references categories,
        ledger_account_code text,
        center_id bigint references site_centers,
        vat_code_id bigint references tax_codes,
        withholding_code_id bigint references tax_codes,
        deductible_percent smallint,
        priority smallint not null default 100 check (priority between 0 and 1000),
        min_score smallint not null default 50 check (min_score between 1 and 1000),
        match_fields text[] not null default '{concept,description}',
        amount_min_minor bigint,
        amount_max_minor bigint,
        requires_approval boolean not null default true,
        auto_book boolean not null default false,
        active boolean not null default true,
        version int not null default 1,
        parent_profile_id bigint references expense_profiles,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique nulls not distinct (provider_id, name),
        check (amount_min_minor is null or amount_max_minor is null or amount_min_minor <= amount_max_minor)
      );
      alter table providers add foreign key (default_profile_id) references expense_profiles;

      create table profile_keywords (
        id bigint generated always as identity primary key,
        profile_id bigint not null references expense_profiles on delete cascade,
        kind text not null check (kind in ('include', 'require', 'exclude')),
        mode text not null check (mode in ('word', 'phrase', 'prefix', 'exact', 'regex', 'fuzzy')),
        text text not null check (length(text) between 1 and 120),
        text_norm text not null,
        weight smallint not null default 50 check (weight between 1 and 100),
        field text,
        unique nulls not distinct (profile_id, kind, mode, text_norm, field)
      );
    `)
  }

  async down() {
    this.schema.raw(`
      drop table profile_keywords, expense_profiles, provider_banks, providers, categories cascade;
      drop sequence provider_codes;
      drop function normalized_name(text);
    `)
  }
}
