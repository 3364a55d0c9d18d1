import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Items in another currency are found by no amount of a movement in euros: the few there are of a company are all looked
 * at, by an index that holds nothing else.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `create index open_items_foreign on open_items (site_id, journal_line_id) where currency <> 'EUR'`
    )
  }

  async down() {
    this.schema.raw(`drop index open_items_foreign`)
  }
}
