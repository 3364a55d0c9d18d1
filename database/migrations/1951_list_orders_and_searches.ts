import { BaseSchema } from '@adonisjs/lucid/schema'

/** Payments with which something is wrong, as the tab of incidents asks for them. */
const INCIDENT = `(status in ('failed', 'returned') or (hold_reason is not null and status in ('draft', 'buffered', 'approved')) or sub_status in ('unknown', 'vop_pending_decision'))`

/**
 * Every order of the lists of suppliers, employees, expense notes, salaries and entries by hand has an index that ends in the
 * key, and what is searched for in them and in outgoing mails one of its words: none of these lists sorts or reads a
 * table as a whole. Invoices with an open finding of one rule are found among those of the rule. What was decided of payments lately, and what is wrong with some, is found by their kind.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index providers_name_order on providers (legal_name collate "es-x-icu", id) include (active, status, name_norm, tax_id, code);
      create index providers_text on providers using gin ((name_norm || ' ' || lower(coalesce(tax_id::text, '')) || ' ' || lower(code)) gin_trgm_ops);
      drop index employees_name;
      create index employees_name on employees (full_name collate "es-x-icu", id) include (status, site_id, search_text);
      create index employees_site_name on employees (site_id, full_name collate "es-x-icu", id);
      create index employees_code_order on employees (code, id);
      create index employees_started on employees (started_on, id);
      create index employees_status on employees (status, id);
      create index expense_notes_order on expense_notes (received_at, id) include (status);
      create index expense_notes_total on expense_notes (total_minor, id) include (status);
      create index expense_notes_claimant_order on expense_notes (claimant_name, id) include (status);
      create index expense_notes_text on expense_notes using gin ((f_unaccent(lower(number || claimant_name || title))) gin_trgm_ops);
      create index payroll_payments_order on payroll_payments (status, pay_on, id);
      create index payroll_payments_amount on payroll_payments (status, net_minor, id);
      create index supplier_provisions_order on supplier_provisions (status, expected_on, id);
      create index outgoing_mails_text on outgoing_mails using gin ((f_unaccent(lower("to" || ' ' || subject))) gin_trgm_ops);
      create index manual_entries_order on manual_entries (posted_on, id);
      create index payment_orders_recent on payment_orders (kind, updated_at) include (site_id)
        where status in ('paid', 'reconciled', 'failed', 'returned', 'cancelled');
      create index invoice_alarms_open_of_rule on invoice_alarms (rule_code, invoice_id) where status = 'open';
      create index invoices_alarmed on invoices (received_at desc, id desc) where open_alarms > 0;
      create index payment_orders_incident on payment_orders (kind, id) include (site_id) where ${INCIDENT};
    `)
    // What an expression amounts to is only known to the planner once it was looked at.
    this.schema.raw(`analyze providers; analyze employees; analyze expense_notes; analyze outgoing_mails`)
  }

  async down() {
    this.schema.raw(`
      drop index payment_orders_incident, invoices_alarmed, invoice_alarms_open_of_rule, payment_orders_recent, manual_entries_order, outgoing_mails_text, supplier_provisions_order, payroll_payments_amount,
        payroll_payments_order, expense_notes_text, expense_notes_claimant_order, expense_notes_total, expense_notes_order, employees_status, employees_started,
        employees_code_order, employees_site_name, employees_name, providers_text, providers_name_order;
      create index employees_name on employees (full_name collate "es-x-icu", id);
    `)
  }
}
