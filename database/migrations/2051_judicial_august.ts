import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether August counts for nothing in the planning of judicial matters (area 30): 1 it does not count, 0 it does. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`insert into group_settings (key, value) values ('judicial_august_off', 1)`)
  }

  async down() {
    this.schema.raw(`delete from group_settings where key = 'judicial_august_off'`)
  }
}
