import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payments that leave by connections. An order may be for a beneficiary that a provider has, and cost what a quote says; what is
 * waiting for somebody to authorise it at a provider goes back to approved when nobody did (CA014 where the provider has it),
 * never anywhere else. A direct payment pays what no other document says: live orders are never more than is left (CA063),
 * what was agreed is never changed (CA064), and nothing leaves for a beneficiary that is not what it was (CA065).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ORDERS)
    this.schema.raw(ATTEMPTS)
    this.schema.raw(DIRECT)
    this.schema.raw(INTERNAL)
  }
}

const TABLES = `
alter table payment_orders
  add column provider_beneficiary_id bigint references provider_beneficiaries,
  add column purpose text check (length(purpose) between 1 and 120),
  add column is_external_draft boolean not null default false,
  add column quote_id bigint references provider_quotes,
  add column charge_minor bigint check (charge_minor > 0),
  add column charge_currency char(3) references currencies,
  add column charge_fee_minor bigint check (charge_fee_minor >= 0),
  add constraint payment_orders_charge check (num_nonnulls(quote_id, charge_minor, charge_currency, charge_fee_minor) in (0, 4)
    and (charge_fee_minor is null or charge_fee_minor < charge_minor));
comment on column payment_orders.charge_minor is 'What its account is charged, fee included, as the quote says; null where it is the amount itself.';
create index payment_orders_beneficiary on payment_orders (provider_beneficiary_id) where provider_beneficiary_id is not null;
create index payment_orders_quote on payment_orders (quote_id) where quote_id is not null;

alter table payment_orders drop constraint payment_orders_hold_reason_check;
alter table payment_orders add constraint payment_orders_hold_reason_check check (hold_reason in ('blacklist', 'no_funds',
  'connector_down', 'iban_changed', 'vop_no_match', 'source_changed', 'payee_blocked', 'payee_inactive', 'bank_unverified',
  'bank_waiting', 'payee_collects', 'authorisation_denied', 'authorisation_expired', 'quote_dearer'));

alter table payment_attempts drop constraint payment_attempts_status_check;
alter table payment_attempts add constraint payment_attempts_status_check check (status in ('planned', 'in_flight', 'waiting',
  'acknowledged', 'rejected', 'unknown', 'repeated', 'withdrawn'));
alter table payment_attempts add column bulk_key uuid;
comment on column payment_attempts.bulk_key is 'Key of the submission that it left in together with others.';
create index payment_attempts_bulk on payment_attempts (bulk_key) where bulk_key is not null;
drop index payment_attempts_live_order;
create unique index payment_attempts_live_order on payment_attempts (order_id)
  where status in ('planned', 'in_flight', 'waiting', 'unknown');

create table payment_authorisations (
  order_id bigint primary key references payment_orders,
  provider text not null,
  url text check (url ~ '^(http|https)://'),
  instruction text not null,
  expires_at timestamptz,
  -- What the provider knows the question by, encrypted; shown to nobody and forgotten when it is answered.
  token text,
  -- The key that it is taken up again under, with the others that carry it; null where the provider has the transfer already.
  submission_key uuid,
  asked_at timestamptz not null default now(),
  tried_at timestamptz,
  ended_at timestamptz,
  outcome text,
  check (ended_at is null or token is null)
);
comment on table payment_authorisations is 'Payments that somebody has to authorise at the provider, or had to, and what came of it.';
create index payment_authorisations_open on payment_authorisations (submission_key) where ended_at is null;

create table payment_order_files (
  order_id bigint not null references payment_orders,
  file_id bigint not null references files,
  added_by bigint references users,
  added_at timestamptz not null default now(),
  primary key (order_id, file_id)
);
comment on table payment_order_files is 'Documents that people add to a payment, beside those of what it pays.';
create index payment_order_files_file on payment_order_files (file_id);
`

