import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What happens to documents that the start page counts is told to whoever listens, when its transaction commits: the key of
 * the company and nothing else, once for each company. What happened is known from the record of events, so that nothing
 * that is recorded stays untold, whoever wrote it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function tell_work() returns trigger language plpgsql as $$
        begin
          perform pg_notify('work_changed', coalesce(told.site_id::text, ''))
            from (select distinct site_id from fresh where object_type in ('invoice', 'invoice_alarm', 'payment_order', 'payment_batch', 'payment_run', 'expense_note',
                'manual_entry', 'provider', 'employee', 'provider_contract', 'bank_account', 'bank_statement_line', 'reconciliation', 'legal_procedure', 'supplier_provision')) told;
          return null;
        end $$;
      create trigger audit_events_tell after insert on audit_events referencing new table as fresh
        for each statement execute function tell_work();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger audit_events_tell on audit_events;
      drop function tell_work();
    `)
  }
}
