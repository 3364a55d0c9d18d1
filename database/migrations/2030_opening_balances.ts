import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Saldos iniciales (area 00 §6 "Opening balances import"): a manual entry of its own kind, brought by a file and posted in
 * the journal of openings. An account has one opening balance: while an entry that opens it is a draft or posted, no other
 * one takes it (unique key), so that a file imported twice doubles nothing.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table manual_entries
        add column kind text not null default 'manual' check (kind in ('manual', 'opening')),
        drop constraint manual_entries_lines_check,
        add constraint manual_entries_lines_check check (jsonb_typeof(lines) = 'array'
          and jsonb_array_length(lines) between 2 and case kind when 'opening' then 5000 else 500 end);

      create table opened_accounts (
        ledger_account_id bigint primary key references ledger_accounts,
        manual_entry_id bigint not null references manual_entries on delete cascade
      );
      create index opened_accounts_entry on opened_accounts (manual_entry_id);

      create function claim_opened_accounts() returns trigger language plpgsql as $$
      begin
        insert into opened_accounts (ledger_account_id, manual_entry_id)
          select distinct (x ->> 'accountId')::bigint, new.id from jsonb_array_elements(new.lines) x where not coalesce((x ->> 'isDifference')::boolean, false);
        return null;
      end $$;
      create trigger manual_entries_open_accounts after insert on manual_entries for each row when (new.kind = 'opening') execute function claim_opened_accounts();

      create function release_opened_accounts() returns trigger language plpgsql as $$
      begin
        delete from opened_accounts where manual_entry_id = new.id;
        return null;
      end $$;
      create trigger manual_entries_free_accounts after update of status on manual_entries for each row
        when (new.kind = 'opening' and new.status in ('reversed', 'discarded')) execute function release_opened_accounts();

      create or replace function manual_entry_guard() returns trigger language plpgsql as $$
      begin
        if new.kind <> old.kind or (old.kind = 'opening' and new.lines is distinct from old.lines)
          then raise exception 'manual_entry_frozen' using errcode = 'CA001'; end if;
        if old.status <> 'draft' and (new.lines, new.posted_on, new.site_id, new.description, new.total_minor, new.approved_by, new.journal_entry_id)
             is distinct from (old.lines, old.posted_on, old.site_id, old.description, old.total_minor, old.approved_by, old.journal_entry_id)
          then raise exception 'manual_entry_frozen' using errcode = 'CA001'; end if;
        return new;
      end $$;
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger manual_entries_free_accounts on manual_entries;
      drop trigger manual_entries_open_accounts on manual_entries;
      drop function release_opened_accounts();
      drop function claim_opened_accounts();
      drop table opened_accounts;
      create or replace function manual_entry_guard() returns trigger language plpgsql as $$
      begin
        if old.status <> 'draft' and (new.lines, new.posted_on, new.site_id, new.description, new.total_minor, new.approved_by, new.journal_entry_id)
             is distinct from (old.lines, old.posted_on, old.site_id, old.description, old.total_minor, old.approved_by, old.journal_entry_id)
          then raise exception 'manual_entry_frozen' using errcode = 'CA001'; end if;
        return new;
      end $$;
      delete from manual_entries where kind = 'opening';
      alter table manual_entries
        drop constraint manual_entries_lines_check,
        add constraint manual_entries_lines_check check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 2 and 500),
        drop column kind;
    `)
  }
}
