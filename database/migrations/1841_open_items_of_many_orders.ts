import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is open of lines follows many payments in one go: a release moves a thousand of them in a statement, and looking at
 * each by itself took nine tenths of its time.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create or replace function refresh_open_items(line_ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if cardinality(line_ids) = 0 then return; end if;
        perform nextval('open_items_version');
        perform 1 from journal_lines where id = any (line_ids) order by id for no key update;
        with x as materialized (select * from open_item_amounts(line_ids) a where a.open_minor <> 0),
             gone as (delete from open_items o where o.journal_line_id = any (line_ids) and not exists (select 1 from x where x.journal_line_id = o.journal_line_id))
        insert into open_items as o select * from x
          on conflict (journal_line_id) do update set open_minor = excluded.open_minor where o.open_minor <> excluded.open_minor;
      end $$;

      create function open_items_of_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        perform refresh_open_items(array(
          with moved as (select n.id, n.source_type, n.source_id from newp n join oldp o on o.id = n.id
             where o.status <> n.status and (o.status in ('sent', 'paid', 'reconciled') or n.status in ('sent', 'paid', 'reconciled')))
          select l.id from moved m join journal_lines l on l.document_type = 'payment_order' and l.document_id = m.id
          union select l.id from moved m join journal_lines l on l.document_type = m.source_type and l.document_id = m.source_id));
        return null;
      end $$;
      drop trigger payment_orders_open_items on payment_orders;
      create trigger payment_orders_open_items after update on payment_orders
        referencing old table as oldp new table as newp for each statement execute function open_items_of_orders();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger payment_orders_open_items on payment_orders;
      create trigger payment_orders_open_items after update of status on payment_orders for each row
        when (old.status is distinct from new.status and (old.status in ('sent', 'paid', 'reconciled') or new.status in ('sent', 'paid', 'reconciled')))
        execute function open_items_of_document();
      drop function open_items_of_orders();
    `)
  }
}
