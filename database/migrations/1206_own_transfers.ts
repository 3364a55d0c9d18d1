import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Transfers between two accounts of a company, paid by orders like any other document: live orders are never more than
 * what is left (CA060), what was agreed is never changed (CA061), nothing leaves for an account that is not what it was
 * (CA062).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table own_transfers cascade;
      drop function if exists own_transfer_guard, note_own_transfer_hands, payment_order_cover_own_transfer,
        payment_order_target_own_transfer cascade;
    `)
  }
}

const TABLES = `
create table own_transfers (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  from_account_id bigint not null references bank_accounts,
  to_account_id bigint not null references bank_accounts,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null default 'EUR' references currencies,
  concept varchar(100) not null check (length(concept) >= 3),
  settled_minor bigint not null default 0,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  check (settled_minor between 0 and amount_minor),
  check (from_account_id <> to_account_id)
);
comment on table own_transfers is 'Transfers between two accounts of a company: from where, to where, how much and what of it the bank made.';
create index own_transfers_to on own_transfers (to_account_id);
create index own_transfers_from on own_transfers (from_account_id);
create trigger own_transfers_no_delete before delete on own_transfers for each row execute function refuse_change();
`

const FUNCTIONS = `
create function own_transfer_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.site_id, old.from_account_id, old.to_account_id, old.amount_minor, old.currency, old.concept, old.created_by) is distinct from
     (new.site_id, new.from_account_id, new.to_account_id, new.amount_minor, new.currency, new.concept, new.created_by)
    then raise exception 'own_transfer_frozen' using errcode = 'CA061'; end if;
  if tg_op = 'INSERT' and (select count(*) from bank_accounts b where b.id in (new.from_account_id, new.to_account_id) and b.site_id = new.site_id and b.currency = new.currency) <> 2
    then raise exception 'own_transfer_accounts' using errcode = 'CA061'; end if;
  return new;
end $$;
create trigger own_transfers_guard before insert or update on own_transfers for each row execute function own_transfer_guard();

create function note_own_transfer_hands() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select 'own_transfer', new.id, p.person, 'wrote'
      from (select new.created_by as person
            union select b.created_by from bank_accounts b where b.id = new.to_account_id
            union select e.user_id from audit_events e where e.object_type = 'bank_account' and e.object_id = new.to_account_id and jsonb_exists(e.diff, 'iban')) p
     where p.person is not null
    on conflict do nothing;
  return null;
end $$;
create trigger own_transfers_hands after insert on own_transfers for each row execute function note_own_transfer_hands();

create function payment_order_cover_own_transfer() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
  target text;
begin
  select t.amount_minor - t.settled_minor, b.iban into owed, target from own_transfers t join bank_accounts b on b.id = t.to_account_id
   where t.id = new.source_id and t.from_account_id = new.debtor_account_id and t.site_id = new.site_id for update of t;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'own_transfer' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) or new.creditor_iban is distinct from target
    then raise exception 'payment_order_exceeds_own_transfer' using errcode = 'CA060'; end if;
  return null;
end $$;
create trigger payment_orders_cover_own_transfer after insert or update of debtor_account_id, creditor_iban
  on payment_orders for each row
  when (new.source_type = 'own_transfer') execute function payment_order_cover_own_transfer();

create function payment_order_target_own_transfer() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from own_transfers t join bank_accounts b on b.id = t.to_account_id
       where t.id = new.source_id and b.status = 'active' and b.iban = new.creditor_iban)
    then raise exception 'own_transfer_target' using errcode = 'CA062'; end if;
  return new;
end $$;
create trigger payment_orders_target_own_transfer before update on payment_orders for each row
  when (new.source_type = 'own_transfer' and (new.status = 'approved' and old.status = 'buffered' or new.status = 'sent'
  and old.status = 'approved'
    or new.status = 'sent' and old.sub_status = 'queued' and new.sub_status in ('submitting', 'processing')))
  execute function payment_order_target_own_transfer();
`
