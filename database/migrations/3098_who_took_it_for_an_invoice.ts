import { BaseSchema } from '@adonisjs/lucid/schema'

const OTHERS = `'receipt', 'proforma', 'quote', 'order', 'delivery_note', 'reminder', 'statement_of_account', 'other'`

/** Who overrules the reader and takes a quote or the like for an invoice is named with the reason: approvers are told of it (CI003). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table invoices add column kind_by bigint references users, add column kind_was text check (kind_was in (${OTHERS}));
      alter table invoices disable trigger user;
      update invoices i set kind_by = e.user_id from (select distinct on (object_id) object_id, user_id, reason from audit_events
          where object_type = 'invoice' and event = 'invoice.field_changed' and reason is not null and user_id is not null order by object_id, id desc) e
       where e.object_id = i.id and i.kind_reason is not null and e.reason = i.kind_reason;
      alter table invoices enable trigger user;
      ${guard('(new.kind_reason is null or new.kind_by is null or new.kind_was is distinct from old.doc_type)')}
    `)
  }

  async down() {
    this.schema.raw(`
      ${guard('new.kind_reason is null')}
      alter table invoices drop column kind_by, drop column kind_was;
    `)
  }
}

const guard = (isUnsaid: string) => `
  create or replace function invoice_kind_guard() returns trigger language plpgsql as $$
  begin
    if new.doc_type in (${OTHERS}) and new.status in ('pending_approval', 'approved', 'booked', 'disputed') and old.status not in ('booked', 'disputed')
      then raise exception 'not_an_invoice' using errcode = 'CI002'; end if;
    if old.doc_type in (${OTHERS}) and new.doc_type not in (${OTHERS}) and old.status <> 'analysing' and ${isUnsaid}
      then raise exception 'kind_without_reason' using errcode = 'CI003'; end if;
    return new;
  end $$;
`
