import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files of old payments that wait for their import: without a row of their own nobody knew which of them to take away. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table legacy_payment_uploads (
        file_id bigint primary key references files,
        created_by bigint references users,
        created_at timestamptz not null default now()
      );
    `)
  }

  async down() {
    this.schema.raw(`drop table legacy_payment_uploads;`)
  }
}
