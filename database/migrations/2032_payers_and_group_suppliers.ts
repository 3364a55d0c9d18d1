import { BaseSchema } from '@adonisjs/lucid/schema'

/** Where a supplier is usually paid from, and which company of the group it is: what is owed to it goes to 403 (area 04 §1). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table providers
        add constraint providers_payer_of_site check (default_bank_account_id is null or default_payer_site_id is not null),
        add constraint providers_group_company check (site_id_if_group is null or (kind = 'group_company' and ledger_prefix = '403'));
    `)
  }

  async down() {
    this.schema.raw(
      `alter table providers drop constraint providers_group_company, drop constraint providers_payer_of_site`
    )
  }
}
