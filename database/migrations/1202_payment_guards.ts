import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Which payments may leave: as many people as it takes approved them, none of whom had a hand in the debt (CA015), to
 * no listed account (CX002), to a supplier that somebody knows, charged to the account that its fund lies in.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop view payment_order_hands cascade;
      drop function if exists payment_order_run, order_of_its_fund, payment_orders_listed, worth_on,
        payment_orders_known_supplier, payment_orders_are_approved cascade;
    `)
  }
}

const FUNCTIONS = `
create function payment_order_run() returns trigger language plpgsql as $$
begin
  if new.status = 'draft' then new.run_id := null;
  elsif old.status <> 'draft' and old.run_id is distinct from new.run_id
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  return new;
end $$;
create trigger payment_orders_run before update on payment_orders for each row
  when (old.run_id is distinct from new.run_id or new.run_id is not null
  and new.status = 'draft') execute function payment_order_run();

create function order_of_its_fund() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from virtual_accounts v where v.id = new.debtor_virtual_account_id and v.bank_account_id = new.debtor_account_id)
    then raise exception 'payment_order_other_fund' using errcode = 'CA050'; end if;
  return new;
end $$;
create trigger payment_orders_fund before insert or update of debtor_virtual_account_id, debtor_account_id
  on payment_orders for each row
  when (new.debtor_virtual_account_id is not null) execute function order_of_its_fund();

-- A payment that leaves and an account that is being listed wait for each other (lock 27, shared by what leaves): it left
-- before, or it does not leave. Asked once a statement about all payments that it moves: of a thousand that leave together,
-- asking for each was a quarter of the time. Which moved is told by a group of both their states, never by a join: a
-- connection keeps the plan it made for the first statement, of one payment, and by that plan a thousand are a million
-- comparisons.
create function payment_orders_listed() returns trigger language plpgsql as $$
declare
  ibans text[];
  leaves boolean;
begin
  select array_agg(distinct moved.iban), bool_or(moved.status = 'sent') into ibans, leaves from (
    select max(creditor_iban) filter (where is_new) as iban, max(status) filter (where is_new) as status
      from (select id, status, sub_status, creditor_iban, false as is_new from oldp
            union all select id, status, sub_status, creditor_iban, true from newp) both_states
     group by id
    having max(status) filter (where is_new) in ('approved', 'sent')
       and (min(status) <> max(status) or max(sub_status) filter (where is_new) = 'submitting' and max(sub_status) filter (where not is_new) = 'queued')
  ) moved where moved.iban is not null;
  if ibans is null then return null; end if;
  if leaves then perform pg_advisory_xact_lock_shared(27, 0); end if;
  if exists (select 1 from unnest(ibans) w(iban) cross join lateral iban_listing(w.iban) b where b.severity = 'block')
    then raise exception 'payment_order_blacklisted' using errcode = 'CX002'; end if;
  return null;
end $$;
create trigger payment_orders_listed after update on payment_orders
  referencing old table as oldp new table as newp for each statement execute function payment_orders_listed();

create function worth_on(minor bigint, currency character, base character, day date) returns bigint
language sql stable parallel safe as $$
  select case when currency = base then minor else worth_in_base(minor, currency, (
    select r.rate from fx_rates r where r.currency = worth_on.currency and r.on_date <= worth_on.day order by r.on_date desc, r.source = 'manual' desc limit 1)) end $$;

create function payment_orders_known_supplier() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payment_orders o join providers p on p.id = o.creditor_id
      where o.id = new.id and o.creditor_type = 'provider' and o.status <> 'cancelled' and p.status = 'draft')
  then raise exception 'payment_order_draft_supplier' using errcode = 'CP001'; end if;
  return null;
end $$;
create constraint trigger payment_orders_known_supplier after insert or update of creditor_type, creditor_id on payment_orders
  deferrable initially deferred for each row
  when (new.creditor_type = 'provider') execute function payment_orders_known_supplier();

-- The order, its document, and the account it goes to: one question for the guard and for the pages.
create view payment_order_hands (order_id, user_id, part) as
select o.id, h.user_id, 'order' from payment_orders o join document_hands h on h.document_type = 'payment_order' and h.document_id = o.id
union all
select o.id, h.user_id, 'document' from payment_orders o join document_hands h on h.document_type = o.source_type and h.document_id = o.source_id
union all
select o.id, p.person, 'bank' from payment_orders o join provider_banks b on b.id = o.provider_bank_id
  cross join lateral unnest(array[b.created_by, b.verified_by, b.last_changed_by, b.waived_by, b.moved_by]) p(person) where p.person is not null
union all
select o.id, p.person, 'bank' from payment_orders o join employee_banks b on b.id = o.employee_bank_id
  cross join lateral unnest(array[b.created_by, b.verified_by, b.last_changed_by, b.waived_by]) p(person) where p.person is not null;
comment on view payment_order_hands is 'Everybody who may not approve a payment, and through what: itself, what it pays, or the account it goes to.';

-- A payment leaves with the approvals it needs as they are counted at that moment, not only as they were when it was approved:
-- when it is approved, put into a batch and sent. Until then a hand may show, an approval may be taken back and a person may
-- come to wait for a second one. Counted once for all payments of a statement.
create function payment_orders_are_approved() returns trigger language plpgsql as $$
declare
  moved bigint[];
begin
  select array_agg(id) into moved from (
    select id from (select id, status, batch_id, false as is_new from oldp union all select id, status, batch_id, true from newp) both_states
     group by id
    having max(status) filter (where is_new) = 'approved' and max(status) filter (where not is_new) = 'buffered'
        or max(status) filter (where is_new) = 'sent' and max(status) filter (where not is_new) <> 'sent'
        or max(batch_id) filter (where is_new) is not null and max(batch_id) filter (where is_new) is distinct from max(batch_id) filter (where not is_new)
  ) steps;
  if moved is null then return null; end if;
  if exists (
    select 1 from unnest(moved) l(id) join payment_orders o on o.id = l.id
      left join lateral (
        select count(distinct d.user_id) as approvals from approval_decisions d
         where d.document_type = 'payment_order' and d.document_id = o.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = o.fingerprint
           and not exists (select 1 from user_authority_changes c where c.user_id in (d.user_id, d.on_behalf_of) and c.confirmed_at is null)
           and not exists (select 1 from payment_order_hands h where h.order_id = o.id and h.user_id in (d.user_id, d.on_behalf_of))) given on true
     where given.approvals < coalesce(o.required_approvals, 1))
    then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
  return null;
end $$;
create trigger payment_orders_are_approved after update on payment_orders
  referencing old table as oldp new table as newp for each statement execute function payment_orders_are_approved();
`
