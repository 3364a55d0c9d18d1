import { BaseSchema } from '@adonisjs/lucid/schema'

/** What people are told on the start page of who may do what, found among all that ever happened. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index audit_events_powers on audit_events (at, id) where object_type in ('user', 'approval') and actor_kind = 'user';
    `)
  }

  async down() {
    this.schema.raw(`drop index audit_events_powers`)
  }
}
