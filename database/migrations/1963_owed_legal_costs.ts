import { BaseSchema } from '@adonisjs/lucid/schema'

/** Costs of procedures that are approved and not paid in full, in both orders of their list. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index legal_costs_owed on legal_procedure_costs (due_on, id) include (procedure_id, status, total_minor, paid_minor) where status in ('payable', 'ordered');
      create index legal_costs_owed_total on legal_procedure_costs (total_minor, id) include (procedure_id, status) where status in ('payable', 'ordered');
    `)
  }

  async down() {
    this.schema.raw(`drop index legal_costs_owed_total, legal_costs_owed`)
  }
}