const ORDERS = `
create or replace function payment_order_guard() returns trigger language plpgsql as $$
begin
  if old.idempotency_key <> new.idempotency_key or old.end_to_end_id <> new.end_to_end_id or old.number <> new.number
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  if old.status <> 'draft' and new.status <> 'draft'
     and (old.site_id, old.amount_minor, old.currency, old.creditor_type, old.creditor_id, old.creditor_iban, old.creditor_name, old.provider_bank_id,
          old.employee_bank_id, old.provider_beneficiary_id, old.debtor_account_id, old.debtor_virtual_account_id, old.source_type, old.source_id, old.source_part,
          old.remittance, old.speed, old.channel, old.fingerprint, old.created_by, old.purpose, old.is_external_draft, old.charge_currency)
         is distinct from
         (new.site_id, new.amount_minor, new.currency, new.creditor_type, new.creditor_id, new.creditor_iban, new.creditor_name, new.provider_bank_id,
          new.employee_bank_id, new.provider_beneficiary_id, new.debtor_account_id, new.debtor_virtual_account_id, new.source_type, new.source_id, new.source_part,
          new.remittance, new.speed, new.channel, new.fingerprint, new.created_by, new.purpose, new.is_external_draft, new.charge_currency)
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  -- What was approved may cost a little more than its quote said when it is sent, never otherwise.
  if old.status <> 'draft' and new.status <> 'draft'
     and (old.quote_id, old.charge_minor, old.charge_fee_minor) is distinct from (new.quote_id, new.charge_minor, new.charge_fee_minor)
     and not (old.status = 'sent' and new.status = 'sent' and new.charge_minor <= greatest(old.charge_minor + old.charge_minor / 200, old.charge_minor + 100))
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  -- The day moves only while it goes into its file; approvals asked for may only become more.
  if old.status <> 'draft' and new.status <> 'draft' and old.execution_date <> new.execution_date
     and not (old.status = 'approved' and new.status = 'sent')
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  if old.status <> 'draft' and new.status <> 'draft' and old.required_approvals is distinct from new.required_approvals
     and not (new.status = 'buffered' and new.required_approvals > old.required_approvals)
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  if old.status <> new.status and (old.status, new.status) not in (
       ('draft', 'buffered'), ('draft', 'cancelled'),
       ('buffered', 'approved'), ('buffered', 'draft'), ('buffered', 'cancelled'),
       ('approved', 'sent'), ('approved', 'buffered'), ('approved', 'draft'), ('approved', 'cancelled'),
       ('sent', 'paid'), ('sent', 'failed'), ('sent', 'cancelled'), ('sent', 'approved'),
       ('paid', 'reconciled'), ('paid', 'returned'), ('reconciled', 'paid'), ('reconciled', 'returned'))
    then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
  -- What a provider asked to authorise and never took has not left: it is approved as before. Nothing else comes back.
  if old.status = 'sent' and new.status = 'approved' and (old.channel <> 'api' or old.sub_status not in ('submitting', 'unknown', 'awaiting_authorisation')
       or new.provider_ref is not null or new.batch_id is not null
       or exists (select 1 from payment_attempts a where a.order_id = new.id and a.status in ('planned', 'in_flight', 'waiting', 'unknown', 'acknowledged'))
       or exists (select 1 from journal_entries e where e.idempotency_key = 'payment_order:' || new.id || ':sent:1'))
    then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
  -- The bank says what became of a payment only once it has it; afterwards it cannot be taken back here.
  if old.sub_status = 'queued' and new.status in ('paid', 'failed')
    then raise exception 'payment_order_not_sent' using errcode = 'CA038'; end if;
  if old.status = 'sent' and new.status = 'cancelled' and old.sub_status not in ('queued', 'awaiting_authorisation', 'vop_pending_decision')
    then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
  if new.status = 'approved' and old.status = 'buffered' and (
       select count(distinct d.user_id) from approval_decisions d
        where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
          and d.fingerprint = new.fingerprint and d.user_id is distinct from new.created_by and d.user_id is distinct from new.last_edited_by) < new.required_approvals
    then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
  return new;
end $$;

-- A payment to a beneficiary of a provider leaves only as somebody else than who made it verified it, to the account it then had.
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
      (select case when n.status <> 'active' then 'payee_inactive' when n.verified_at is null then 'bank_unverified' when n.iban is distinct from o.creditor_iban then 'iban_changed' end
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
  cross join lateral unnest(array[n.created_by, n.verified_by]) p(person) where p.person is not null;

create or replace function payment_order_removed() returns trigger language plpgsql as $$
begin
  -- Back from a provider that never took it: it leaves again in another batch.
  if old.status = 'sent' and new.status = 'approved' and new.batch_id is null then return new; end if;
  if new.batch_id is not null or new.status <> 'cancelled'
     or not exists (select 1 from payment_batch_removals r join payment_batches b on b.id = r.batch_id and b.status = 'ready'
          where r.order_id = new.id and r.batch_id = old.batch_id)
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  return new;
end $$;

-- What is taken up again at a provider is asked of it anew: what may not be paid any more is not. Asked once a statement.
create function payment_order_authorised() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(27, 0);
  if exists (select 1 from payment_orders o where o.id = new.order_id and payment_order_obstacle(o) is not null)
    then raise exception 'payment_order_obstructed' using errcode = 'CX002'; end if;
  return new;
end $$;
create trigger payment_attempts_resumed before update on payment_attempts for each row
  when (old.status = 'waiting' and new.status = 'in_flight') execute function payment_order_authorised();
`

