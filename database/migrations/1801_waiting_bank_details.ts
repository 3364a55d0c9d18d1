import { BaseSchema } from '@adonisjs/lucid/schema'

/** Bank details that wait for their second person are few among many: the start page finds them without reading the others. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index provider_banks_waiting on provider_banks (created_at) where verification = 'unverified' and disabled_at is null;
      create index employee_banks_waiting on employee_banks (created_at) where verification = 'unverified' and disabled_at is null;
    `)
  }

  async down() {
    this.schema.raw(`drop index provider_banks_waiting, employee_banks_waiting`)
  }
}
