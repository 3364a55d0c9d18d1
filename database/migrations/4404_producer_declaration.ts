import { BaseSchema } from '@adonisjs/lucid/schema'

/** What the responsible declaration of the producer of the billing system says beside its name and NIF (order HAC/1177/2024, art. 15). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(DECLARATION)
  }

  async down() {
    this.schema.raw(
      `alter table issuing_settings drop column producer_address, drop column declared_place, drop column declared_on`
    )
  }
}

const DECLARATION = `
alter table issuing_settings
  add column producer_address text check (length(btrim(producer_address)) between 5 and 200),
  add column declared_place text check (length(btrim(declared_place)) between 2 and 80),
  add column declared_on date;
comment on column issuing_settings.producer_address is 'Postal address of the producer of the system, as its responsible declaration says.';
comment on column issuing_settings.declared_on is 'Day on which the producer signed the responsible declaration; declared_place is where.';
`
