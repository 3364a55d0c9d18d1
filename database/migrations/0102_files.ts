import { BaseSchema } from '@adonisjs/lucid/schema'

/** Every stored file once. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
  }

  async down() {
    this.schema.raw(`
      alter table sites drop constraint sites_logo_file_id_fkey;
      drop table files cascade;
    `)
  }
}

const TABLES = `
create table files (
  id bigint generated always as identity primary key,
  disk text not null,
  storage_key text not null unique,
  name text not null check (length(name) between 1 and 255),
  mime text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null check (length(sha256) = 64),
  scan_status text not null default 'clean' check (scan_status in ('pending', 'clean', 'infected')),
  created_by bigint,
  created_at timestamptz not null default now()
);
comment on table files is 'Every stored file once: where, how long, its hash.';
create index files_sha256 on files (sha256);

alter table sites add foreign key (logo_file_id) references files;
`
