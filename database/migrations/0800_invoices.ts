import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function normalized_number(text) returns text language sql immutable parallel safe as $$
        select regexp_replace(regexp_replace(upper(coalesce($1, '')), '[^A-Z0-9]', '', 'g'), '(^|[A-Z])0+([0-9])', '\\1\\2', 'g') $$;

      create table invoices (
        id bigint generated always as identity primary key,
        reference text not null unique,
        site_id bigint references sites,
        provider_id bigint references providers,
        doc_type text not null default 'invoice' check (doc_type in ('invoice', 'credit_note', 'simplified', 'proforma', 'receipt', 'dua')),
        status text not null default 'received' check (status in ('received', 'analysing', 'analysis_failed', 'pending_review', 'pending_approval', 'approved', 'booked', 'disputed', 'rejected', 'duplicate', 'cancelled')),
        invoice_number text check (length(invoice_number) between 1 and 60),
        number_norm text generated always as (normalized_number(invoice_number)) stored,
        concept text,
        issued_on date,
        operation_on date,
        received_at timestamptz not null default now(),
        due_on date,
        posted_on date,
        currency char(3) not null default 'EUR' references currencies,
        fx_rate numeric(18, 8),
        base_minor bigint not null default 0,
        vat_minor bigint not null default 0,
        withholding_minor bigint not null default 0,
        surcharge_minor bigint not null default 0,
        supplied_minor bigint not null default 0,
        total_minor bigint not null default 0,
        computed_total_minor bigint,
        reverse_charge boolean not null default false,
        outstanding_minor bigint not null default 0,
        payment_state text not null default 'unpaid' check (payment_state in ('unpaid', 'in_process', 'partial', 'paid', 'offset')),
        payment_method_detected text,
        iban_detected text,
        provider_bank_id bigint references provider_banks,
        rectifies_invoice_id bigint references invoices,
        duplicate_of_id bigint references invoices,
        contract_id bigint,
        category_id bigint references categories,
        profile_id bigint references expense_profiles,
        vat_period char(7),
        in_347 boolean not null default true,
        source text not null default 'upload' check (source in ('upload', 'public', 'email', 'holded', 'api', 'expense_note', 'recurring')),
        channel_ref text,
        submitter_name text,
        submitter_email text,
        submitter_ip inet,
        public_token_hash text unique,
        priority text not null default 'normal' check (priority in ('normal', 'urgent')),
        open_alarms smallint not null default 0,
        alarm_max smallint not null default 0,
        reading jsonb,
        match_explanation jsonb,
        dispute_reason text,
        rejection_reason text,
        hold_until date,
        journal_entry_id bigint references journal_entries,
        booking_version int not null default 0,
        submitted_by bigint references users,
        submitted_at timestamptz,
        totals_edited_by bigint references users,
        lock_version int not null default 0,
        search_text text not null default '',
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (status not in ('pending_approval', 'approved', 'booked', 'disputed')
          or (site_id is not null and provider_id is not null and invoice_number is not null and issued_on is not null
              and total_minor = base_minor + vat_minor + surcharge_minor - withholding_minor + supplied_minor)),
        check (status not in ('booked') or journal_entry_id is not null)
      );
      create unique index invoices_number_once on invoices (provider_id, number_norm, (extract(year from issued_on)), doc_type)
        where status in ('approved', 'booked', 'disputed');
      create unique index invoices_channel on invoices (source, channel_ref) where channel_ref is not null;
      create index invoices_received on invoices (received_at desc, id desc);
      create index invoices_status on invoices (status, issued_on desc, id desc);
      create index invoices_status_received on invoices (status, received_at desc, id desc);
      create index invoices_site_status on invoices (site_id, status, issued_on desc, id desc);
      create index invoices_site_received on invoices (site_id, received_at desc, id desc);
      create index invoices_issued on invoices (issued_on desc, id desc);
      create index invoices_provider on invoices (provider_id, issued_on desc);
      create index invoices_number on invoices (provider_id, number_norm);
      create index invoices_total on invoices (total_minor, issued_on);
      create index invoices_due on invoices (due_on, id) where outstanding_minor > 0;
      create index invoices_alarms on invoices (alarm_max desc, issued_on desc) where open_alarms > 0;
      create index invoices_search on invoices using gin (search_text gin_trgm_ops);
      create sequence invoice_references;
      create trigger invoices_touch before update on invoices for each row execute function touch_updated_at();

      create table invoice_files (
        id bigint generated always as identity primary key,
        invoice_id bigint not null references invoices,
        file_id bigint not null references files,
        kind text not null check (kind in ('original', 'attachment', 'xml', 'page_image', 'markdown')),
        sha256 text not null,
        part smallint not null default 1,
        pages smallint,
        has_text_layer boolean,
        created_by bigint references users,
        created_at timestamptz not null default now()
      );
      create unique index invoice_files_original on invoice_files (sha256, part) where kind = 'original';
      create index invoice_files_invoice on invoice_files (invoice_id);

      create table invoice_lines (
        id bigint generated always as identity primary key,
        invoice_id bigint not null references invoices,
        position smallint not null,
        concept text not null check (length(concept) between 1 and 500),
        quantity numeric(14, 4) not null default 1 check (quantity <> 0),
        unit_price_minor4 bigint,
        discount_percent numeric(5, 2) not null default 0 check (discount_percent between 0 and 100),
        base_minor bigint not null,
        vat_code_id bigint references tax_codes,
        vat_minor bigint not null default 0,
        deductible_percent smallint not null default 100 check (deductible_percent between 0 and 100),
        withholding_code_id bigint references tax_codes,
        withholding_minor bigint not null default 0,
        account_code text,
        category_id bigint references categories,
        profile_id bigint references expense_profiles,
        center_id bigint references site_centers,
        contract_item_id bigint,
        period_from date,
        period_to date,
        match_score int,
        match_state text not null default 'none' check (match_state in ('matched', 'ambiguous', 'none', 'manual')),
        match_explanation jsonb,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (invoice_id, position) deferrable initially deferred
      );

      create table invoice_tax_groups (
        invoice_id bigint not null references invoices,
        vat_code_id bigint not null references tax_codes,
        base_minor bigint not null,
        vat_minor bigint not null,
        surcharge_minor bigint not null default 0,
        primary key (invoice_id, vat_code_id)
      );

      create table invoice_alarms (
        id bigint generated always as identity primary key,
        invoice_id bigint not null references invoices,
        rule_code text not null,
        fingerprint text not null,
        rule_version smallint not null default 1,
        severity text not null check (severity in ('info', 'warning', 'high', 'blocking')),
        score smallint,
        message text not null,
        evidence jsonb,
        status text not null default 'open' check (status in ('open', 'resolved', 'false_positive', 'snoozed', 'auto_closed')),
        snoozed_until date,
        resolved_by bigint references users,
        resolved_at timestamptz,
        reason text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (invoice_id, rule_code, fingerprint)
      );
      create index invoice_alarms_open on invoice_alarms (rule_code, severity) where status = 'open';

      create table invoice_action_logs (
        id bigint generated always as identity,
        invoice_id bigint not null,
        at timestamptz not null default now(),
        user_id bigint,
        actor_kind text not null check (actor_kind in ('user', 'system', 'public', 'api')),
        action text not null,
        before jsonb,
        after jsonb,
        ip inet,
        user_agent text,
        request_id text,
        primary key (id, at)
      ) partition by range (at);
      create table invoice_action_logs_default partition of invoice_action_logs default;
      create index invoice_action_logs_invoice on invoice_action_logs (invoice_id, at);
      create index invoice_action_logs_user on invoice_action_logs (user_id, at);
      create index invoice_action_logs_action on invoice_action_logs (action, at);
      create trigger invoice_action_logs_append_only before update or delete on invoice_action_logs
        for each row execute function refuse_change();

      create table ocr_jobs (
        id bigint generated always as identity primary key,
        invoice_id bigint references invoices,
        file_id bigint not null references files,
        file_sha256 text not null,
        engine text not null,
        engine_version text not null,
        status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
        attempts int not null default 0,
        started_at timestamptz,
        finished_at timestamptz,
        pages int,
        confidence numeric(4, 3),
        result jsonb,
        error text,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        unique (file_sha256, engine_version)
      );
      create index ocr_jobs_status on ocr_jobs (status, created_at desc);

      create table profile_corrections (
        id bigint generated always as identity primary key,
        invoice_line_id bigint not null references invoice_lines on delete cascade,
        predicted_profile_id bigint references expense_profiles,
        chosen_profile_id bigint references expense_profiles,
        chosen_category_id bigint references categories,
        user_id bigint references users,
        text_norm text not null,
        created_at timestamptz not null default now()
      );
    `)
  }

  async down() {
    this.schema.raw(`
      drop table profile_corrections, ocr_jobs, invoice_action_logs, invoice_alarms, invoice_tax_groups, invoice_lines, invoice_files, invoices cascade;
      drop sequence invoice_references;
      drop function normalized_number(text);
    `)
  }
}
