import { BaseSchema } from '@adonisjs/lucid/schema'

const TABLES = ['provider_banks', 'employee_banks']

/** Who vouched for an account does not end its wait as well, and who ends it is confirmed (CS008). */
export default class extends BaseSchema {
  async up() {
    for (const table of TABLES)
      this.schema.raw(`
        alter table ${table} add constraint ${table}_waived_by_another check (waived_by is null or waived_by is distinct from verified_by) not valid;
        create trigger ${table}_waiver before insert or update of waived_by on ${table} for each row when (new.waived_by is not null)
          execute function second_person_guard('waived_by');
      `)
  }

  async down() {
    for (const table of TABLES)
      this.schema.raw(`
        drop trigger ${table}_waiver on ${table};
        alter table ${table} drop constraint ${table}_waived_by_another;
      `)
  }
}
