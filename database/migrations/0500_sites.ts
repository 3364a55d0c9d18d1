import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table sites (
        id bigint generated always as identity primary key,
        code text not null unique check (code ~ '^[A-Z0-9]{2,8}$'),
        legal_name citext not null unique,
        trade_name text,
        tax_id citext not null unique,
        kind text not null default 'company' check (kind in ('company', 'branch', 'hotel_operator', 'holding', 'external')),
        parent_site_id bigint references sites,
        ownership_percent numeric(5, 2) check (ownership_percent between 0 and 100),
        is_group boolean not null default true,
        address text,
        postal_code text,
        city text,
        province_code text,
        country char(2) not null default 'ES',
        territory text not null default 'peninsula_baleares' check (territory in ('peninsula_baleares', 'canarias', 'ceuta_melilla', 'foral_alava', 'foral_bizkaia', 'foral_gipuzkoa', 'foral_navarra')),
        base_currency char(3) not null default 'EUR' references currencies,
        fiscal_year_start_month smallint not null default 1 check (fiscal_year_start_month between 1 and 12),
        account_width smallint not null default 8 check (account_width between 6 and 12),
        vat_period text not null default 'quarterly' check (vat_period in ('monthly', 'quarterly')),
        withholding_period text not null default 'quarterly' check (withholding_period in ('monthly', 'quarterly')),
        sii boolean not null default false,
        redeme boolean not null default false,
        cash_basis boolean not null default false,
        prorata_percent smallint not null default 100 check (prorata_percent between 0 and 100),
        withholding_accrual text not null default 'payment' check (withholding_accrual in ('payment', 'registration')),
        started_on date not null,
        closed_on date,
        invoice_email_alias citext unique,
        public_token_hash text unique,
        auto_book_limit_minor bigint not null default 0 check (auto_book_limit_minor >= 0),
        auto_reconcile boolean not null default true,
        max_writeoff_minor bigint not null default 0 check (max_writeoff_minor between 0 and 100),
        card_ceiling_minor bigint,
        sales_source text check (sales_source in ('holded_sales', 'booking_file')),
        status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
        logo_file_id bigint references files,
        color text,
        lock_version int not null default 0,
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create trigger sites_touch before update on sites for each row execute function touch_updated_at();

      alter table user_sites add foreign key (site_id) references sites;
      alter table ledger_accounts add foreign key (site_id) references sites;
      alter table ledger_account_roles add foreign key (site_id) references sites;
      alter table fiscal_years add foreign key (site_id) references sites;
      alter table period_locks add foreign key (site_id) references sites;

      create table site_centers (
        id bigint generated always as identity primary key,
        site_id bigint not null references sites,
        code text not null,
        name text not null,
        rooms int,
        pms_code text,
        active boolean not null default true,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (site_id, code)
      );
      alter table journal_lines add foreign key (center_id) references site_centers;

      create table approvals (
        id bigint generated always as identity primary key,
        site_id bigint not null references sites,
        user_id bigint not null references users,
        max_amount_minor bigint check (max_amount_minor > 0),
        daily_limit_minor bigint,
        currency char(3) not null default 'EUR',
        category_ids bigint[] not null default '{}',
        active_from date not null default current_date,
        active_to date,
        delegate_user_id bigint references users,
        delegate_from date,
        delegate_to date,
        status text not null default 'proposed' check (status in ('proposed', 'active', 'ended')),
        created_by bigint references users,
        activated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (active_to is null or active_to >= active_from),
        check (daily_limit_minor is null or max_amount_minor is null or daily_limit_minor >= max_amount_minor),
        check (activated_by is null or (activated_by <> user_id and activated_by is distinct from created_by)),
        check (delegate_user_id is null or delegate_user_id <> user_id)
      );
      create index approvals_site on approvals (site_id, status);

      create table approval_kinds (
        id bigint generated always as identity primary key,
        approval_id bigint not null references approvals on delete cascade,
        site_id bigint not null,
        user_id bigint not null,
        kind text not null check (kind in ('invoice', 'payment_supplier', 'payment_payroll', 'payment_legal', 'payment_recurrent', 'payment_tax', 'expense_note', 'loan', 'rebilling', 'internal_transfer')),
        period daterange not null,
        active boolean not null default false,
        unique (approval_id, kind),
        exclude using gist (site_id with =, user_id with =, kind with =, period with &&) where (active)
      );

      create table approval_policies (
        id bigint generated always as identity primary key,
        site_id bigint references sites,
        kind text,
        from_minor bigint not null default 0 check (from_minor >= 0),
        required smallint not null check (required between 0 and 5),
        aggregate_days smallint not null default 0 check (aggregate_days between 0 and 30),
        sla_hours smallint,
        unique nulls not distinct (site_id, kind, from_minor),
        check (required > 0 or kind = 'invoice')
      );

      create table approval_decisions (
        id bigint generated always as identity primary key,
        document_type text not null,
        document_id bigint not null,
        site_id bigint not null references sites,
        user_id bigint not null references users,
        decision text not null check (decision in ('approve', 'reject', 'return')),
        fingerprint text not null,
        amount_minor bigint not null,
        approval_id bigint references approvals,
        on_behalf_of bigint references users,
        reinforced boolean not null default false,
        comment text,
        decided_at timestamptz not null default now(),
        revoked_at timestamptz
      );
      create unique index approval_decisions_once on approval_decisions (document_type, document_id, site_id, user_id) where revoked_at is null;
      create index approval_decisions_user on approval_decisions (user_id, decided_at);

      create table group_settings (
        key text primary key,
        value bigint not null check (value >= 0),
        updated_by bigint references users,
        updated_at timestamptz not null default now()
      );

      create table holidays (
        id bigint generated always as identity primary key,
        calendar text not null,
        on_date date not null,
        name text,
        unique (calendar, on_date)
      );
    `)
  }

  async down() {
    this.schema.raw(`
      drop table holidays, group_settings, approval_decisions, approval_policies, approval_kinds, approvals, site_centers, sites cascade
    `)
  }
}
