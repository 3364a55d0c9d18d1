import { BaseSchema } from '@adonisjs/lucid/schema'

/** The entry of the blocked list that a legal cost without a payment ran into: it is told once. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table legal_procedure_costs add column listed_entry_id bigint references iban_blacklist on delete set null;
      create index legal_procedure_costs_open_payees on legal_procedure_costs (payee_iban text_pattern_ops) where payee_iban is not null and status in ('planned', 'payable', 'ordered');
    `)
  }

  async down() {
    this.schema.raw(`alter table legal_procedure_costs drop column listed_entry_id`)
  }
}
