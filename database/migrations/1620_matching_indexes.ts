import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What a movement of the bank may settle is found by its amount, its party or a number in its text, never by reading
 * every open item of the company: each of these ways has its index.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index journal_lines_amount on journal_lines (site_id, amount_minor, posted_on);
      create index invoices_open_number on invoices (number_norm) where outstanding_minor <> 0;
      create index invoices_partly_open on invoices (site_id) where outstanding_minor <> 0 and outstanding_minor <> total_minor;
      create index reconciliations_partial on reconciliations (site_id) where status = 'partial';
      create index payment_orders_in_transit on payment_orders (debtor_account_id, execution_date) where status = 'sent';
    `)
  }

  async down() {
    this.schema.raw(
      `drop index payment_orders_in_transit, reconciliations_partial, invoices_partly_open, invoices_open_number, journal_lines_amount`
    )
  }
}
