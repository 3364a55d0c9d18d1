import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Which payments of a statement moved is told by a group of both their states, never by a join of them: a connection keeps
 * the plan it made for the first statement, of one payment, and by that plan a thousand are a million comparisons.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(openItemsOfOrders(MOVED))
  }

  async down() {
    this.schema.raw(openItemsOfOrders(MOVED_BEFORE))
  }
}

const MOVED = `
            select id, max(source_type) filter (where is_new) as source_type, max(source_id) filter (where is_new) as source_id
              from (select id, status, source_type, source_id, false as is_new from oldp union all select id, status, source_type, source_id, true from newp) both_states
             group by id having min(status) <> max(status) and bool_or(status in ('sent', 'paid', 'reconciled'))`

const MOVED_BEFORE = `
            select n.id, n.source_type, n.source_id from newp n join oldp o on o.id = n.id
             where o.status <> n.status and (o.status in ('sent', 'paid', 'reconciled') or n.status in ('sent', 'paid', 'reconciled'))`

const openItemsOfOrders = (moved: string) => `
      create or replace function open_items_of_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        perform refresh_open_items(array(
          with moved as materialized (${moved})
          select l.id from moved m join journal_lines l on l.document_type = 'payment_order' and l.document_id = m.id
          union select l.id from moved m join journal_lines l on l.document_type = m.source_type and l.document_id = m.source_id));
        return null;
      end $$;
`
