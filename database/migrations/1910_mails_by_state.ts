import { BaseSchema } from '@adonisjs/lucid/schema'

/** Mails by what became of them, newest first: the page of those that never went out. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `create index outgoing_mails_status on outgoing_mails (status, created_at desc, id desc);`
    )
  }

  async down() {
    this.schema.raw(`drop index outgoing_mails_status;`)
  }
}
