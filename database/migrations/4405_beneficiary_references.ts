import { BaseSchema } from '@adonisjs/lucid/schema'

/** What payments to somebody usually say (contract, customer number), kept by us: no provider has it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table provider_beneficiaries add column reference text check (length(reference) between 1 and 100);
      comment on column provider_beneficiaries.reference is 'Proposed as the concept of its payments; null where nobody wrote one.';
    `)
  }

  async down() {
    this.schema.raw('alter table provider_beneficiaries drop column reference')
  }
}
