import { BaseSchema } from '@adonisjs/lucid/schema'

const HEAD = `create or replace function open_items_of_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$`

/** Most entries touch no account whose lines are matched, and few reverse another: those have nothing to look for. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ${HEAD}
      declare matched bigint[] := array(select n.id from newl n join ledger_accounts a on a.id = n.account_id and a.reconcilable);
      begin
        if cardinality(matched) = 0 then return null; end if;
        perform nextval('open_items_version');
        if exists (select 1 from newl n join journal_entries e on e.id = n.entry_id where e.reverses_id is not null) then
          delete from open_items o using journal_lines l, journal_entries e
           where e.id in (select entry_id from newl) and e.reverses_id is not null and l.entry_id = e.reverses_id and o.journal_line_id = l.id;
        end if;
        insert into open_items select * from open_item_amounts(matched) x where x.open_minor <> 0;
        return null;
      end $$;
    `)
  }

  async down() {
    this.schema.raw(`
      ${HEAD}
      begin
        perform nextval('open_items_version');
        delete from open_items o using journal_lines l, journal_entries e
         where e.id in (select entry_id from newl) and e.reverses_id is not null and l.entry_id = e.reverses_id and o.journal_line_id = l.id;
        insert into open_items
          select * from open_item_amounts(array(select n.id from newl n join ledger_accounts a on a.id = n.account_id and a.reconcilable)) x where x.open_minor <> 0;
        return null;
      end $$;
    `)
  }
}
