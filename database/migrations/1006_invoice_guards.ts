import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What must never happen to an invoice: approved by too few people or by one who had a hand in it (CA031), changed once
 * booked (CA032), handed on with taxes that are not those of its header (CA033), booked without approvals beyond the
 * limit of its company or with open alarms (CA035), sent to its approvers in another currency without its exchange rate
 * (CA049).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop function if exists invoice_fingerprint, invoice_guard, invoice_rows_guard, invoice_quarantine_guard,
        invoice_held_guard, invoice_kind_guard, invoice_hands_guard, is_carried_decision, approval_decision_kept cascade;
    `)
  }
}

const FUNCTIONS = `
-- What an approver sees and decides on, lines and taxes included: any change of it voids the decision.
create function invoice_fingerprint(i invoices) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    i.site_id, i.provider_id, i.provider_bank_id, i.doc_type, i.invoice_number, i.issued_on, i.operation_on, i.due_on, i.currency, i.fx_rate,
    i.base_minor, i.vat_minor, i.surcharge_minor, i.withholding_minor, i.supplied_minor, i.total_minor, i.rectifies_invoice_id, i.rectification_note, i.advance_minor, i.prepaid_minor, i.retained_minor, i.rounding_minor, i.retained_until,
    (select jsonb_agg(jsonb_build_array(l.id, l.position, l.concept, l.quantity, l.base_minor, l.vat_code_id, l.vat_minor, l.deductible_percent,
              l.withholding_code_id, l.withholding_minor, l.category_id, l.account_code, l.center_id) order by l.id)
       from invoice_lines l where l.invoice_id = i.id),
    (select jsonb_agg(jsonb_build_array(g.vat_code_id, g.base_minor, g.vat_minor, g.surcharge_minor) order by g.vat_code_id)
       from invoice_tax_groups g where g.invoice_id = i.id)
  )::text, 'UTF8')), 'hex')
$$;

-- The supplier of a booked invoice is left free: merging two suppliers moves their invoices.
create function invoice_guard() returns trigger language plpgsql as $$
begin
  if old.status in ('booked', 'disputed') and new.status in ('booked', 'disputed')
     and (old.site_id, old.doc_type, old.invoice_number, old.issued_on, old.currency, old.base_minor, old.vat_minor, old.surcharge_minor, old.withholding_minor, old.supplied_minor, old.total_minor, old.journal_entry_id, old.fx_rate) is distinct from (new.site_id, new.doc_type, new.invoice_number, new.issued_on, new.currency, new.base_minor, new.vat_minor, new.surcharge_minor, new.withholding_minor, new.supplied_minor, new.total_minor, new.journal_entry_id, new.fx_rate)
    then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
  if new.status = old.status or new.status not in ('pending_approval', 'approved', 'booked') or old.status = 'disputed' then return new; end if;
  if (select (coalesce(sum(g.base_minor), 0), coalesce(sum(g.vat_minor), 0), coalesce(sum(g.surcharge_minor), 0))
             is distinct from (new.base_minor::numeric, new.vat_minor::numeric, new.surcharge_minor::numeric)
        from invoice_tax_groups g where g.invoice_id = new.id)
    then raise exception 'invoice_taxes_differ' using errcode = 'CA033'; end if;
  if (new.fx_rate is null) is distinct from (select s.base_currency = new.currency from sites s where s.id = new.site_id)
    then raise exception 'invoice_without_rate' using errcode = 'CA049'; end if;
  if old.status = 'pending_review' and new.status = 'booked' then
    if new.total_minor < 0 or worth_in_base(new.total_minor, new.currency, new.fx_rate) > (select auto_book_limit_minor from sites where id = new.site_id)
       or exists (select 1 from invoice_alarms a where a.invoice_id = new.id and a.status = 'open')
      then raise exception 'invoice_not_direct' using errcode = 'CA035'; end if;
    return new;
  end if;
  if new.status in ('approved', 'booked') and (
       select count(distinct d.user_id) from approval_decisions d
        where d.document_type = 'invoice' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
          and d.fingerprint = invoice_fingerprint(new) and d.user_id is distinct from new.created_by and d.user_id is distinct from new.accepted_by
          and not exists (select 1 from invoice_editors e where e.invoice_id = new.id and e.user_id = d.user_id)
          and not exists (select 1 from provider_banks b where b.id = new.provider_bank_id and b.created_by = d.user_id)
     ) < coalesce(new.required_approvals, 1)
    then raise exception 'invoice_not_approved' using errcode = 'CA031'; end if;
  return new;
end $$;
create trigger invoices_guard before update on invoices for each row execute function invoice_guard();

-- What a booked line hangs on is no part of what was booked: a contract that is entered late still gathers its invoices.
create function invoice_rows_guard() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'invoice_lines' and tg_op = 'UPDATE'
     and to_jsonb(new) - '{contract_id,contract_item_id,contract_match,updated_at}'::text[]
       = to_jsonb(old) - '{contract_id,contract_item_id,contract_match,updated_at}'::text[]
    then return new; end if;
  if exists (select 1 from invoices where id = coalesce(new.invoice_id, old.invoice_id) and status in ('booked', 'disputed'))
    then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
  return coalesce(new, old);
