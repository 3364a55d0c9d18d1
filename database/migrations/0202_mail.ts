import { BaseSchema } from '@adonisjs/lucid/schema'

/** Mails that wait for their server or were sent, and the files that go with them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
  }

  async down() {
    this.schema.raw(`
      drop table outgoing_mails, outgoing_mail_files cascade;
    `)
  }
}

const TABLES = `
-- A mail that could not be sent is tried again later and later, for some days: an outage of the server loses none.
create table outgoing_mails (
  id bigint generated always as identity primary key,
  "to" text not null,
  cc text,
  subject text not null,
  body text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  error text,
  object_type text,
  object_id bigint,
  sent_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table outgoing_mails is 'Mails that wait or were sent.';
create index outgoing_mails_queued on outgoing_mails (next_attempt_at, id) where status = 'queued';
create index outgoing_mails_status on outgoing_mails (status, created_at desc, id desc);
create index outgoing_mails_text on outgoing_mails using gin ((f_unaccent(lower("to" || ' ' || subject))) gin_trgm_ops);

create table outgoing_mail_files (
  mail_id bigint references outgoing_mails on delete cascade,
  file_id bigint references files,
  primary key (mail_id, file_id)
);
comment on table outgoing_mail_files is 'Files attached to a mail.';
create index outgoing_mail_files_file on outgoing_mail_files (file_id);
`
