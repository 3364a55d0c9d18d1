import { BaseSchema } from '@adonisjs/lucid/schema'

/** Payments with which something is wrong, as the tab of incidents asks for them: of those at the bank too. */
const incident = (held: string) =>
  `(status in ('failed', 'returned') or (hold_reason is not null and status in (${held})) or sub_status in ('unknown', 'vop_pending_decision'))`

/** A payment that the bank has may need somebody as well: the account of its payee changed afterwards. */
export default class extends BaseSchema {
  async up() {
    this.rebuild(`'draft', 'buffered', 'approved', 'sent'`)
  }

  async down() {
    this.rebuild(`'draft', 'buffered', 'approved'`)
  }

  private rebuild(held: string): void {
    this.schema.raw(`
      drop index payment_orders_incident;
      create index payment_orders_incident on payment_orders (kind, id) include (site_id) where ${incident(held)};
    `)
  }
}
