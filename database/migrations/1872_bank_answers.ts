import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What banks answer about files of ours (pain.002, area 28 §5): which report said what of which batch, each once. A payment of
 * a file whose payee the bank knows by another name waits for somebody to decide.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table payment_status_reports (
        id bigint generated always as identity primary key,
        batch_id bigint not null references payment_batches,
        file_id bigint not null references files,
        sha256 text not null,
        message_id text,
        orders int not null check (orders >= 0),
        changed int not null check (changed between 0 and orders),
        created_by bigint references users,
        created_at timestamptz not null default now(),
        constraint payment_status_reports_once unique (batch_id, sha256)
      );
      create trigger payment_status_reports_fixed before update or delete on payment_status_reports for each row execute function refuse_change();
    `)
  }

  async down() {
    this.schema.raw(`drop table payment_status_reports`)
  }
}
