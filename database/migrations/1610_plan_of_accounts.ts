import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The plan of accounts is changed by hand (area 01 §3): a number never changes once an account has it (CA045), an account
 * with a balance is not retired (CA046), and files of accounts are kept for their preview.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table plan_uploads (
        file_id bigint primary key references files,
        site_id bigint not null references sites,
        created_by bigint references users,
        created_at timestamptz not null default now()
      );

      create function ledger_account_guard() returns trigger language plpgsql as $$
      begin
        if (old.code, old.site_id, old.currency, old.is_postable) is distinct from (new.code, new.site_id, new.currency, new.is_postable)
          then raise exception 'ledger_account_identity: %', old.id using errcode = 'CA045'; end if;
        if old.active and not new.active
           and exists (select 1 from account_balances b where b.account_id = old.id and (b.balance_minor <> 0 or b.base_minor <> 0))
          then raise exception 'ledger_account_has_balance: %', old.id using errcode = 'CA046'; end if;
        return new;
      end $$;
      create trigger ledger_accounts_guard before update on ledger_accounts for each row execute function ledger_account_guard();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger ledger_accounts_guard on ledger_accounts;
      drop function ledger_account_guard();
      drop table plan_uploads;
    `)
  }
}
