import { DEAD } from '#app/invoices/audit/questions/find_exact_copies'
import { askRows } from '#app/invoices/audit/rule'

/** Which one of its supplier's invoices of the month each is, for suppliers that bill more this month than is usual. */
export const findMonthPlace = askRows<{ of: number; place: number }, number>({
  sql: `select i.id as of, (select count(*)::int from invoices o where o.provider_id = i.provider_id and o.issued_on between date_trunc('month', i.issued_on)::date and i.issued_on
          and (o.issued_on, o.id) <= (i.issued_on, i.id) and o.status not in ${DEAD} and o.doc_type <> 'credit_note') as place
       from invoices i join provider_stats s on s.provider_id = i.provider_id
       left join provider_months m on m.provider_id = i.provider_id and m.month = date_trunc('month', i.issued_on)::date
      where i.id = any(:ids::bigint[]) and i.issued_on is not null and s.months >= 6
        and (coalesce(m.invoices, 0) + 1 > s.month_mean + 2 * s.month_sd or i.status not in ('booked', 'disputed'))`,
  answers: (found) => new Map(found.map(({ of, place }) => [of, place])),
})
