import { BaseSchema } from '@adonisjs/lucid/schema'

/** A statement whose balances say too little to prove that nothing is missing is neither balanced nor unbalanced. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table bank_statements drop constraint bank_statements_status_check;
      alter table bank_statements add constraint bank_statements_status_check check (status in ('balanced', 'unbalanced', 'unchecked'));
    `)
  }

  async down() {
    this.schema.raw(`
      update bank_statements set status = 'balanced' where status = 'unchecked';
      alter table bank_statements drop constraint bank_statements_status_check;
      alter table bank_statements add constraint bank_statements_status_check check (status in ('balanced', 'unbalanced'));
    `)
  }
}
