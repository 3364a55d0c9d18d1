import { BaseSchema } from '@adonisjs/lucid/schema'

/** The checks of a payment look at the last ones to the same creditor. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `create index payment_orders_payee on payment_orders (creditor_type, creditor_id, id desc)`
    )
  }

  async down() {
    this.schema.raw(`drop index payment_orders_payee`)
  }
}
