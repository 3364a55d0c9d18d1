import { BaseSchema } from '@adonisjs/lucid/schema'

/** A payment that fails or comes back keeps the loan that was chosen for it: the one that repeats it takes it from there. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `comment on table payment_order_loans is 'The loan that a payment for another company is to go into once the bank has it, or that its repetition is; gone when it did or could not.'`
    )
  }

  async down() {
    this.schema.raw(
      `comment on table payment_order_loans is 'The loan that a payment for another company is to go into once the bank has it; gone when it did or could not.'`
    )
  }
}
