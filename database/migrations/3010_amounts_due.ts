import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is due of an invoice is kept apart from its total: advances that it deducts, what was paid already, what is retained as a
 * guarantee, the rounding of what is paid. The book owes the total with its rounding; of what is open there, `prior_open_minor`
 * was paid before and `retained_open_minor` waits for its release: `payable_minor` is the rest, the only thing that is proposed
 * or paid. A live order never takes more (CA037), and nothing becomes payable without somebody who released it (CI001).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(COLUMNS)
    this.schema.raw(
      FINGERPRINT(', i.advance_minor, i.prepaid_minor, i.retained_minor, i.rounding_minor, i.retained_until')
    )
    this.schema.raw(REPAIR)
    this.schema.raw(CHECKS)
    this.schema.raw(HELD)
    this.schema.raw(COVER('payable_minor'))
    this.schema.raw(
      LEGAL('least(new.total_minor, new.total_minor + new.rounding_minor - new.outstanding_minor)')
    )
    this.schema.raw(INDEX(', total_minor, fx_rate, payable_minor, rounding_minor'))
  }

  async down() {
    this.schema.raw(INDEX(', total_minor, fx_rate'))
    this.schema.raw(LEGAL('new.total_minor - new.outstanding_minor'))
    this.schema.raw(COVER('outstanding_minor'))
    this.schema.raw(`
      drop trigger invoices_held on invoices;
      drop function invoice_held_guard();
      alter table invoices drop constraint invoices_due_parts, drop constraint invoices_held, drop constraint invoices_outstanding,
        add constraint invoices_outstanding check (outstanding_minor between least(total_minor, 0) and greatest(total_minor, 0)
          or status not in ('booked', 'disputed')) not valid;
    `)
    this.schema.raw(FINGERPRINT(''))
    this.schema.raw(REPAIR)
    this.schema.raw(`
      alter table invoices drop column payable_minor, drop column advance_minor, drop column prepaid_minor, drop column retained_minor,
        drop column rounding_minor, drop column retained_until, drop column prior_open_minor, drop column retained_open_minor,
        drop column held_released_at, drop column held_released_by, drop column held_release_reason;
    `)
  }
}

const COLUMNS = `
  alter table invoices
    add column advance_minor bigint not null default 0,
    add column prepaid_minor bigint not null default 0,
    add column retained_minor bigint not null default 0,
    add column rounding_minor bigint not null default 0 check (abs(rounding_minor) <= 100),
    add column retained_until date,
    add column prior_open_minor bigint not null default 0,
    add column retained_open_minor bigint not null default 0,
    add column held_released_at timestamptz,
    add column held_released_by bigint references users,
    add column held_release_reason text;
  alter table invoices add column payable_minor bigint not null generated always as (
    case when outstanding_minor > 0 then greatest(outstanding_minor - prior_open_minor - retained_open_minor, 0)
         else least(outstanding_minor - prior_open_minor - retained_open_minor, 0) end) stored;
`

const FINGERPRINT = (due: string) => `
  create or replace function invoice_fingerprint(i invoices) returns text language sql stable as $$
    select encode(sha256(convert_to(jsonb_build_array(
      i.site_id, i.provider_id, i.provider_bank_id, i.doc_type, i.invoice_number, i.issued_on, i.operation_on, i.due_on, i.currency, i.fx_rate,
      i.base_minor, i.vat_minor, i.surcharge_minor, i.withholding_minor, i.supplied_minor, i.total_minor, i.rectifies_invoice_id, i.rectification_note${due},
      (select jsonb_agg(jsonb_build_array(l.id, l.position, l.concept, l.quantity, l.base_minor, l.vat_code_id, l.vat_minor, l.deductible_percent,
                l.withholding_code_id, l.withholding_minor, l.category_id, l.account_code, l.center_id) order by l.id)
         from invoice_lines l where l.invoice_id = i.id),
      (select jsonb_agg(jsonb_build_array(g.vat_code_id, g.base_minor, g.vat_minor, g.surcharge_minor) order by g.vat_code_id)
         from invoice_tax_groups g where g.invoice_id = i.id)
    )::text, 'UTF8')), 'hex') $$;
`

/** Invoices of before owe all of their total, so that what was approved of them is the same under the wider fingerprint. */
const REPAIR = `
  update approval_decisions d set fingerprint = invoice_fingerprint(i) from invoices i
    where d.document_type = 'invoice' and d.document_id = i.id and d.revoked_at is null;
`

const CHECKS = `
  alter table invoices drop constraint invoices_outstanding,
    add constraint invoices_outstanding check (outstanding_minor between least(total_minor + rounding_minor, 0) and greatest(total_minor + rounding_minor, 0)
      or status not in ('booked', 'disputed')) not valid,
    add constraint invoices_due_parts check (status not in ('pending_approval', 'approved', 'booked', 'disputed') or (
      least(advance_minor, prepaid_minor, retained_minor) >= 0 and advance_minor + prepaid_minor + retained_minor <= greatest(total_minor + rounding_minor, 0)
      or greatest(advance_minor, prepaid_minor, retained_minor) <= 0 and advance_minor + prepaid_minor + retained_minor >= least(total_minor + rounding_minor, 0))),
    add constraint invoices_held check (
      prior_open_minor between least(advance_minor + prepaid_minor, 0) and greatest(advance_minor + prepaid_minor, 0)
      and retained_open_minor between least(retained_minor, 0) and greatest(retained_minor, 0)
      and abs(prior_open_minor + retained_open_minor) <= abs(outstanding_minor));
`

/** What was held becomes payable only by a release that says who and why; what is due is frozen with the amounts that it is part of. */
const HELD = `
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
`

const COVER = (owed: string) => `
  create or replace function payment_order_cover() returns trigger language plpgsql as $$
  declare
    owed bigint;
    ordered bigint;
  begin
    select ${owed} into owed from invoices where id = new.source_id for update;
    select coalesce(sum(amount_minor), 0) into ordered from payment_orders
     where source_type = 'invoice' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent')
       and not (status = 'draft' and hold_reason is not distinct from 'source_changed');
    if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_invoice' using errcode = 'CA037'; end if;
    return null;
  end $$;
`

const LEGAL = (paid: string) => `
  create or replace function legal_cost_follows_invoice() returns trigger language plpgsql as $$
  begin
    update legal_procedure_costs set paid_minor = ${paid},
        status = case when new.outstanding_minor = 0 then 'paid' when new.payment_state = 'in_process' then 'ordered' else 'payable' end
     where invoice_id = new.id and status in ('payable', 'ordered', 'paid');
    return null;
  end $$;
`

const INDEX = (more: string) => `
  drop index invoices_open;
  create index invoices_open on invoices (due_on, id) include (site_id, currency, outstanding_minor, doc_type, payment_state, status, posted_on, provider_id${more})
    where outstanding_minor > 0 and status in ('booked', 'disputed');
`
