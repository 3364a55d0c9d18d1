import { BaseSchema } from '@adonisjs/lucid/schema'

/** Rules of bank movements may name a tax that the amount carries and a centre; those that are there name neither. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      update bank_rules set action = '{"taxCodeId": null, "centerId": null}' || action;
      alter table bank_rules add constraint bank_rules_action check (action -> 'taxCodeId' is not null and action -> 'centerId' is not null);
    `)
  }

  async down() {
    this.schema.raw(`
      alter table bank_rules drop constraint bank_rules_action;
      update bank_rules set action = action - 'taxCodeId' - 'centerId';
    `)
  }
}
