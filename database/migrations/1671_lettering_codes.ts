import { BaseSchema } from '@adonisjs/lucid/schema'

/** Every settled payment takes the company's next lettering code: the last one is found without reading them all. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `create index reconciliations_code on reconciliations (site_id, length(code) desc, code desc) where code ~ '^A-[0-9]+$'`
    )
  }

  async down() {
    this.schema.raw(`drop index reconciliations_code`)
  }
}
