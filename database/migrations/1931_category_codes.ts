import { BaseSchema } from '@adonisjs/lucid/schema'

/** What people type for a category belongs to no other (area 04 §1). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create unique index categories_code on categories (upper(code)) where code is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index categories_code;
    `)
  }
}
