import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What each account is for the summary, kept beside the account and no longer worked out for all of them at each
 * question; and the indexes that answer the blocks of the start page by themselves.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter view report_accounts rename to report_account_classes;

      create table report_accounts (
        account_id bigint primary key references ledger_accounts on delete cascade,
        site_id bigint not null references sites,
        subledger_id bigint,
        class text not null check (class in ('cash', 'supplier', 'tax', 'loan', 'sales', 'operating', 'none'))
      );
      insert into report_accounts (account_id, site_id, subledger_id, class)
        select account_id, site_id, subledger_id, class from report_account_classes;
      create index report_accounts_class on report_accounts (class, site_id) include (account_id);
      create index report_accounts_supplier on report_accounts (subledger_id) where class = 'supplier';
      -- What is owed, by the day on which it falls due; movements of an account by their day; alarms that are open.
      create index invoices_open on invoices (due_on, id) include (site_id, currency, outstanding_minor, doc_type, payment_state, status, posted_on, provider_id)
        where outstanding_minor > 0 and status in ('booked', 'disputed');
      create index invoices_open_alarms on invoices (site_id) include (status, alarm_max) where open_alarms > 0;
      create index bank_statement_lines_report on bank_statement_lines (bank_account_id, booked_on) include (status, amount_minor, currency);
      create statistics journal_entries_report on (case when kind like 'bank_account.opening%' then 'saldo_inicial' else journal end), (kind like 'bank.transfer%') from journal_entries;
      create index journal_lines_day on journal_lines (posted_on desc, id desc) include (account_id, base_minor, entry_id);

      create function keep_report_account(account bigint) returns void language sql as $$
        insert into report_accounts (account_id, site_id, subledger_id, class)
          select account_id, site_id, subledger_id, class from report_account_classes where account_id = account
        on conflict (account_id) do update set site_id = excluded.site_id, subledger_id = excluded.subledger_id, class = excluded.class;
      $$;

      create function ledger_account_class() returns trigger language plpgsql as $$
      begin
        perform keep_report_account(new.id);
        return null;
      end $$;
      create trigger ledger_accounts_class after insert or update of code, site_id, subledger, subledger_id on ledger_accounts
        for each row execute function ledger_account_class();

      -- An account of a bank is cash, or the credit line it is kept for; both of a bank account that changes hands are looked at.
      create function bank_account_class() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' and old.ledger_account_id is not null then perform keep_report_account(old.ledger_account_id); end if;
        if tg_op <> 'DELETE' and new.ledger_account_id is not null then perform keep_report_account(new.ledger_account_id); end if;
        return null;
      end $$;
      create trigger bank_accounts_class after insert or delete or update of kind, ledger_account_id on bank_accounts
        for each row execute function bank_account_class();
      create trigger virtual_accounts_class after insert or delete or update of ledger_account_id on virtual_accounts
        for each row execute function bank_account_class();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger virtual_accounts_class on virtual_accounts;
      drop trigger bank_accounts_class on bank_accounts;
      drop trigger ledger_accounts_class on ledger_accounts;
      drop function bank_account_class();
      drop function ledger_account_class();
      drop function keep_report_account(bigint);
      drop statistics journal_entries_report;
      drop index journal_lines_day, bank_statement_lines_report, invoices_open_alarms, invoices_open;
      drop table report_accounts;
      alter view report_account_classes rename to report_accounts;
    `)
  }
}
