/** What is kept beside the documents so that lists are quick, and must say the same as they do. */
export const derived = {
  payroll_months_equal_salaries: `with sums as (select site_id, period, count(*) as n, sum(net_minor) as total, sum(net_minor * (status = 'pending')::int) as pending, sum(net_minor * (status = 'ordered')::int) as ordered,
        sum(net_minor * (status = 'paid')::int) as paid from payroll_payments where status <> 'cancelled' group by 1, 2),
      kept as (select site_id, period, sum(salaries) as n, sum(total_minor) as total, sum(pending_minor) as pending, sum(ordered_minor) as ordered, sum(paid_minor) as paid from payroll_month_totals group by 1, 2)
    select count(*) from sums s full join kept k on k.site_id = s.site_id and k.period = s.period
     where (coalesce(s.n, 0), coalesce(s.total, 0), coalesce(s.pending, 0), coalesce(s.ordered, 0), coalesce(s.paid, 0))
       is distinct from (coalesce(k.n, 0), coalesce(k.total, 0), coalesce(k.pending, 0), coalesce(k.ordered, 0), coalesce(k.paid, 0))`,
}
