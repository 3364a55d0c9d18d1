import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Charges between companies as the documents that they become: what was issued, and the invoice that the other company has of
 * it, which nobody there writes, changes or takes out of its books on its own (CR009). The start page is told of charges.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop function invoice_of_group_guard cascade;
      alter table rebilling_transactions drop constraint rebilling_transactions_document;
      alter table invoices drop constraint invoices_source_check;
      alter table invoices add constraint invoices_source_check
        check (source in ('upload', 'public', 'email', 'holded', 'api', 'expense_note', 'recurring'));
    `)
  }
}

const TABLES = `
alter table invoices drop constraint invoices_source_check;
alter table invoices add constraint invoices_source_check
  check (source in ('upload', 'public', 'email', 'holded', 'api', 'expense_note', 'recurring', 'group'));
alter table rebilling_transactions add constraint rebilling_transactions_document foreign key (issued_invoice_id) references issued_invoices;
create unique index rebilling_transactions_of_document on rebilling_transactions (issued_invoice_id) where issued_invoice_id is not null;
`

const FUNCTIONS = `
create function invoice_of_group_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.source = 'group' and (new.status <> 'pending_approval' or new.created_by is not null)
      then raise exception 'invoice_of_group' using errcode = 'CR009'; end if;
    return new;
  end if;
  if (old.source = 'group') <> (new.source = 'group')
     or new.status <> old.status and (old.status, new.status) not in (('pending_approval', 'approved'), ('approved', 'booked'), ('booked', 'disputed'), ('disputed', 'booked'), ('booked', 'cancelled'), ('disputed', 'cancelled'))
     or new.status <> old.status and new.status = 'cancelled' and not exists (select 1 from rebilling_transactions t where t.target_invoice_id = new.id and t.status = 'discarded')
     or new.status in ('booked', 'disputed') and new.outstanding_minor <> 0
    then raise exception 'invoice_of_group' using errcode = 'CR009'; end if;
  return new;
end $$;
create trigger invoices_of_group_0 before insert on invoices for each row
  when (new.source = 'group') execute function invoice_of_group_guard();
create trigger invoices_of_group_1 before update on invoices for each row
  when (old.source = 'group' or new.source = 'group') execute function invoice_of_group_guard();
`
