import { BaseSchema } from '@adonisjs/lucid/schema'

/** Money set aside for a supplier, in a virtual account of one of the group's own (area 04 §3). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table virtual_accounts drop constraint virtual_accounts_kind_check,
        add constraint virtual_accounts_kind_check check (kind in ('normal', 'reserve', 'provider_reserve', 'unassigned', 'in_transit'));

      alter table providers
        add constraint providers_reserve_day check (reserve_day between 1 and 31),
        add constraint providers_reserve_whole check (not reserve_fund_enabled
          or (reserve_target_minor > 0 and reserve_monthly_minor > 0 and reserve_day is not null and reserve_virtual_account_id is not null));
      create unique index providers_reserve_account on providers (reserve_virtual_account_id) where reserve_virtual_account_id is not null;

      create table provider_reserve_movements (
        id bigint generated always as identity primary key,
        provider_id bigint not null references providers,
        site_id bigint not null references sites,
        virtual_account_id bigint not null references virtual_accounts,
        kind text not null check (kind in ('contribution', 'release', 'payment', 'adjustment')),
        -- Into the fund; negative out of it.
        amount_minor bigint not null check (amount_minor <> 0),
        on_date date not null,
        -- The month of a contribution that the calendar asked for.
        period char(7) check (period ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
        payment_order_id bigint references payment_orders,
        journal_entry_id bigint not null unique references journal_entries,
        note text check (length(note) between 3 and 200),
        created_by bigint references users,
        created_at timestamptz not null default now(),
        check (kind <> 'contribution' or amount_minor > 0),
        check (kind <> 'release' or amount_minor < 0),
        check ((kind = 'payment') = (payment_order_id is not null)),
        check (period is null or kind = 'contribution')
      );
      create unique index provider_reserve_movements_period on provider_reserve_movements (provider_id, period) where period is not null;
      create index provider_reserve_movements_provider on provider_reserve_movements (provider_id, on_date, id);
      create index provider_reserve_movements_order on provider_reserve_movements (payment_order_id) where payment_order_id is not null;
      create trigger provider_reserve_movements_kept before update or delete on provider_reserve_movements
        for each row execute function refuse_change();

      -- What is paid out of a fund is charged to the account that the fund lies in.
      create function order_of_its_fund() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from virtual_accounts v where v.id = new.debtor_virtual_account_id and v.bank_account_id = new.debtor_account_id)
          then raise exception 'payment_order_other_fund' using errcode = 'CA043'; end if;
        return new;
      end $$;
      create trigger payment_orders_fund before insert or update of debtor_virtual_account_id, debtor_account_id on payment_orders for each row
        when (new.debtor_virtual_account_id is not null) execute function order_of_its_fund();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger payment_orders_fund on payment_orders;
      drop function order_of_its_fund();
      drop table provider_reserve_movements;
      drop index providers_reserve_account;
      alter table providers drop constraint providers_reserve_whole, drop constraint providers_reserve_day;
      alter table virtual_accounts drop constraint virtual_accounts_kind_check,
        add constraint virtual_accounts_kind_check check (kind in ('normal', 'reserve', 'unassigned', 'in_transit'));
    `)
  }
}
