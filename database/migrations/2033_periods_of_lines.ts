import { BaseSchema } from '@adonisjs/lucid/schema'

/** The days that a line bills have a first and a last one, in that order. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `alter table invoice_lines add constraint invoice_lines_period check ((period_from is null) = (period_to is null) and coalesce(period_to >= period_from, true))`
    )
  }

  async down() {
    this.schema.raw(`alter table invoice_lines drop constraint invoice_lines_period`)
  }
}
