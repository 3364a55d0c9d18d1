import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is still to be paid is found among what is open, however much was paid before: occurrences of recurring payments,
 * provisions, and who is on the payroll.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index recurrent_occurrences_unpaid on recurrent_occurrences (pay_on) where status in ('planned', 'ordered') and amount_minor > settled_minor;
      create index supplier_provisions_unpaid on supplier_provisions (expected_on) where status = 'open' and settled_minor < amount_minor;
      create index employees_on_payroll on employees (site_id) where status <> 'terminated' and net_monthly_minor > 0;
    `)
  }

  async down() {
    this.schema.raw(
      `drop index employees_on_payroll, supplier_provisions_unpaid, recurrent_occurrences_unpaid`
    )
  }
}
