import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Lists skip to a deep page along an index alone, which PostgreSQL does only where a vacuum has told that every reader sees
 * the rows. By its own rule it comes to a table of a million rows after two hundred thousand changes: here after twenty
 * thousand, and to the month totals, which change every five minutes, as soon.
 */
const TABLES = [
  'journal_entries',
  'journal_lines',
  'open_items',
  'reconciliation_lines',
  'statement_matches',
  'bank_statement_lines',
  'invoices',
  'payment_orders',
  'legacy_payments',
  'report_month_totals',
  'users',
  'employees',
]
const SETTINGS = [
  'autovacuum_vacuum_scale_factor',
  'autovacuum_vacuum_insert_scale_factor',
  'autovacuum_analyze_scale_factor',
]

export default class extends BaseSchema {
  async up() {
    const settings = SETTINGS.map((setting) => `${setting} = 0.02`).join(', ')
    for (const table of TABLES) this.schema.raw(`alter table ${table} set (${settings})`)
  }

  async down() {
    for (const table of TABLES) this.schema.raw(`alter table ${table} reset (${SETTINGS.join(', ')})`)
  }
}
