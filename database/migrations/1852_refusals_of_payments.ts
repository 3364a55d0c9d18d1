import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Two refusals of payments had the codes of two refusals of the ledger, and so their words: more ordered than an invoice
 * owes (CA037) and settled before it was sent (CA038).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(recode('payment_order_cover', 'CA017', 'CA037'))
    this.schema.raw(recode('payment_order_guard', 'CA018', 'CA038'))
  }

  async down() {
    this.schema.raw(recode('payment_order_cover', 'CA037', 'CA017'))
    this.schema.raw(recode('payment_order_guard', 'CA038', 'CA018'))
  }
}

/** The function as it is, with another code. */
const recode = (name: string, from: string, to: string) =>
  `do $$ begin execute replace(pg_get_functiondef('${name}'::regproc), '${from}', '${to}'); end $$`
