import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the house pays a day on a journey (area 29), of the group or of a company, from a day on: a later change is a later
 * row. What of it income tax leaves free stays with the limits of law.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table expense_per_diems (
        id bigint generated always as identity primary key,
        site_id bigint references sites,
        kind text not null check (kind in ('overnight', 'day', 'overnight_abroad', 'day_abroad')),
        valid_from date not null,
        amount_minor bigint not null check (amount_minor > 0),
        updated_by bigint references users,
        updated_at timestamptz not null default now(),
        unique nulls not distinct (site_id, kind, valid_from)
      );
      alter table expense_limits add column updated_by bigint references users, add column updated_at timestamptz not null default now();
    `)
  }

  async down() {
    this.schema.raw(`
      alter table expense_limits drop column updated_at, drop column updated_by;
      drop table expense_per_diems;
    `)
  }
}
