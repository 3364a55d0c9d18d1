import { BaseSchema } from '@adonisjs/lucid/schema'

/** «Registrar como préstamo» chosen before the bank has a payment for another company: nothing is owed until then. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table payment_order_loans (
        order_id bigint primary key references payment_orders,
        loan_id bigint not null references loans,
        created_by bigint references users,
        created_at timestamptz not null default now()
      );
      comment on table payment_order_loans is 'The loan that a payment for another company is to go into once the bank has it; gone when it did or could not.';
      create index payment_order_loans_loan on payment_order_loans (loan_id);
    `)
  }

  async down() {
    this.schema.raw(`drop table payment_order_loans;`)
  }
}
