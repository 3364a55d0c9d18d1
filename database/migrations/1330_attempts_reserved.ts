import { BaseSchema } from '@adonisjs/lucid/schema'

/** When the last attempt was counted, on the row that counts them: many at once then wait for one another. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table users add column login_attempt_at timestamptz, add column code_attempt_at timestamptz;
    `)
  }

  async down() {
    this.schema.raw(`alter table users drop column login_attempt_at, drop column code_attempt_at;`)
  }
}
