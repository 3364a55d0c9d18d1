import { BaseSchema } from '@adonisjs/lucid/schema'

/** The words of an account are folded once, when they change, and not for every account that a search passes. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop index ledger_accounts_text;
      alter table ledger_accounts add column search_text text generated always as (f_unaccent(lower(code || ' ' || name))) stored;
      create index ledger_accounts_text on ledger_accounts using gin (search_text gin_trgm_ops);
      analyze ledger_accounts;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index ledger_accounts_text;
      alter table ledger_accounts drop column search_text;
      create index ledger_accounts_text on ledger_accounts using gin (f_unaccent(lower(code || ' ' || name)) gin_trgm_ops);
    `)
  }
}
