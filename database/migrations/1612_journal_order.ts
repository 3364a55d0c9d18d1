import { BaseSchema } from '@adonisjs/lucid/schema'

/** The diario of the whole group by its day, and that of one person: without them a million entries are sorted for ten. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index journal_entries_group_day on journal_entries (posted_on, id) include (site_id);
      create index journal_entries_author on journal_entries (created_by, posted_on, id) where created_by is not null;
    `)
  }

  async down() {
    this.schema.raw(`drop index journal_entries_group_day, journal_entries_author`)
  }
}
