import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who asks to be taken in as a supplier may be of another country, with the tax number of that one. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `alter table provider_requests add column country char(2) not null default 'ES' check (country ~ '^[A-Z]{2}$')`
    )
  }

  async down() {
    this.schema.raw(`alter table provider_requests drop column country`)
  }
}
