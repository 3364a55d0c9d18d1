import { DEAD } from '#app/invoices/audit/questions/find_exact_copies'
import { askRows, onlyAnswers } from '#app/invoices/audit/rule'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** The numbers before this one in the supplier's series of the same year: `steps` are the known ones right before it. */
export type SeriesNeighbours = {
  series: string
  tail: number
  previousTail: number | null
  previousId: number | null
  /** Null where it is of another company: that is for those who work with it. */
  previousNumber: string | null
  previousOn: CalendarDate | null
  steps: number
}

const SAME_SERIES = `o.provider_id = i.provider_id and number_series(o.invoice_number) = i.series
  and extract(year from o.issued_on) = i.year and o.status not in ${DEAD} and o.doc_type = i.doc_type and o.id <> i.id`

const NEIGHBOURS = `
  with i as materialized (
    select id, provider_id, site_id, doc_type, number_series(invoice_number) as series, number_tail(invoice_number) as tail, extract(year from issued_on) as year
      from invoices where id = any(:ids::bigint[]) and provider_id is not null and issued_on is not null and number_tail(invoice_number) is not null)
  select i.id as of, i.series, i.tail, b.tail as previous_tail, b.id as previous_id, case when b.site_id is not distinct from i.site_id then b.invoice_number end as previous_number, b.issued_on as previous_on,
      (select count(distinct number_tail(o.invoice_number))::int from invoices o
        where ${SAME_SERIES} and number_tail(o.invoice_number) between i.tail - 3 and i.tail - 1) as steps
    from i left join lateral (
      select o.id, o.site_id, number_tail(o.invoice_number) as tail, o.invoice_number, o.issued_on from invoices o
       where ${SAME_SERIES} and number_tail(o.invoice_number) < i.tail order by number_tail(o.invoice_number) desc, (o.site_id = i.site_id) desc nulls last, o.id limit 1) b on true`

/** Where each invoice stands in its supplier's numbering. */
export const findSeriesNeighbours = askRows<SeriesNeighbours & { of: number }, SeriesNeighbours>({
  sql: NEIGHBOURS,
  answers: (found) => onlyAnswers<SeriesNeighbours>(found),
})
