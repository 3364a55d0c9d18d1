import { BaseSchema } from '@adonisjs/lucid/schema'

/** Times in which payments waited because the bank of an account could not be reached: somebody is alarmed once for each. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table bank_outages (
        id bigint generated always as identity primary key,
        bank_account_id bigint not null references bank_accounts on delete cascade,
        since timestamptz not null,
        alarmed_at timestamptz not null default now(),
        ended_at timestamptz,
        check (ended_at is null or ended_at >= since)
      );
      create unique index bank_outages_open on bank_outages (bank_account_id) where ended_at is null;
      create index bank_outages_account on bank_outages (bank_account_id);
    `)
  }

  async down() {
    this.schema.raw(`drop table bank_outages`)
  }
}
