import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What each new account is for the reports is worked out once for all that a statement adds, and not account by account:
 * it was most of the time that the plan of a new company took.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop trigger ledger_accounts_class on ledger_accounts;
      create trigger ledger_accounts_class after update of code, site_id, subledger, subledger_id on ledger_accounts
        for each row execute function ledger_account_class();

      create function ledger_accounts_added() returns trigger language plpgsql as $$
      begin
        -- One by one by their keys (offset 0): a plan kept from four hundred accounts would read all of them for one.
        insert into report_accounts (account_id, site_id, subledger_id, class)
          select c.account_id, c.site_id, c.subledger_id, c.class from added
            cross join lateral (select * from report_account_classes one where one.account_id = added.id offset 0) c
        on conflict (account_id) do update set site_id = excluded.site_id, subledger_id = excluded.subledger_id, class = excluded.class;
        return null;
      end $$;
      create trigger ledger_accounts_added after insert on ledger_accounts referencing new table as added
        for each statement execute function ledger_accounts_added();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger ledger_accounts_added on ledger_accounts;
      drop function ledger_accounts_added();
      drop trigger ledger_accounts_class on ledger_accounts;
      create trigger ledger_accounts_class after insert or update of code, site_id, subledger, subledger_id on ledger_accounts
        for each row execute function ledger_account_class();
    `)
  }
}