const ATTEMPTS = `
-- Whatever a payment goes on to, nobody is asked to authorise it any more, and what the provider knew the question by is forgotten.
create function payment_order_asked() returns trigger language plpgsql as $$
begin
  update payment_authorisations set ended_at = now(), token = null where order_id = new.id and ended_at is null;
  return null;
end $$;
create trigger payment_orders_asked after update on payment_orders for each row
  when (old.sub_status = 'awaiting_authorisation' and new.sub_status is distinct from old.sub_status) execute function payment_order_asked();

create or replace function payment_attempt_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.order_id is not null and not exists (
         select 1 from payment_orders o where o.id = new.order_id and o.idempotency_key = new.idempotency_key and o.status = 'sent')
      then raise exception 'payment_attempt_foreign' using errcode = 'CA020'; end if;
    return new;
  end if;
  -- Once asked, what was asked stays: the same key never carries anything else.
  if old.status <> 'planned' and (old.request, old.request_hash, old.bulk_key) is distinct from (new.request, new.request_hash, new.bulk_key)
    then raise exception 'payment_attempt_frozen' using errcode = 'CA020'; end if;
  if (old.order_id, old.batch_id, old.attempt_no, old.idempotency_key) is distinct from (new.order_id, new.batch_id, new.attempt_no, new.idempotency_key)
    then raise exception 'payment_attempt_frozen' using errcode = 'CA020'; end if;
  if old.status <> new.status and (old.status, new.status) not in (
       ('planned', 'in_flight'), ('planned', 'acknowledged'), ('planned', 'withdrawn'),
       ('in_flight', 'waiting'), ('in_flight', 'acknowledged'), ('in_flight', 'rejected'), ('in_flight', 'unknown'),
       ('waiting', 'in_flight'), ('waiting', 'rejected'), ('waiting', 'withdrawn'),
       ('unknown', 'waiting'), ('unknown', 'acknowledged'), ('unknown', 'rejected'), ('unknown', 'repeated'))
    then raise exception 'payment_attempt_no_way_back' using errcode = 'CA020'; end if;
  return new;
end $$;
`

const DIRECT = `
insert into payment_kinds (kind, document_type, approvals, is_senior) values ('direct', 'direct_payment', 'payment_supplier', false);

create table direct_payments (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  from_account_id bigint not null references bank_accounts,
  beneficiary_id bigint references provider_beneficiaries,
  provider_id bigint references providers,
  creditor_name text not null check (length(creditor_name) >= 2),
  iban varchar(34),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null references currencies,
  concept varchar(100) not null check (length(concept) >= 3),
  purpose text,
  as_draft boolean not null default false,
  ledger_account_id bigint not null references ledger_accounts,
  settled_minor bigint not null default 0,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  check (settled_minor between 0 and amount_minor),
  constraint direct_payments_payee check (beneficiary_id is not null or iban is not null)
);
comment on table direct_payments is 'Payments that no other document asks for: whom, how much, what for and on which account they are booked.';
create index direct_payments_site on direct_payments (site_id, id);
create index direct_payments_from on direct_payments (from_account_id);
create index direct_payments_beneficiary on direct_payments (beneficiary_id) where beneficiary_id is not null;
create index direct_payments_provider on direct_payments (provider_id) where provider_id is not null;
create index direct_payments_ledger on direct_payments (ledger_account_id);
create trigger direct_payments_no_delete before delete on direct_payments for each row execute function refuse_change();

create function direct_payment_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.site_id, old.from_account_id, old.beneficiary_id, old.provider_id, old.creditor_name, old.iban, old.amount_minor, old.currency,
       old.concept, old.purpose, old.as_draft, old.ledger_account_id, old.created_by) is distinct from
     (new.site_id, new.from_account_id, new.beneficiary_id, new.provider_id, new.creditor_name, new.iban, new.amount_minor, new.currency,
       new.concept, new.purpose, new.as_draft, new.ledger_account_id, new.created_by)
    then raise exception 'direct_payment_frozen' using errcode = 'CA064'; end if;
  if tg_op = 'INSERT' and (not exists (select 1 from bank_accounts b where b.id = new.from_account_id and b.site_id = new.site_id)
       or not exists (select 1 from ledger_accounts a where a.id = new.ledger_account_id and a.site_id = new.site_id)
       or new.beneficiary_id is null and (exists (select 1 from employee_banks e where e.iban = new.iban) or exists (select 1 from provider_banks p where p.iban = new.iban))
       or new.beneficiary_id is not null and not exists (select 1 from provider_beneficiaries n join bank_accounts b on b.id = new.from_account_id
            and b.connector_id = n.connector_id where n.id = new.beneficiary_id and n.iban is not distinct from new.iban))
    then raise exception 'direct_payment_foreign' using errcode = 'CA064'; end if;
  return new;
end $$;
create trigger direct_payments_guard before insert or update on direct_payments for each row execute function direct_payment_guard();
create trigger direct_payments_hands after insert on direct_payments for each row
  execute function note_document_hand('direct_payment', 'id', 'created_by', 'wrote');

create function payment_order_cover_direct() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select t.amount_minor - t.settled_minor into owed from direct_payments t
   where t.id = new.source_id and t.from_account_id = new.debtor_account_id and t.site_id = new.site_id and t.currency = new.currency
     and t.iban is not distinct from new.creditor_iban and t.beneficiary_id is not distinct from new.provider_beneficiary_id for update of t;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'direct_payment' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_direct' using errcode = 'CA063'; end if;
  return null;
end $$;
create trigger payment_orders_cover_direct after insert or update of debtor_account_id, creditor_iban, provider_beneficiary_id
  on payment_orders for each row
  when (new.source_type = 'direct_payment') execute function payment_order_cover_direct();

create function payment_order_target_direct() returns trigger language plpgsql as $$
begin
  if exists (select 1 from provider_beneficiaries n where n.id = new.provider_beneficiary_id
       and (n.status <> 'active' or n.verified_at is null or n.iban is distinct from new.creditor_iban))
    then raise exception 'direct_payment_target' using errcode = 'CA065'; end if;
  return new;
end $$;
create trigger payment_orders_target_direct before update on payment_orders for each row
  when (new.source_type = 'direct_payment' and new.provider_beneficiary_id is not null
    and (new.status = 'approved' and old.status = 'buffered' or new.status = 'sent' and old.status = 'approved'
      or new.status = 'sent' and old.sub_status = 'queued' and new.sub_status in ('submitting', 'processing')))
  execute function payment_order_target_direct();
`

