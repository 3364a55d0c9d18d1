import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every order of the lists of suppliers, employees, expense notes and entries by hand has an index that ends in the key, and
 * what is searched for in them and in outgoing mails one of its words: none of these lists sorts or reads a table as a
 * whole. What was decided of payments lately is found by when.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index providers_name_order on providers (legal_name collate "es-x-icu", id) include (active, status);
      create index providers_text on providers using gin ((name_norm || ' ' || lower(coalesce(tax_id::text, '')) || ' ' || lower(code)) gin_trgm_ops);
      create index employees_started on employees (started_on, id);
      create index employees_status on employees (status, id);
      create index expense_notes_order on expense_notes (received_at, id) include (status);
      create index expense_notes_total on expense_notes (total_minor, id) include (status);
      create index expense_notes_claimant_order on expense_notes (claimant_name, id) include (status);
      create index expense_notes_text on expense_notes using gin ((f_unaccent(lower(number || claimant_name || title))) gin_trgm_ops);
      create index outgoing_mails_text on outgoing_mails using gin ((f_unaccent(lower("to" || ' ' || subject))) gin_trgm_ops);
      create index manual_entries_order on manual_entries (posted_on, id);
      create index payment_orders_recent on payment_orders (updated_at) include (kind, site_id)
        where status in ('paid', 'reconciled', 'failed', 'returned', 'cancelled');
    `)
  }

  async down() {
    this.schema.raw(`
      drop index payment_orders_recent, manual_entries_order, outgoing_mails_text, expense_notes_text, expense_notes_claimant_order, expense_notes_total,
        expense_notes_order, employees_status, employees_started, providers_text, providers_name_order;
    `)
  }
}