end $$;
create trigger invoice_lines_frozen before insert or update or delete
  on invoice_lines for each row execute function invoice_rows_guard();
create trigger invoice_tax_groups_frozen before insert or update or delete
  on invoice_tax_groups for each row execute function invoice_rows_guard();

-- What came over the public page is neither handed to approvers nor booked before somebody of the staff accepted it.
create function invoice_quarantine_guard() returns trigger language plpgsql as $$
begin
  if new.source = 'public' and new.accepted_at is null and new.status in ('pending_approval', 'approved', 'booked')
    then raise exception 'invoice_in_quarantine' using errcode = 'CA034'; end if;
  return new;
end $$;
create trigger invoices_accepted before insert or update of status, source, accepted_at on invoices
  for each row execute function invoice_quarantine_guard();

-- What was held becomes payable only by a release that says who and why; what is due is frozen with the amounts that it is
-- part of.
create function invoice_held_guard() returns trigger language plpgsql as $$
begin
  if old.status in ('booked', 'disputed') and new.status in ('booked', 'disputed') then
    if (old.advance_minor, old.prepaid_minor, old.retained_minor, old.rounding_minor, old.retained_until)
       is distinct from (new.advance_minor, new.prepaid_minor, new.retained_minor, new.rounding_minor, new.retained_until)
      then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
    if abs(new.prior_open_minor + new.retained_open_minor) < abs(old.prior_open_minor + old.retained_open_minor)
       and new.outstanding_minor = old.outstanding_minor
       and (new.held_released_at is not distinct from old.held_released_at or new.held_release_reason is null)
      then raise exception 'invoice_held' using errcode = 'CI001'; end if;
  end if;
  return new;
end $$;
create trigger invoices_held before update on invoices for each row execute function invoice_held_guard();

-- Quotes, orders, delivery notes, reminders and statements of account are kept as what they are. Who takes one for an invoice
-- nevertheless says why.
create function invoice_kind_guard() returns trigger language plpgsql as $$
begin
  if new.doc_type in ('receipt', 'proforma', 'quote', 'order', 'delivery_note', 'reminder', 'statement_of_account', 'other') and new.status in ('pending_approval', 'approved', 'booked', 'disputed') and old.status not in ('booked', 'disputed')
    then raise exception 'not_an_invoice' using errcode = 'CI002'; end if;
  if old.doc_type in ('receipt', 'proforma', 'quote', 'order', 'delivery_note', 'reminder', 'statement_of_account', 'other') and new.doc_type not in ('receipt', 'proforma', 'quote', 'order', 'delivery_note', 'reminder', 'statement_of_account', 'other') and old.status <> 'analysing' and (new.kind_reason is null or new.kind_by is null or new.kind_was is distinct from old.doc_type)
    then raise exception 'kind_without_reason' using errcode = 'CI003'; end if;
  return new;
end $$;
create trigger invoices_document_kind before update on invoices for each row execute function invoice_kind_guard();

-- Approved by confirmed people, and by nobody who ever wrote in it.
create function invoice_hands_guard() returns trigger language plpgsql as $$
begin
  if document_approvals('invoice', new.id, invoice_fingerprint(new)) < coalesce(new.required_approvals, 1)
    then raise exception 'invoice_not_approved' using errcode = 'CA031'; end if;
  return new;
end $$;
create trigger invoices_hands before update on invoices for each row
  when (old.status = 'pending_approval' and new.status in ('approved', 'booked')) execute function invoice_hands_guard();

-- A decision is revoked, once, and else never touched. Only where its booked invoice went with its supplier into another one
-- does it stand on the document as it is now: that is proved by the fingerprint, which is of this very document but for the
-- supplier that was merged and the row of the same account.
create function is_carried_decision(was text, becomes text, invoice_id bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from invoices i join providers s on s.merged_into_id = i.provider_id
      cross join lateral (
        select i.provider_bank_id as id
        union select b.id from provider_banks b where b.provider_id in (s.id, i.provider_id) and (i.provider_bank_id is null
          or exists (select 1 from provider_banks t where t.id = i.provider_bank_id and (t.iban = b.iban or t.account_number = b.account_number)))) b
     where i.id = invoice_id and i.status in ('booked', 'disputed') and invoice_fingerprint(i) = becomes
       and invoice_fingerprint(jsonb_populate_record(i, jsonb_build_object('provider_id', s.id, 'provider_bank_id', b.id))) = was)
$$;

create function approval_decision_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.revoked_at is not null
    or to_jsonb(new) - array['revoked_at', 'fingerprint'] is distinct from to_jsonb(old) - array['revoked_at', 'fingerprint']
    or new.fingerprint <> old.fingerprint and (new.revoked_at is not null or new.document_type <> 'invoice'
      or not is_carried_decision(old.fingerprint, new.fingerprint, new.document_id))
    then raise exception 'approval_decision_kept' using errcode = 'CS015'; end if;
  return new;
end $$;
create trigger approval_decisions_kept before update or delete
  on approval_decisions for each row execute function approval_decision_kept();
`
