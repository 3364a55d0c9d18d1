import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What must never happen to an invoice is refused here too: approved by too few people or by one who had a hand in it
 * (CA031), changed once booked (CA032), handed on with taxes that are not those of its header (CA033), paid into the
 * account of another supplier, a credit note that adds to the debt or rectifies nothing.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FINGERPRINT)
    this.schema.raw(REPAIRS)
    this.schema.raw(CHECKS)
    this.schema.raw(GUARDS)
  }

  async down() {
    this.schema.raw(`
      drop trigger invoices_guard on invoices;
      drop trigger invoice_lines_frozen on invoice_lines;
      drop trigger invoice_tax_groups_frozen on invoice_tax_groups;
      drop function invoice_guard();
      drop function invoice_rows_guard();
      alter table invoices drop constraint invoices_bank_of_provider, drop constraint invoices_bank_needs_provider,
        drop constraint invoices_credit_note, drop constraint invoices_outstanding, drop constraint invoices_own_original;
      alter table provider_banks drop constraint provider_banks_of_provider;
      drop function invoice_fingerprint(invoices);
      alter table invoices add column totals_edited_by bigint references users, add column computed_total_minor bigint;
      update invoices i set totals_edited_by = (select user_id from invoice_editors e where e.invoice_id = i.id order by edited_at desc limit 1);
      drop table invoice_editors;
      alter table invoices drop column required_approvals, drop column rectification_note;
    `)
  }
}

const TABLES = `
  create table invoice_editors (
    invoice_id bigint not null references invoices,
    user_id bigint not null references users,
    edited_at timestamptz not null default now(),
    primary key (invoice_id, user_id)
  );
  insert into invoice_editors (invoice_id, user_id) select id, totals_edited_by from invoices where totals_edited_by is not null;
  alter table invoices drop column totals_edited_by, drop column computed_total_minor,
    add column required_approvals smallint check (required_approvals between 0 and 5),
    add column rectification_note text check (length(rectification_note) between 5 and 200);
`

/** What an approver sees and decides on, lines and taxes included: any change of it voids the decision. */
const FINGERPRINT = `
  create function invoice_fingerprint(i invoices) returns text language sql stable as $$
    select encode(sha256(convert_to(jsonb_build_array(
      i.site_id, i.provider_id, i.provider_bank_id, i.doc_type, i.invoice_number, i.issued_on, i.operation_on, i.due_on, i.currency, i.fx_rate,
      i.base_minor, i.vat_minor, i.surcharge_minor, i.withholding_minor, i.supplied_minor, i.total_minor, i.rectifies_invoice_id, i.rectification_note,
      (select jsonb_agg(jsonb_build_array(l.id, l.position, l.concept, l.quantity, l.base_minor, l.vat_code_id, l.vat_minor, l.deductible_percent,
                l.withholding_code_id, l.withholding_minor, l.category_id, l.account_code, l.center_id) order by l.id)
         from invoice_lines l where l.invoice_id = i.id),
      (select jsonb_agg(jsonb_build_array(g.vat_code_id, g.base_minor, g.vat_minor, g.surcharge_minor) order by g.vat_code_id)
         from invoice_tax_groups g where g.invoice_id = i.id)
    )::text, 'UTF8')), 'hex') $$;
`

/** Approvals of the earlier, narrower fingerprint: those of decided invoices stand, the others are asked for again. */
const REPAIRS = `
  update invoices i set provider_bank_id = null where provider_bank_id is not null
    and not exists (select 1 from provider_banks b where b.id = i.provider_bank_id and b.provider_id = i.provider_id);
  update invoices set rectification_note = 'Sin factura original' where doc_type = 'credit_note' and rectifies_invoice_id is null;
  update approval_decisions d set revoked_at = now() from invoices i
    where d.document_type = 'invoice' and d.document_id = i.id and d.revoked_at is null and i.status = 'pending_approval';
  update approval_decisions d set fingerprint = invoice_fingerprint(i) from invoices i
    where d.document_type = 'invoice' and d.document_id = i.id and d.revoked_at is null;
  update invoices set required_approvals = least(1, (select count(*) from approval_decisions d
      where d.document_type = 'invoice' and d.document_id = invoices.id and d.revoked_at is null)) where status = 'approved';
`