const INTERNAL = `
-- Between accounts of one connection also in other currencies: what leaves is told in the currency of the account that it goes to.
alter table own_transfers add column from_minor bigint check (from_minor > 0), add column from_currency char(3) references currencies,
  add constraint own_transfers_exchange check ((from_minor is null) = (from_currency is null) and from_currency <> currency);
comment on column own_transfers.from_minor is 'Of an exchange, what was asked to leave in the currency of its account; null where both accounts have one currency.';

create or replace function own_transfer_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.site_id, old.from_account_id, old.to_account_id, old.amount_minor, old.currency, old.from_minor, old.from_currency, old.concept, old.created_by) is distinct from
     (new.site_id, new.from_account_id, new.to_account_id, new.amount_minor, new.currency, new.from_minor, new.from_currency, new.concept, new.created_by)
    then raise exception 'own_transfer_frozen' using errcode = 'CA061'; end if;
  if tg_op = 'INSERT' and not exists (select 1 from bank_accounts f join bank_accounts t on t.id = new.to_account_id and t.site_id = new.site_id and t.currency = new.currency
       where f.id = new.from_account_id and f.site_id = new.site_id and f.currency = coalesce(new.from_currency, new.currency)
         and (t.iban is not null and new.currency = 'EUR' and new.from_currency is null or t.connector_id = f.connector_id))
    then raise exception 'own_transfer_accounts' using errcode = 'CA061'; end if;
  return new;
end $$;

-- Where money between own accounts goes is what was approved: no account is led to another one at its provider meanwhile.
create function provider_account_is_awaited() returns trigger language plpgsql as $$
begin
  if exists (select 1 from own_transfers t join payment_orders o on o.source_type = 'own_transfer' and o.source_id = t.id
       where old.bank_account_id in (t.from_account_id, t.to_account_id) and o.status in ('buffered', 'approved', 'sent'))
    then raise exception 'provider_account_awaited: %', old.id using errcode = 'CA066'; end if;
  return new;
end $$;
create trigger provider_accounts_awaited before update of bank_account_id on provider_accounts for each row
  when (old.bank_account_id is not null and new.bank_account_id is distinct from old.bank_account_id)
  execute function provider_account_is_awaited();

create or replace function payment_order_target_own_transfer() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from own_transfers t join bank_accounts b on b.id = t.to_account_id join bank_accounts f on f.id = t.from_account_id
       where t.id = new.source_id and b.status = 'active' and b.iban is not distinct from new.creditor_iban
         and (b.iban is not null or b.connector_id = f.connector_id))
    then raise exception 'own_transfer_target' using errcode = 'CA062'; end if;
  return new;
end $$;
`
