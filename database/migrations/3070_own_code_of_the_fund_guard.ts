import { BaseSchema } from '@adonisjs/lucid/schema'

/** Each refusal of the database has a code of its own: CA043 was also what a bank rule beyond its limit raises. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(guard('CA050'))
  }

  async down() {
    this.schema.raw(guard('CA043'))
  }
}

const guard = (code: string) => `
  create or replace function order_of_its_fund() returns trigger language plpgsql as $$
  begin
    if not exists (select 1 from virtual_accounts v where v.id = new.debtor_virtual_account_id and v.bank_account_id = new.debtor_account_id)
      then raise exception 'payment_order_other_fund' using errcode = '${code}'; end if;
    return new;
  end $$`
