import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the code of legal procedures holds to, held here too: procedures, phases and costs take only the steps of their
 * tables (CP001), what was approved to be paid does not change (CP002), nothing is ordered, paid and offset for more than a
 * cost is (CP003), nobody approves a payment whose cost they wrote (CP004), what was noted is not rewritten (CP005), and a
 * cost with an invoice is paid with it alone (CP006).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(STATES)
    this.schema.raw(COSTS)
    this.schema.raw(OFFSETS)
    this.schema.raw(PAYMENTS)
    this.schema.raw(INVOICES)
    this.schema.raw(MERGES)
  }

  async down() {
    this.schema.raw(`
      drop trigger providers_merge_legal on providers;
      drop function provider_merge_legal();
      drop trigger invoices_legal_cost on invoices;
      drop function legal_cost_follows_invoice();
      drop trigger payment_orders_legal_eyes on payment_orders;
      drop function payment_order_legal_eyes();
      drop trigger payment_orders_cover_legal on payment_orders;
      drop function payment_order_cover_legal();
      drop trigger legal_loss_provisions_fixed on legal_loss_provisions;
      drop trigger manual_payment_offsets_no_delete on manual_payment_offsets;
      drop trigger manual_payment_offsets_guard on manual_payment_offsets;
      drop function manual_payment_offset_guard();
      drop trigger legal_costs_no_delete on legal_procedure_costs;
      drop trigger legal_costs_guard on legal_procedure_costs;
      drop function legal_cost_guard();
      drop trigger legal_procedure_phases_guard on legal_procedure_phases;
      drop function legal_phase_guard();
      drop trigger legal_procedures_no_delete on legal_procedures;
      drop trigger legal_procedures_guard on legal_procedures;
      drop function legal_procedure_guard();
    `)
  }
}

const STATES = `
  create function legal_procedure_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.status <> 'draft' or new.provision_minor <> 0 then raise exception 'legal_procedure_not_draft' using errcode = 'CP001'; end if;
      return new;
    end if;
    if (new.number, new.site_id, new.created_by) is distinct from (old.number, old.site_id, old.created_by)
      then raise exception 'legal_procedure_fixed' using errcode = 'CP005'; end if;
    if new.status = old.status then return new; end if;
    if (old.status, new.status) not in (('draft', 'open'), ('draft', 'cancelled'), ('open', 'suspended'), ('suspended', 'open'), ('open', 'closed'), ('closed', 'open'), ('open', 'cancelled'))
      then raise exception 'legal_procedure_no_way' using errcode = 'CP001'; end if;
    if new.status = 'closed' and (exists (select 1 from legal_procedure_phases p where p.procedure_id = new.id and p.status in ('pending', 'active'))
        or exists (select 1 from legal_procedure_costs c where c.procedure_id = new.id and c.status in ('planned', 'payable', 'ordered')))
      then raise exception 'legal_procedure_unfinished' using errcode = 'CP001'; end if;
    if new.status = 'cancelled' and exists (select 1 from legal_procedure_costs c where c.procedure_id = new.id and (c.paid_minor > 0 or c.status <> 'cancelled'))
      then raise exception 'legal_procedure_paid' using errcode = 'CP001'; end if;
    return new;
  end $$;
  create trigger legal_procedures_guard before insert or update on legal_procedures for each row execute function legal_procedure_guard();
  create trigger legal_procedures_no_delete before delete on legal_procedures for each row execute function refuse_change();

  create function legal_phase_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.status <> 'pending' then raise exception 'legal_phase_not_pending' using errcode = 'CP001'; end if;
      return new;
    end if;
    if (new.procedure_id, new.phase_id, new.name) is distinct from (old.procedure_id, old.phase_id, old.name)
      then raise exception 'legal_phase_fixed' using errcode = 'CP005'; end if;
    if new.status <> old.status and (old.status, new.status) not in (('pending', 'active'), ('active', 'completed'), ('pending', 'skipped'), ('completed', 'active'))
      then raise exception 'legal_phase_no_way' using errcode = 'CP001'; end if;
    return new;
  end $$;
  create trigger legal_procedure_phases_guard before insert or update on legal_procedure_phases for each row execute function legal_phase_guard();
`

/** A merge of suppliers renames the payee of what is not under way; a linked invoice brings its own amounts. */
const COSTS = `
  create function legal_cost_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.status <> 'planned' or new.invoice_id is not null then raise exception 'legal_cost_not_planned' using errcode = 'CP001'; end if;
      return new;
    end if;
    if (new.procedure_id, new.procedure_phase_id, new.currency, new.created_by) is distinct from (old.procedure_id, old.procedure_phase_id, old.currency, old.created_by)
      then raise exception 'legal_cost_fixed' using errcode = 'CP005'; end if;
    if new.status <> old.status and (old.status, new.status) not in (('planned', 'payable'), ('planned', 'cancelled'), ('payable', 'cancelled'), ('payable', 'ordered'),
         ('ordered', 'payable'), ('ordered', 'paid'), ('payable', 'offset'), ('offset', 'payable'), ('paid', 'payable'))
       and not (new.invoice_id is not null and (old.status, new.status) in (('payable', 'paid'), ('paid', 'ordered')))
      then raise exception 'legal_cost_no_way' using errcode = 'CP001'; end if;
    if old.status <> 'planned' and (new.concept, new.payee_iban, new.payee_name, new.deposit_term, new.expense_account_id, new.document_id, new.approved_by)
         is distinct from (old.concept, old.payee_iban, old.payee_name, old.deposit_term, old.expense_account_id, old.document_id, old.approved_by)
      then raise exception 'legal_cost_approved' using errcode = 'CP002'; end if;
    if old.status <> 'planned' and new.provider_id is distinct from old.provider_id
       and not exists (select 1 from providers p where p.id = old.provider_id and p.merged_into_id = new.provider_id)
      then raise exception 'legal_cost_approved' using errcode = 'CP002'; end if;
    if old.status <> 'planned' and new.invoice_id is not distinct from old.invoice_id
       and (new.base_minor, new.vat_minor, new.withholding_minor, new.total_minor, new.due_on) is distinct from (old.base_minor, old.vat_minor, old.withholding_minor, old.total_minor, old.due_on)
      then raise exception 'legal_cost_approved' using errcode = 'CP002'; end if;
    if new.invoice_id is distinct from old.invoice_id and (old.status not in ('planned', 'payable') or old.paid_minor > 0
         or exists (select 1 from payment_orders o where o.source_type = 'legal_cost' and o.source_id = new.id and o.status in ('draft', 'buffered', 'approved', 'sent')))
      then raise exception 'legal_cost_paid_already' using errcode = 'CP006'; end if;
    return new;
  end $$;
  create trigger legal_costs_guard before insert or update on legal_procedure_costs for each row execute function legal_cost_guard();
  create trigger legal_costs_no_delete before delete on legal_procedure_costs for each row execute function refuse_change();
`

