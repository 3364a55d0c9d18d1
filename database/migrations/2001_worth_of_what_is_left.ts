import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is left of a document in another currency, in that of the books: the worth of its total less the share that was
 * paid, so that parts add up to the whole and the last takes the rest; one expression, so that it is worked out in place. The
 * index of what is owed answers it by itself.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function worth_left(left_minor bigint, total_minor bigint, currency char, rate numeric) returns bigint language sql immutable parallel safe as $$
        select case when total_minor = 0 then 0 else worth_in_base(total_minor, currency, rate) - sign(total_minor)::bigint * div(
            2 * abs(worth_in_base(total_minor, currency, rate))::numeric * abs(total_minor - left_minor) + abs(total_minor), 2 * abs(total_minor)::numeric)::bigint end
      $$;
    `)
    this.schema.raw(INDEX(', total_minor, fx_rate'))
  }

  async down() {
    this.schema.raw(INDEX(''))
    this.schema.raw(`drop function worth_left(bigint, bigint, char, numeric)`)
  }
}

const INDEX = (more: string) => `
  drop index invoices_open;
  create index invoices_open on invoices (due_on, id) include (site_id, currency, outstanding_minor, doc_type, payment_state, status, posted_on, provider_id${more})
    where outstanding_minor > 0 and status in ('booked', 'disputed');
`
