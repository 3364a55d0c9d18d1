import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the audit compares an invoice with: what is usual of its supplier, how its first page looks, what its PDF
 * tells of its making, and indexes that give the candidates of each comparison.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('create extension if not exists fuzzystrmatch')
    this.schema.raw(STATS)
    this.schema.raw(FILES)
    this.schema.raw(SERIES)
    this.schema.raw(INDEXES)
  }

  async down() {
    this.schema.raw(`
      drop index invoices_provider_total, invoices_provider_base, invoices_provider_site_day, invoices_any_number, invoices_series;
      drop function number_tail(text);
      drop function number_series(text);
      drop index invoice_files_sha, invoice_files_picture;
      alter table invoice_files drop column page_hash, drop column pdf_traces;
      drop table provider_months, provider_stats;
      drop extension fuzzystrmatch;
    `)
  }
}

/** Booked invoices of the last 24 months, all companies together; credit notes are left out. */
const STATS = `
  create table provider_stats (
    provider_id bigint primary key references providers on delete cascade,
    invoices int not null default 0,
    median_minor bigint,
    mad_minor bigint,
    round_count int not null default 0,
    free_day_count int not null default 0,
    weekday_mask smallint not null default 0,
    rates jsonb not null default '{}',
    iban_countries text[] not null default '{}',
    months int not null default 0,
    month_mean double precision,
    month_sd double precision,
    number_pattern text,
    consecutive_share double precision,
    first_issued_on date,
    last_issued_on date,
    is_stale boolean not null default false,
    refreshed_at timestamptz not null default now()
  );
  create index provider_stats_stale on provider_stats (provider_id) where is_stale;
  create table provider_months (
    provider_id bigint not null references providers on delete cascade,
    month date not null check (month = date_trunc('month', month)::date),
    invoices int not null,
    total_minor bigint not null,
    primary key (provider_id, month)
  );
`

/** Two 64-bit pictures four bits apart share one of five parts, so equal parts give every candidate. */
const FILES = `
  alter table invoice_files add column page_hash bigint, add column pdf_traces jsonb;
  create index invoice_files_sha on invoice_files (sha256);
  create index invoice_files_picture on invoice_files using gin ((array[
      page_hash & 8191, 8192 + ((page_hash >> 13) & 8191), 16384 + ((page_hash >> 26) & 8191),
      24576 + ((page_hash >> 39) & 8191), 32768 + ((page_hash >> 52) & 4095)])) where page_hash is not null;
`

/** "F-2026/0012" is number 12 of the series "F-2026/". */
const SERIES = `
  create function number_series(text) returns text language sql immutable parallel safe as $$
    select regexp_replace(regexp_replace(upper(coalesce($1, '')), '[0-9]{1,12}$', ''), '\\s', '', 'g') $$;
  create function number_tail(text) returns bigint language sql immutable parallel safe as $$
    select substring(coalesce($1, '') from '([0-9]{1,12})$')::bigint $$;
`

const INDEXES = `
  create index invoices_provider_total on invoices (provider_id, total_minor, issued_on);
  create index invoices_provider_base on invoices (provider_id, base_minor, issued_on);
  create index invoices_provider_site_day on invoices (provider_id, site_id, issued_on);
  create index invoices_any_number on invoices (number_norm) where number_norm <> '';
  create index invoices_series on invoices
    (provider_id, number_series(invoice_number), (extract(year from issued_on)), number_tail(invoice_number));
`
