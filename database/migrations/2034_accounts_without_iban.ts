import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A supplier abroad may have an account without IBAN (docs/decisions/0045): an American one by its routing number, a
 * British one by its sort code, any other by the BIC, the name and the country of its bank.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function is_aba_routing(code text) returns boolean language sql immutable parallel safe as $$
        select case when code ~ '^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$'
          then (select sum(substr(code, n, 1)::int * (array[3, 7, 1])[(n - 1) % 3 + 1]) % 10 = 0 from generate_series(1, 9) n)
          else false end $$;

      alter table provider_banks
        add column account_number text,
        add column routing_code text,
        add constraint provider_banks_iban_kind check ((account_kind = 'iban') = (iban is not null)),
        add constraint provider_banks_number_kind check ((account_kind <> 'iban') = (account_number is not null)),
        add constraint provider_banks_number_shape check (case account_kind when 'iban' then true when 'us_ach' then account_number ~ '^[0-9]{4,17}$'
          when 'uk_sort' then account_number ~ '^[0-9]{8}$' else account_number ~ '^[A-Z0-9]{4,34}$' end),
        add constraint provider_banks_routing check (case account_kind when 'us_ach' then routing_code is not null and is_aba_routing(routing_code)
          when 'uk_sort' then routing_code is not null and routing_code ~ '^[0-9]{6}$' else routing_code is null end),
        add constraint provider_banks_swift check (account_kind <> 'swift_other'
          or (bic is not null and bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3}){0,1}$' and bank_name is not null and country is not null));
      create unique index provider_banks_number on provider_banks (provider_id, account_number) where account_number is not null;
      create index provider_banks_numbers on provider_banks (account_number) where account_number is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index provider_banks_numbers, provider_banks_number;
      alter table provider_banks drop constraint provider_banks_swift, drop constraint provider_banks_routing, drop constraint provider_banks_number_shape,
        drop constraint provider_banks_number_kind, drop constraint provider_banks_iban_kind, drop column routing_code, drop column account_number;
      drop function is_aba_routing(text);
    `)
  }
}
