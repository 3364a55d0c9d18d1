import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Where money between own accounts goes is what was approved, also where a provider knows an account by nothing but its own
 * word: both words are written down with the transfer and never change (CA061), nothing leaves where the account is another
 * one at its provider by now (CA062), and an account of a provider keeps its word and its connection for good (CA068).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(REFS)
  }

  async down() {
    this.schema.raw(`
      drop trigger provider_accounts_renamed on provider_accounts;
      drop trigger own_transfers_refs on own_transfers;
      drop function provider_account_is_renamed, own_transfer_refs, provider_ref_beside;
    `)
  }
}

const REFS = `
create function provider_account_is_renamed() returns trigger language plpgsql as $$
begin raise exception 'provider_account_renamed: %', old.id using errcode = 'CA068'; end $$;
create trigger provider_accounts_renamed before update on provider_accounts for each row
  when ((old.connector_id, old.external_id) is distinct from (new.connector_id, new.external_id))
  execute function provider_account_is_renamed();

-- What the connection of both accounts calls the first of them; null where none leads to both.
create function provider_ref_beside(account bigint, beside bigint) returns text language sql stable as $$
  select p.external_id from bank_accounts a join bank_accounts b on b.id = beside and b.connector_id = a.connector_id
    join provider_accounts p on p.bank_account_id = a.id and p.connector_id = a.connector_id where a.id = account
$$;

alter table own_transfers add column from_ref text check (from_ref <> ''), add column to_ref text check (to_ref <> '');
comment on column own_transfers.to_ref is 'What the provider of both accounts calls the one that it goes to; null where no connection leads to both. It never changes.';
update own_transfers set from_ref = provider_ref_beside(from_account_id, to_account_id), to_ref = provider_ref_beside(to_account_id, from_account_id);

create function own_transfer_refs() returns trigger language plpgsql as $$
begin
  new.from_ref := provider_ref_beside(new.from_account_id, new.to_account_id);
  new.to_ref := provider_ref_beside(new.to_account_id, new.from_account_id);
  return new;
end $$;
create trigger own_transfers_refs before insert on own_transfers for each row execute function own_transfer_refs();

create or replace function own_transfer_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.site_id, old.from_account_id, old.to_account_id, old.amount_minor, old.currency, old.from_minor, old.from_currency, old.concept, old.created_by, old.from_ref, old.to_ref) is distinct from
     (new.site_id, new.from_account_id, new.to_account_id, new.amount_minor, new.currency, new.from_minor, new.from_currency, new.concept, new.created_by, new.from_ref, new.to_ref)
    then raise exception 'own_transfer_frozen' using errcode = 'CA061'; end if;
  if tg_op = 'INSERT' and not exists (select 1 from bank_accounts f join bank_accounts t on t.id = new.to_account_id and t.site_id = new.site_id and t.currency = new.currency
       where f.id = new.from_account_id and f.site_id = new.site_id and f.currency = coalesce(new.from_currency, new.currency)
         and (t.iban is not null and new.currency = 'EUR' and new.from_currency is null or t.connector_id = f.connector_id))
    then raise exception 'own_transfer_accounts' using errcode = 'CA061'; end if;
  return new;
end $$;

create or replace function payment_order_target_own_transfer() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from own_transfers t join bank_accounts b on b.id = t.to_account_id join bank_accounts f on f.id = t.from_account_id
       where t.id = new.source_id and b.status = 'active' and b.iban is not distinct from new.creditor_iban
         and (b.iban is not null or b.connector_id = f.connector_id)
         and (t.to_ref is null and b.iban is not null or provider_ref_beside(t.to_account_id, t.from_account_id) = t.to_ref)
         and (t.from_ref is null or provider_ref_beside(t.from_account_id, t.to_account_id) = t.from_ref))
    then raise exception 'own_transfer_target' using errcode = 'CA062'; end if;
  return new;
end $$;
`