const OFFSETS = `
  create function manual_payment_offset_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if not exists (select 1 from legal_procedure_costs c join legal_procedure_files f on f.procedure_id = c.procedure_id and f.id = new.document_id
           where c.id = new.cost_id and c.status = 'payable' and c.invoice_id is null and new.amount_minor <= c.total_minor - c.paid_minor)
        then raise exception 'legal_offset_exceeds' using errcode = 'CP003'; end if;
      return new;
    end if;
    if old.reversed_at is not null or (new.cost_id, new.amount_minor, new.paid_on, new.method, new.reference, new.bank_statement_line_id, new.counter_account_id, new.document_id, new.created_by)
         is distinct from (old.cost_id, old.amount_minor, old.paid_on, old.method, old.reference, old.bank_statement_line_id, old.counter_account_id, old.document_id, old.created_by)
       or old.journal_entry_id is not null and new.journal_entry_id is distinct from old.journal_entry_id
      then raise exception 'legal_offset_fixed' using errcode = 'CP005'; end if;
    return new;
  end $$;
  create trigger manual_payment_offsets_guard before insert or update on manual_payment_offsets for each row execute function manual_payment_offset_guard();
  create trigger manual_payment_offsets_no_delete before delete on manual_payment_offsets for each row execute function refuse_change();
  create trigger legal_loss_provisions_fixed before update or delete on legal_loss_provisions for each row execute function refuse_change();
`

/** As with invoices: what live orders take of a cost is never more than is left of it. */
const PAYMENTS = `
  create function payment_order_cover_legal() returns trigger language plpgsql as $$
  declare
    owed bigint;
    ordered bigint;
  begin
    select total_minor - paid_minor into owed from legal_procedure_costs where id = new.source_id and status in ('payable', 'ordered') and invoice_id is null for update;
    select coalesce(sum(amount_minor), 0) into ordered from payment_orders
     where source_type = 'legal_cost' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
    if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_legal_cost' using errcode = 'CP003'; end if;
    return null;
  end $$;
  create trigger payment_orders_cover_legal after insert on payment_orders for each row
    when (new.source_type = 'legal_cost') execute function payment_order_cover_legal();

  create function payment_order_legal_eyes() returns trigger language plpgsql as $$
  begin
    if (select count(distinct d.user_id) from approval_decisions d join legal_procedure_costs c on c.id = new.source_id
         where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = new.fingerprint
           and d.user_id is distinct from new.created_by and d.user_id is distinct from new.last_edited_by
           and d.user_id is distinct from c.created_by and d.user_id is distinct from c.updated_by) < new.required_approvals
      then raise exception 'payment_order_legal_eyes' using errcode = 'CP004'; end if;
    return new;
  end $$;
  create trigger payment_orders_legal_eyes before update on payment_orders for each row
    when (new.source_type = 'legal_cost' and old.status = 'buffered' and new.status = 'approved') execute function payment_order_legal_eyes();
`

/** A cost with an invoice is what the invoice says: its amounts, what of it is paid, and whether a payment is under way. */
const INVOICES = `
  create function legal_cost_follows_invoice() returns trigger language plpgsql as $$
  begin
    update legal_procedure_costs set paid_minor = new.total_minor - new.outstanding_minor,
        status = case when new.outstanding_minor = 0 then 'paid' when new.payment_state = 'in_process' then 'ordered' else 'payable' end
     where invoice_id = new.id and status in ('payable', 'ordered', 'paid');
    return null;
  end $$;
  create trigger invoices_legal_cost after update of outstanding_minor, payment_state on invoices for each row
    when (old.outstanding_minor is distinct from new.outstanding_minor or old.payment_state is distinct from new.payment_state)
    execute function legal_cost_follows_invoice();
`

/** As with everything else of a supplier that was merged: nothing is left with it (CA048). */
const MERGES = `
  create function provider_merge_legal() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from legal_procedure_costs where provider_id = new.id)
       or exists (select 1 from legal_procedures where new.id in (lawyer_provider_id, solicitor_provider_id))
      then raise exception 'provider_merge_incomplete: %', new.id using errcode = 'CA048'; end if;
    return null;
  end $$;
  create constraint trigger providers_merge_legal after update of status on providers deferrable initially deferred
    for each row when (new.status = 'merged') execute function provider_merge_legal();
`
