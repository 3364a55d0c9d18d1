import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A finding carries whose it is and what its list is ordered by: company, supplier, amount and day of its invoice, or its own company
 * and supplier where it is of no single invoice. The list reads them from its own indexes; the invoice tells its
 * findings when it changes. Both sides hold the lock of the invoice, so that neither misses the other.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table invoice_alarms add column of_site_id bigint, add column of_provider_id bigint, add column of_minor bigint, add column of_day date;
      update invoice_alarms a set of_site_id = i.site_id, of_provider_id = i.provider_id, of_minor = i.total_minor, of_day = i.issued_on from invoices i where i.id = a.invoice_id;
      update invoice_alarms set of_site_id = site_id, of_provider_id = provider_id where invoice_id is null;
    `)
    this.schema.raw(FOLLOWING)
    this.schema.raw(`
      drop index invoice_alarms_rule;
      create index invoice_alarms_rule on invoice_alarms (status, rule_code, id);
      create index invoice_alarms_amount on invoice_alarms (status, of_minor, id);
      create index invoice_alarms_day on invoice_alarms (status, of_day, id);
      create index invoice_alarms_site on invoice_alarms (of_site_id, status, rank desc, id desc);
      create index invoice_alarms_provider on invoice_alarms (of_provider_id, status, rank desc, id desc);
      analyze invoice_alarms;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index invoice_alarms_provider, invoice_alarms_site, invoice_alarms_day, invoice_alarms_amount, invoice_alarms_rule;
      create index invoice_alarms_rule on invoice_alarms (rule_code, status, id desc);
      drop trigger invoices_tell_alarms on invoices;
      drop function invoice_tells_alarms();
      drop trigger invoice_alarms_subject on invoice_alarms;
      drop function invoice_alarm_subject();
      alter table invoice_alarms drop column of_site_id, drop column of_provider_id, drop column of_minor, drop column of_day;
    `)
  }
}

const FOLLOWING = `
  create function invoice_alarm_subject() returns trigger language plpgsql as $$
  begin
    if new.invoice_id is null then
      new.of_site_id := new.site_id; new.of_provider_id := new.provider_id; new.of_minor := null; new.of_day := null;
      return new;
    end if;
    select i.site_id, i.provider_id, i.total_minor, i.issued_on into new.of_site_id, new.of_provider_id, new.of_minor, new.of_day
      from invoices i where i.id = new.invoice_id for share;
    return new;
  end $$;
  create trigger invoice_alarms_subject before insert or update of invoice_id, site_id, provider_id, of_site_id, of_provider_id, of_minor, of_day on invoice_alarms
    for each row execute function invoice_alarm_subject();

  -- The values are read from the invoice once more by the trigger above: nobody else may set them.
  create function invoice_tells_alarms() returns trigger language plpgsql as $$
  begin
    update invoice_alarms set of_site_id = new.site_id where invoice_id = new.id;
    return null;
  end $$;
  create trigger invoices_tell_alarms after update on invoices for each row
    when ((old.site_id, old.provider_id, old.total_minor, old.issued_on) is distinct from (new.site_id, new.provider_id, new.total_minor, new.issued_on))
    execute function invoice_tells_alarms();
`
