import { BaseSchema } from '@adonisjs/lucid/schema'

/** A mail that could not be sent is tried again later and later, for some days: an outage of the server loses none. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table outgoing_mails add column next_attempt_at timestamptz not null default now();
      drop index outgoing_mails_queued;
      create index outgoing_mails_queued on outgoing_mails (next_attempt_at, id) where status = 'queued';
    `)
  }

  async down() {
    this.schema.raw(`
      drop index outgoing_mails_queued;
      create index outgoing_mails_queued on outgoing_mails (id) where status = 'queued';
      alter table outgoing_mails drop column next_attempt_at;
    `)
  }
}
