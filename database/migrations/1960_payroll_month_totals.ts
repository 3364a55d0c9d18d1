import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the salaries of a company and month come to, by their state, in the transaction that changes one of them: the list of
 * months adds up a few rows a month, however many salaries there are. A change adds a row of its own with the difference,
 * so that nobody waits for a row that others change too; `fold_payroll_months` makes one row a month of them again.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TOTALS)
    this.schema.raw(`
      drop index payroll_payments_period;
      create index payroll_payments_period on payroll_payments (site_id, period, employee_id) include (status);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index payroll_payments_period;
      create index payroll_payments_period on payroll_payments (site_id, period);
      drop trigger payroll_payments_month_changed on payroll_payments;
      drop trigger payroll_payments_month_new on payroll_payments;
      drop function payroll_months_changed(), payroll_months_new(), fold_payroll_months();
      drop table payroll_month_totals;
    `)
  }
}

/** The sums of a month over salaries of which each counts `sign` times. */
const SUMS = (
  sign: string
) => `sum(${sign} * (status <> 'cancelled')::int) as salaries, sum(${sign} * net_minor * (status <> 'cancelled')::int) as total_minor,
            sum(${sign} * net_minor * (status = 'pending')::int) as pending_minor, sum(${sign} * net_minor * (status = 'ordered')::int) as ordered_minor,
            sum(${sign} * net_minor * (status = 'paid')::int) as paid_minor`

const TOTALS = `
  create table payroll_month_totals (
    site_id bigint not null references sites,
    period text not null,
    salaries bigint not null,
    total_minor bigint not null,
    pending_minor bigint not null,
    ordered_minor bigint not null,
    paid_minor bigint not null
  );
  create index payroll_month_totals_month on payroll_month_totals (site_id, period)
    include (salaries, total_minor, pending_minor, ordered_minor, paid_minor);

  insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
    select site_id, period, ${SUMS('1')} from payroll_payments where status <> 'cancelled' group by 1, 2;
  analyze payroll_month_totals;

  create function payroll_months_new() returns trigger language plpgsql as $$
  begin
    insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
      select site_id, period, ${SUMS('1')} from made group by 1, 2 having sum((status <> 'cancelled')::int) <> 0;
    return null;
  end $$;
  create trigger payroll_payments_month_new after insert on payroll_payments
    referencing new table as made for each statement execute function payroll_months_new();

  create function payroll_months_changed() returns trigger language plpgsql as $$
  begin
    insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
      select * from (
        select site_id, period, ${SUMS('sign')} from (
            select site_id, period, status, net_minor, -1 as sign from were union all select site_id, period, status, net_minor, 1 from are) moved
          group by 1, 2) m
       where (m.salaries, m.total_minor, m.pending_minor, m.ordered_minor, m.paid_minor) <> (0, 0, 0, 0, 0);
    return null;
  end $$;
  create trigger payroll_payments_month_changed after update on payroll_payments
    referencing old table as were new table as are for each statement execute function payroll_months_changed();

  -- One at a time: two would take away the same rows in different orders.
  create function fold_payroll_months() returns bigint language plpgsql as $$
  declare n bigint;
  begin
    perform pg_advisory_xact_lock(hashtext('fold_payroll_months'));
    with parted as (select site_id, period from payroll_month_totals group by 1, 2 having count(*) > 1),
    gone as (delete from payroll_month_totals t using parted p where (t.site_id, t.period) = (p.site_id, p.period) returning t.*)
    insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
      select site_id, period, sum(salaries), sum(total_minor), sum(pending_minor), sum(ordered_minor), sum(paid_minor)
        from gone group by 1, 2 having sum(salaries) <> 0;
    get diagnostics n = row_count;
    return n;
  end $$;
`
