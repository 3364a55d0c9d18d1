import { BaseSchema } from '@adonisjs/lucid/schema'

const STATES = `'building', 'ready', 'sent', 'partially_done', 'done', 'cancelled'`

/**
 * A batch of which no payment stands was not executed in part: it failed. What became of a batch that is at the bank is told by
 * its payments alone, in one place.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table payment_batches drop constraint payment_batches_status_check,
        add constraint payment_batches_status_check check (status in (${STATES}, 'failed')),
        add constraint payment_batches_failed_had_file check (status <> 'failed' or channel <> 'sepa_file' or file_id is not null);

      -- open: at the bank without an end; settled: paid; lost: failed, given back or cancelled there.
      create function payment_batch_state(was text, open bigint, settled bigint, lost bigint) returns text language sql immutable as $$
        select case
          when was not in ('sent', 'partially_done', 'done', 'failed') then was
          when settled > 0 and open + lost = 0 then 'done'
          when settled > 0 then 'partially_done'
          when open > 0 then 'sent'
          when lost > 0 then 'failed'
          else was end $$;

      update payment_batches b set status = payment_batch_state(b.status, o.open, o.settled, o.lost)
        from (select batch_id, count(*) filter (where status = 'sent') as open, count(*) filter (where status in ('paid', 'reconciled')) as settled,
                     count(*) filter (where status in ('failed', 'returned', 'cancelled')) as lost from payment_orders where batch_id is not null group by 1) o
       where o.batch_id = b.id and b.status in ('partially_done', 'done');
    `)
  }

  async down() {
    this.schema.raw(`
      update payment_batches set status = 'partially_done' where status = 'failed';
      drop function payment_batch_state(text, bigint, bigint, bigint);
      alter table payment_batches drop constraint payment_batches_failed_had_file, drop constraint payment_batches_status_check,
        add constraint payment_batches_status_check check (status in (${STATES}));
    `)
  }
}
