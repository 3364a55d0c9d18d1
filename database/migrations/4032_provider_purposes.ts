import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What providers ask to be told of what a payment is for, by country and currency of who is paid: a direct payment to a
 * beneficiary of whom a purpose is asked is made with one of these or not at all (CA069). A quote that was given stays: the
 * same key never stands for other amounts (CB012).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(PURPOSES)
    this.schema.raw(QUOTES)
  }

  async down() {
    this.schema.raw(`
      drop trigger provider_quotes_told on provider_quotes;
      drop trigger direct_payments_purpose on direct_payments;
      drop function direct_payment_purpose;
      drop table provider_purposes;
    `)
  }
}

const PURPOSES = `
create table provider_purposes (
  connector_id bigint not null references connectors,
  country char(2) not null check (country ~ '^[A-Z]{2}$'),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  code text not null check (code <> ''),
  title text not null check (title <> ''),
  seen_at timestamptz not null default now(),
  primary key (connector_id, country, currency, code)
);
comment on table provider_purposes is 'What a provider asks a payment to be for, by country and currency of who is paid; where nothing stands it asks nothing.';

create function direct_payment_purpose() returns trigger language plpgsql as $$
begin
  if exists (select 1 from provider_beneficiaries n join provider_purposes p on p.connector_id = n.connector_id and p.country = n.country and p.currency = new.currency
       where n.id = new.beneficiary_id)
     and not exists (select 1 from provider_beneficiaries n join provider_purposes p on p.connector_id = n.connector_id and p.country = n.country and p.currency = new.currency
       where n.id = new.beneficiary_id and p.code = new.purpose)
    then raise exception 'direct_payment_purpose' using errcode = 'CA069'; end if;
  return new;
end $$;
create trigger direct_payments_purpose before insert on direct_payments for each row
  when (new.beneficiary_id is not null) execute function direct_payment_purpose();
`

const QUOTES = `
create trigger provider_quotes_told before update on provider_quotes for each row
  when ((old.connector_id, old.external_id, old.source_minor, old.source_currency, old.target_minor, old.target_currency, old.rate, old.fee_minor)
    is distinct from (new.connector_id, new.external_id, new.source_minor, new.source_currency, new.target_minor, new.target_currency, new.rate, new.fee_minor))
  execute function provider_record_is_kept();
`