/** The bank check waits for the commit, so that merging suppliers may move invoices and accounts in either order. */
const CHECKS = `
  alter table provider_banks add constraint provider_banks_of_provider unique (provider_id, id);
  alter table invoices
    add constraint invoices_bank_needs_provider check (provider_bank_id is null or provider_id is not null),
    add constraint invoices_bank_of_provider foreign key (provider_id, provider_bank_id) references provider_banks (provider_id, id)
      deferrable initially deferred,
    add constraint invoices_own_original check (duplicate_of_id <> id and rectifies_invoice_id <> id),
    add constraint invoices_credit_note check (doc_type <> 'credit_note' or status not in ('pending_approval', 'approved', 'booked', 'disputed')
      or (total_minor <= 0 and (rectifies_invoice_id is not null or rectification_note is not null))) not valid,
    add constraint invoices_outstanding check (outstanding_minor between least(total_minor, 0) and greatest(total_minor, 0)
      or status not in ('booked', 'disputed')) not valid;
`

/** The supplier of a booked invoice is left free: merging two suppliers moves their invoices. */
const GUARDS = `
  create function invoice_guard() returns trigger language plpgsql as $$
  begin
    if old.status in ('booked', 'disputed') and new.status in ('booked', 'disputed')
       and (old.site_id, old.doc_type, old.invoice_number, old.issued_on, old.currency, old.base_minor, old.vat_minor,
            old.surcharge_minor, old.withholding_minor, old.supplied_minor, old.total_minor, old.journal_entry_id)
           is distinct from
           (new.site_id, new.doc_type, new.invoice_number, new.issued_on, new.currency, new.base_minor, new.vat_minor,
            new.surcharge_minor, new.withholding_minor, new.supplied_minor, new.total_minor, new.journal_entry_id)
      then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
    if new.status = old.status or new.status not in ('pending_approval', 'approved', 'booked') or old.status = 'disputed' then return new; end if;
    if (select (coalesce(sum(g.base_minor), 0), coalesce(sum(g.vat_minor), 0), coalesce(sum(g.surcharge_minor), 0))
               is distinct from (new.base_minor::numeric, new.vat_minor::numeric, new.surcharge_minor::numeric)
          from invoice_tax_groups g where g.invoice_id = new.id)
      then raise exception 'invoice_taxes_differ' using errcode = 'CA033'; end if;
    if new.status in ('approved', 'booked') and (
         select count(distinct d.user_id) from approval_decisions d
          where d.document_type = 'invoice' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
            and d.fingerprint = invoice_fingerprint(new) and d.user_id is distinct from new.created_by
            and not exists (select 1 from invoice_editors e where e.invoice_id = new.id and e.user_id = d.user_id)
            and not exists (select 1 from provider_banks b where b.id = new.provider_bank_id and b.created_by = d.user_id)
       ) < coalesce(new.required_approvals, 1)
      then raise exception 'invoice_not_approved' using errcode = 'CA031'; end if;
    return new;
  end $$;
  create trigger invoices_guard before update on invoices for each row execute function invoice_guard();

  create function invoice_rows_guard() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from invoices where id = coalesce(new.invoice_id, old.invoice_id) and status in ('booked', 'disputed'))
      then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
    return coalesce(new, old);
  end $$;
  create trigger invoice_lines_frozen before insert or update or delete on invoice_lines for each row execute function invoice_rows_guard();
  create trigger invoice_tax_groups_frozen before insert or update or delete on invoice_tax_groups for each row execute function invoice_rows_guard();
`
