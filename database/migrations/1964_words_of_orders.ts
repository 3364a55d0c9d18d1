import { BaseSchema } from '@adonisjs/lucid/schema'

const WORDS = `f_unaccent(lower(creditor_name::text || ' ' || remittance::text || ' ' || end_to_end_id::text || ' ' || number::text))`

/**
 * Words are looked for in the same text of a payment in the history and in the screens that pay; theirs also holds what was
 * annulled. One index serves both: what the history asks for is among what it holds.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(indexOver(`'paid', 'reconciled', 'failed', 'returned', 'cancelled'`))
  }

  async down() {
    this.schema.raw(indexOver(`'paid', 'reconciled', 'failed', 'returned'`))
  }
}

const indexOver = (states: string) => `
  drop index payment_orders_history_text;
  create index payment_orders_history_text on payment_orders using gin ((${WORDS}) gin_trgm_ops) where status in (${states});
  analyze payment_orders;
`
