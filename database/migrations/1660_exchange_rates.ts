import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Exchange rates are units of a currency for one euro, as the European Central Bank publishes them; one entered by hand
 * goes before the bank's of the same day, and the bank's are not altered (CA019). A difference of exchange moves the
 * euros of an account in another currency and none of its own, so such a line may have no amount.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table fx_rates
        add column created_by bigint references users,
        add column created_at timestamptz not null default now(),
        add constraint fx_rates_source check (source in ('ecb', 'manual')),
        add constraint fx_rates_author check ((source = 'manual') = (created_by is not null)),
        add constraint fx_rates_foreign check (currency <> 'EUR');
      create index fx_rates_list on fx_rates (on_date desc, id desc);

      create function fx_rate_is_published() returns trigger language plpgsql as $$
      begin raise exception 'fx_rate_published: %', old.id using errcode = 'CA019'; end $$;
      create trigger fx_rates_published before update or delete on fx_rates for each row
        when (old.source = 'ecb') execute function fx_rate_is_published();

      alter table journal_lines
        drop constraint journal_lines_amount_minor_check,
        drop constraint journal_lines_check,
        add constraint journal_lines_amounts check (
          (amount_minor <> 0 and sign(base_minor) = sign(amount_minor))
          or (amount_minor = 0 and base_minor <> 0 and currency <> 'EUR'));
    `)
  }

  async down() {
    this.schema.raw(`
      alter table journal_lines
        drop constraint journal_lines_amounts,
        add constraint journal_lines_amount_minor_check check (amount_minor <> 0),
        add constraint journal_lines_check check (sign(base_minor) = sign(amount_minor));
      drop trigger fx_rates_published on fx_rates;
      drop function fx_rate_is_published();
      drop index fx_rates_list;
      alter table fx_rates drop constraint fx_rates_source, drop constraint fx_rates_author, drop constraint fx_rates_foreign,
        drop column created_by, drop column created_at;
    `)
  }
}
