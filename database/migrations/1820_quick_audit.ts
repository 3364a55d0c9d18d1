import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What a save asks in one statement: suppliers of a similar name, by the index that gives only names that are alike
 * enough; how far a run has come, from supplier to supplier; and the address and telephone of employees in the form in which they are compared with those of suppliers.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- The setting is known to the server once its library is loaded.
      select similarity('a', 'b');
      create function provider_kin(bigint) returns setof bigint language sql stable
        set pg_trgm.similarity_threshold = 0.7 as $$
        select p.id from providers q join providers p on p.name_norm % q.name_norm and p.id <> q.id and similarity(p.name_norm, q.name_norm) > 0.7
         where q.id = $1 and p.status <> 'merged' $$;
      create index invoices_provider_order on invoices (provider_id, id);
      alter table invoice_audit_runs add column last_provider_id bigint default 0;
      create index employees_address_form on employees (f_unaccent(lower(address)));
      create index employees_phone_form on employees ((right(regexp_replace(phone, '[^0-9]', '', 'g'), 9)));
    `)
  }

  async down() {
    this.schema.raw(
      'drop index employees_phone_form, employees_address_form; alter table invoice_audit_runs drop column last_provider_id; drop index invoices_provider_order; drop function provider_kin(bigint)'
    )
  }
}
