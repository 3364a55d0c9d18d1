import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A batch also keeps how many payments of the common kinds it holds and how much they are: what accounting staff reads of it
 * (decision 0024). The kinds are those that `payment_veil.ts` does not hide from them.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table payment_batches add column common_count int not null default 0, add column common_minor bigint not null default 0;
      update payment_batches b set common_count = o.n, common_minor = o.total
        from (select batch_id, count(*)::int as n, sum(amount_minor)::bigint as total from payment_orders
               where batch_id is not null and kind not in ('payroll', 'legal_procedure', 'recurring') group by 1) o
       where o.batch_id = b.id;
      create index payment_batches_site on payment_batches (site_id, id);
      create index payment_batches_common on payment_batches (id) where common_count > 0;
      create index payment_batches_total on payment_batches (total_minor, id);
      create index payment_batches_common_total on payment_batches (common_minor, id) where common_count > 0;
      create index payment_batches_day on payment_batches (execution_date, id);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index payment_batches_day, payment_batches_common_total, payment_batches_total, payment_batches_common, payment_batches_site;
      alter table payment_batches drop column common_count, drop column common_minor;
    `)
  }
}
