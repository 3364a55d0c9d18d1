import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every order of the invoice list has an index that ends in the key, so that no page sorts the whole list. Issue days
 * carry the order of arrival, in which the list of a month is shown.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index invoices_total_order on invoices (total_minor desc, id desc);
      create index invoices_due_order on invoices (due_on desc, id desc);
      create index invoices_issued_received on invoices (issued_on, received_at desc, id desc);
      create index invoices_site_status_received on invoices (site_id, status, received_at desc, id desc);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index invoices_total_order;
      drop index invoices_due_order;
      drop index invoices_issued_received;
      drop index invoices_site_status_received;
    `)
  }
}
