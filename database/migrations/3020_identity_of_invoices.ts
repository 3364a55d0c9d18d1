import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * An invoice is the one of its issuer, series and number, and customer (RD 1619/2012 art. 6.1.a). `number_key` is the number
 * with its series as it is printed, but for what formats write differently: letters and figures that follow each other are
 * apart, whatever sign stands between them is one boundary, and zeros before figures go. A26-15, A26/15 and "a26 0015" are
 * one; 1/11, 11/1 and 111 are three. `number_norm` stays for finding: it drops the signs.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function invoice_number_key(text) returns text language sql immutable parallel safe as $$
        with plain as (select upper(f_unaccent(btrim(coalesce($1, '')))) as printed),
             apart as (select printed, regexp_replace(printed, '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\u2212]+', '-', 'g') as signs from plain),
             parted as (select printed, regexp_replace(regexp_replace(signs, '([^0-9-])([0-9])', '\\1-\\2', 'g'), '([0-9])([^0-9-])', '\\1-\\2', 'g') as parts from apart)
        select coalesce(nullif(btrim(regexp_replace(parts, '(^|-)0+([0-9])', '\\1\\2', 'g'), '-'), ''), printed) from parted $$;

      create function identity_kind(text) returns text language sql immutable parallel safe as $$
        select case when $1 = 'simplified' then 'invoice' else $1 end $$;

      alter table invoices add column number_key text generated always as (invoice_number_key(invoice_number)) stored;
      create index invoices_number_key on invoices (provider_id, number_key);
      drop index invoices_number_once;
      create unique index invoices_number_once on invoices (provider_id, site_id, number_key, (extract(year from issued_on)), identity_kind(doc_type))
        where status in ('approved', 'booked', 'disputed');

      -- Which alarms name an invoice: they are judged again when it changes.
      create index invoice_alarms_about on invoice_alarms (((evidence ->> 'invoiceId')::bigint)) where status = 'open';
    `)
  }

  async down() {
    this.schema.raw(`
      drop index invoice_alarms_about, invoices_number_once, invoices_number_key;
      alter table invoices drop column number_key;
      drop function identity_kind(text);
      drop function invoice_number_key(text);
      create unique index invoices_number_once on invoices (provider_id, number_norm, (extract(year from issued_on)), doc_type)
        where status in ('approved', 'booked', 'disputed');
    `)
  }
}
