import { BaseSchema } from '@adonisjs/lucid/schema'

/** A transfer to a payee of dots and spaces reaches nobody: no new order is without a letter or a figure in the name. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `alter table payment_orders add constraint payment_orders_creditor_name_readable check (creditor_name ~ '[A-Za-z0-9]') not valid`
    )
  }

  async down() {
    this.schema.raw(`alter table payment_orders drop constraint payment_orders_creditor_name_readable`)
  }
}
