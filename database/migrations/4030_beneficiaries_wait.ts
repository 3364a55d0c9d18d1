import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A beneficiary of a provider waits as an account of a supplier does: the hours of the group after it was verified, unless
 * somebody else than who verified it lifts the wait (CA067). What was verified is what stood there: another name or account
 * takes it back, whoever writes it. Nothing is approved or leaves before (CA067), nor for what was verified anew since the
 * payment went into the buffer (CA065), whatever the payment is for.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(WAIT)
    this.schema.raw(ORDERS)
  }
}

const WAIT = `
alter table provider_beneficiaries
  add column payable_from timestamptz,
  add column waived_by bigint references users;
comment on column provider_beneficiaries.payable_from is 'When the first payment may be approved: some hours after it was verified, at once where somebody lifted the wait.';

create function bank_cooling_hours() returns int language sql stable as $$
  select coalesce((select value from group_settings where key = 'bank_cooling_hours'), 48)::int
$$;

update provider_beneficiaries set payable_from = verified_at + make_interval(hours => bank_cooling_hours()) where verified_at is not null;

alter table provider_beneficiaries
  add constraint provider_beneficiaries_waits check ((verified_at is null) = (payable_from is null)),
  add constraint provider_beneficiaries_waived_by_another check (waived_by is null or verified_by is not null and waived_by <> verified_by);

create function provider_beneficiary_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.name, old.iban, old.account, old.currency, old.details) is distinct from (new.name, new.iban, new.account, new.currency, new.details) then
    new.created_by := null;
    new.verified_by := null;
    new.verified_at := null;
    new.vop_result := null;
    new.vop_name := null;
    new.vop_at := null;
  end if;
  if new.verified_at is null then
    new.payable_from := null;
    new.waived_by := null;
  elsif tg_op = 'INSERT' or old.verified_at is distinct from new.verified_at then
    new.payable_from := new.verified_at + make_interval(hours => bank_cooling_hours());
    new.waived_by := null;
  elsif new.payable_from is distinct from old.payable_from and (new.waived_by is null or new.payable_from < new.verified_at) then
    raise exception 'provider_beneficiary_waits: %', new.id using errcode = 'CA067';
  end if;
  return new;
end $$;
create trigger provider_beneficiaries_guard before insert or update on provider_beneficiaries for each row
  execute function provider_beneficiary_guard();
create trigger provider_beneficiaries_second_person before insert or update of verified_by on provider_beneficiaries for each row
  when (new.verified_by is not null) execute function second_person_guard('verified_by');
create trigger provider_beneficiaries_waiver before insert or update of waived_by on provider_beneficiaries for each row
  when (new.waived_by is not null) execute function second_person_guard('waived_by');
`

const ORDERS = `
-- A payment to a beneficiary of a provider leaves only as somebody else than who made it verified it, to the account it then had,
-- and after its wait. What was verified anew after the payment went into the buffer is not what was approved.
create or replace function payment_order_obstacle(o payment_orders) returns text language sql stable as $$
  select case
    when exists (select 1 from iban_listing(o.creditor_iban) l where l.severity = 'block') then 'blacklist'
    when o.hold_reason in ('blacklist', 'iban_changed', 'source_changed', 'payee_blocked', 'payee_inactive', 'bank_unverified', 'bank_waiting', 'payee_collects') then o.hold_reason
    else coalesce(
      (select case when b.id is null then 'iban_changed' else (case when p.status = 'blocked' then 'payee_blocked' when not p.active or p.status <> 'active' then 'payee_inactive'
          when (b.iban = o.creditor_iban) is not true and o.provider_beneficiary_id is null then 'iban_changed' when b.verification <> 'verified' or b.disabled_at is not null then 'bank_unverified' end) end
         from (select o.provider_bank_id as id where o.provider_bank_id is not null) w left join provider_banks b on b.id = w.id left join providers p on p.id = b.provider_id),
      (select case when b.id is null then 'iban_changed' else (case when e.anonymised_at is not null then 'payee_inactive' when (b.iban = o.creditor_iban) is not true then 'iban_changed'
          when b.verification <> 'verified' or b.disabled_at is not null then 'bank_unverified' end) end
         from (select o.employee_bank_id as id where o.employee_bank_id is not null) w left join employee_banks b on b.id = w.id left join employees e on e.id = b.employee_id),
      (select case when n.status <> 'active' then 'payee_inactive' when n.verified_at is null then 'bank_unverified'
          when n.iban is distinct from o.creditor_iban or n.verified_at > o.buffered_at then 'iban_changed' when n.payable_from > now() then 'bank_waiting' end
         from provider_beneficiaries n where n.id = o.provider_beneficiary_id),
      case when not exists (select 1 from bank_accounts a where a.id = o.debtor_account_id and a.status = 'active') then 'account' end)
  end $$;

create or replace view payment_order_hands (order_id, user_id, part) as
select o.id, h.user_id, 'order' from payment_orders o join document_hands h on h.document_type = 'payment_order' and h.document_id = o.id
union all
select o.id, h.user_id, 'document' from payment_orders o join document_hands h on h.document_type = o.source_type and h.document_id = o.source_id
union all
select o.id, p.person, 'bank' from payment_orders o join provider_banks b on b.id = o.provider_bank_id
  cross join lateral unnest(array[b.created_by, b.verified_by, b.last_changed_by, b.waived_by, b.moved_by]) p(person) where p.person is not null
union all
select o.id, p.person, 'bank' from payment_orders o join employee_banks b on b.id = o.employee_bank_id
  cross join lateral unnest(array[b.created_by, b.verified_by, b.last_changed_by, b.waived_by]) p(person) where p.person is not null
union all
select o.id, p.person, 'bank' from payment_orders o join provider_beneficiaries n on n.id = o.provider_beneficiary_id
  cross join lateral unnest(array[n.created_by, n.verified_by, n.waived_by]) p(person) where p.person is not null
union all
-- An account that nobody knew when it was ordered may have become an employee's since.
select o.id, me.user_id, 'payee' from payment_orders o join direct_payments d on o.source_type = 'direct_payment' and d.id = o.source_id
  left join provider_beneficiaries n on n.id = d.beneficiary_id join employee_banks k on k.id = n.employee_bank_id or k.iban = coalesce(d.iban, n.iban)
  join employees e on e.id = k.employee_id join employees me on me.user_id is not null and (me.id = e.id or me.tax_id = e.tax_id);

create function payment_order_target_beneficiary() returns trigger language plpgsql as $$
declare
  payee provider_beneficiaries;
begin
  select * into payee from provider_beneficiaries n where n.id = new.provider_beneficiary_id;
  if payee.status <> 'active' or payee.verified_at is null or payee.verified_at > new.buffered_at or payee.iban is distinct from new.creditor_iban
    then raise exception 'direct_payment_target' using errcode = 'CA065'; end if;
  if payee.payable_from > now() then raise exception 'provider_beneficiary_waits: %', payee.id using errcode = 'CA067'; end if;
  return new;
end $$;
drop trigger payment_orders_target_direct on payment_orders;
drop function payment_order_target_direct;
create trigger payment_orders_target_beneficiary before update on payment_orders for each row
  when (new.provider_beneficiary_id is not null
    and (new.status = 'approved' and old.status = 'buffered' or new.status = 'sent' and old.status = 'approved'
      or new.status = 'sent' and old.sub_status = 'queued' and new.sub_status in ('submitting', 'processing')))
  execute function payment_order_target_beneficiary();
`
