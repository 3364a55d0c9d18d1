import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Readings of documents, and what the reader learned of each supplier, a row a thing, so that it can be shown and
 * forgotten one by one. An account is never learned.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
  }

  async down() {
    this.schema.raw(`
      drop table ocr_jobs, reading_hints, reading_lessons cascade;
    `)
  }
}

const TABLES = `
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
  confidence numeric(4,3),
  result jsonb,
  error text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (file_sha256, engine_version)
);
comment on table ocr_jobs is 'Readings of documents and what came of each.';
create index ocr_jobs_status on ocr_jobs (status, created_at desc);

create table reading_hints (
  id bigint generated always as identity primary key,
  provider_id bigint not null references providers on delete cascade,
  kind text not null check (kind in ('place', 'identity', 'tax', 'site')),
  field text not null check (field in ('invoiceNumber', 'issueDate', 'dueDate', 'total', 'taxBase', 'withholding', 'lineAmount', 'provider', 'tax', 'site')),
  label text not null default '' check (length(label) <= 60),
  relation text check (relation in ('left', 'above')),
  page smallint,
  x numeric(5,4),
  y numeric(5,4),
  format text not null default '' check (length(format) <= 120),
  value text not null default '' check (length(value) <= 120),
  times int not null default 1 check (times > 0),
  last_invoice_id bigint references invoices on delete set null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, kind, field, label, format, value),
  check ((kind = 'place') = (page is not null and x is not null and y is not null))
);
comment on table reading_hints is 'What the reader learned of a supplier, a row each.';
create index reading_hints_identity on reading_hints (value) where kind = 'identity';
create index reading_hints_invoice on reading_hints (last_invoice_id);
create trigger reading_hints_touch before update on reading_hints for each row execute function touch_updated_at();

create table reading_lessons (
  invoice_id bigint references invoices on delete cascade,
  hint_id bigint references reading_hints on delete cascade,
  primary key (invoice_id, hint_id)
);
comment on table reading_lessons is 'Which invoice taught which hint.';
create index reading_lessons_hint on reading_lessons (hint_id);
`
