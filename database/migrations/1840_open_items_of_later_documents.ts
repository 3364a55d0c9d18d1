import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A payment in advance is open until its document is posted; a document that comes to the book after its payment therefore
 * changes what is open of the payment too.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      openItemsOfLines(`perform refresh_open_items(array(
          select distinct p.id from newl n
            join payment_orders o on o.source_type = n.document_type and o.source_id = n.document_id
            join journal_lines p on p.document_type = 'payment_order' and p.document_id = o.id and p.account_id = n.account_id
           where n.document_type <> 'payment_order'));`)
    )
  }

  async down() {
    this.schema.raw(openItemsOfLines(''))
  }
}

/** What the lines of a new entry leave open and close of others, and what else they change. */
const openItemsOfLines = (payments: string) => `
      create or replace function open_items_of_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      declare matched bigint[] := array(select n.id from newl n join ledger_accounts a on a.id = n.account_id and a.reconcilable);
      begin
        if cardinality(matched) = 0 then return null; end if;
        perform nextval('open_items_version');
        if exists (select 1 from newl n join journal_entries e on e.id = n.entry_id where e.reverses_id is not null) then
          delete from open_items o using journal_lines l, journal_entries e
           where e.id in (select entry_id from newl) and e.reverses_id is not null and l.entry_id = e.reverses_id and o.journal_line_id = l.id;
        end if;
        insert into open_items select * from open_item_amounts(matched) x where x.open_minor <> 0;
        ${payments}
        return null;
      end $$;
`
