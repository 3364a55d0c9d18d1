import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The log of invoices lies in months (area 05 §1). Months are opened ahead of time by `open_invoice_log_months`, which
 * runs with the owner's rights because the application owns no table; what comes for a month that is not open yet
 * lies in the default part until it is. The parts have a schema of their own: nobody works with them by name.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create schema invoice_log_parts;

      create function open_invoice_log_months(first date, last date) returns int language plpgsql security definer set search_path = public as $$
      declare
        month date := date_trunc('month', first)::date;
        part text;
        opened int := 0;
      begin
        if last > first + interval '20 years' then raise exception 'too many months'; end if;
        perform pg_advisory_xact_lock(hashtext('open_invoice_log_months'));
        while month <= last loop
          part := 'month_' || to_char(month, 'YYYYMM');
          if to_regclass('invoice_log_parts.' || part) is null then
            execute format('create table invoice_log_parts.%I (like invoice_action_logs including defaults including constraints)', part);
            -- Moved rows are the same rows: the guard against changes stands on the whole table, not on a part taken out.
            alter table invoice_action_logs detach partition invoice_action_logs_default;
            execute format('with moved as (delete from invoice_action_logs_default where at >= %L and at < %L returning *) insert into invoice_log_parts.%I select * from moved',
              month::timestamp at time zone 'Europe/Madrid', (month + interval '1 month')::timestamp at time zone 'Europe/Madrid', part);
            alter table invoice_action_logs attach partition invoice_action_logs_default default;
            execute format('alter table invoice_action_logs attach partition invoice_log_parts.%I for values from (%L) to (%L)',
              part, month::timestamp at time zone 'Europe/Madrid', (month + interval '1 month')::timestamp at time zone 'Europe/Madrid');
            opened := opened + 1;
          end if;
          month := (month + interval '1 month')::date;
        end loop;
        return opened;
      end $$;

      create index invoice_action_logs_order on invoice_action_logs (at, id);
      create index invoice_action_logs_days on invoice_action_logs using brin (at);
      select open_invoice_log_months(coalesce((select min(at)::date from invoice_action_logs), current_date), (current_date + interval '12 months')::date);
    `)
  }

  async down() {
    this.schema.raw(`
      alter table invoice_action_logs detach partition invoice_action_logs_default;
      insert into invoice_action_logs_default select * from invoice_action_logs;
      do $$ declare part regclass; begin
        for part in select inhrelid::regclass from pg_inherits where inhparent = 'invoice_action_logs'::regclass loop
          execute format('alter table invoice_action_logs detach partition %s', part);
          execute format('drop table %s', part);
        end loop;
      end $$;
      alter table invoice_action_logs attach partition invoice_action_logs_default default;
      drop index invoice_action_logs_days;
      drop index invoice_action_logs_order;
      drop function open_invoice_log_months(date, date);
      drop schema invoice_log_parts;
    `)
  }
}
