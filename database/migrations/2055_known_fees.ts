import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What a payment service keeps back of what it pays into an account (area 00 §7): a share in basis points and a fixed
 * amount in minor units of its currency. Nothing where both are zero.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table bank_accounts add column fee_basis_points int not null default 0 check (fee_basis_points between 0 and 2000),
        add column fee_fixed_minor bigint not null default 0 check (fee_fixed_minor between 0 and 100000);
    `)
  }

  async down() {
    this.schema.raw(`alter table bank_accounts drop column fee_fixed_minor, drop column fee_basis_points`)
  }
}
