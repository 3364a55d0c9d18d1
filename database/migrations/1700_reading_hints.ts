import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the reading of invoices learned of a supplier, a row a thing, so that it can be shown and forgotten one by one
 * (area 05 §3.5). It takes the place of `providers.learned`. An account is never learned.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table reading_hints (
        id bigint generated always as identity primary key,
        provider_id bigint not null references providers on delete cascade,
        kind text not null check (kind in ('place', 'identity', 'tax', 'site')),
        field text not null check (field in ('invoiceNumber', 'issueDate', 'dueDate', 'total', 'taxBase', 'withholding', 'lineAmount', 'provider', 'tax', 'site')),
        label text not null default '' check (length(label) <= 60),
        relation text check (relation in ('left', 'above')),
        page smallint,
        x numeric(5, 4),
        y numeric(5, 4),
        format text not null default '' check (length(format) <= 120),
        value text not null default '' check (length(value) <= 120),
        times int not null default 1 check (times > 0),
        last_invoice_id bigint references invoices on delete set null,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check ((kind = 'place') = (page is not null and x is not null and y is not null)),
        unique (provider_id, kind, field, label, format, value)
      );
      create index reading_hints_identity on reading_hints (value) where kind = 'identity';
      create index reading_hints_invoice on reading_hints (last_invoice_id);
      create trigger reading_hints_touch before update on reading_hints for each row execute function touch_updated_at();

      -- Each invoice teaches a thing once: what it taught already is not counted again.
      create table reading_lessons (
        invoice_id bigint not null references invoices on delete cascade,
        hint_id bigint not null references reading_hints on delete cascade,
        primary key (invoice_id, hint_id)
      );
      create index reading_lessons_hint on reading_lessons (hint_id);

      alter table providers drop column learned;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table providers add column learned jsonb not null default '{}';
      drop table reading_lessons, reading_hints;
    `)
  }
}
