import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What suppliers send that is no invoice (quotes, orders, delivery notes, reminders, statements of account) is kept as what it is,
 * and never reaches the states in which an invoice is approved, booked or paid (CI002; art. 97 LIVA). Who takes it for an invoice
 * nevertheless says why.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table invoices add column kind_reason text;
      update approval_decisions d set revoked_at = now() from invoices i
        where d.document_type = 'invoice' and d.document_id = i.id and d.revoked_at is null and i.doc_type in ('proforma', 'receipt') and i.status in ('pending_approval', 'approved');
      alter table invoices disable trigger user;
      update invoices set status = 'pending_review', required_approvals = null where doc_type in ('proforma', 'receipt') and status in ('pending_approval', 'approved');
      alter table invoices enable trigger user;
      alter table invoices drop constraint invoices_doc_type_check,
        add constraint invoices_doc_type_check check (doc_type in ('invoice', 'credit_note', 'simplified', 'dua', ${OTHERS}));

      create function invoice_kind_guard() returns trigger language plpgsql as $$
      begin
        if new.doc_type in (${OTHERS}) and new.status in ('pending_approval', 'approved', 'booked', 'disputed') and old.status not in ('booked', 'disputed')
          then raise exception 'not_an_invoice' using errcode = 'CI002'; end if;
        if old.doc_type in (${OTHERS}) and new.doc_type not in (${OTHERS}) and old.status <> 'analysing' and new.kind_reason is null
          then raise exception 'kind_without_reason' using errcode = 'CI003'; end if;
        return new;
      end $$;
      create trigger invoices_document_kind before update on invoices for each row execute function invoice_kind_guard();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger invoices_document_kind on invoices;
      drop function invoice_kind_guard();
      update invoices set doc_type = 'proforma' where doc_type in ('quote', 'order', 'delivery_note', 'reminder', 'statement_of_account', 'other');
      alter table invoices drop constraint invoices_doc_type_check,
        add constraint invoices_doc_type_check check (doc_type in ('invoice', 'credit_note', 'simplified', 'proforma', 'receipt', 'dua'));
      alter table invoices drop column kind_reason;
    `)
  }
}

const OTHERS = `'receipt', 'proforma', 'quote', 'order', 'delivery_note', 'reminder', 'statement_of_account', 'other'`
