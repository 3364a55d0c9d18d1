import { rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { IN_EUROS, worthLeft } from '#app/ledger/fx/worth_sql'
import { OPEN } from '#app/reports/queries/open_invoices'

/** A stretch of due days, both ends in it; open where null. Amounts in cents of EUR. */
export type DueSpan = {
  label: string
  from: CalendarDate | null
  to: CalendarDate | null
  minor: number
  count: number
}

type DueDay = { dueOn: CalendarDate | null; minor: number; count: number }

/**
 * What is left of the open invoices by due day, in euros: what is in another currency at the rate it is booked at. Of the
 * companies that keep their books in euros; one walk along the partial index of open invoices.
 */
export function dueByDay(siteIds: number[] | 'all'): Promise<DueDay[]> {
  return rows<DueDay>(
    `select i.due_on, sum(${worthLeft('i.payable_minor')})::bigint as minor, count(*)::int as count from invoices i
      where ${OPEN} and ${IN_EUROS} and (:all or i.site_id = any(:ids::bigint[])) group by 1`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds }
  )
}

/** Whether a day lies in a stretch, both ends in it. */
export const isWithin = (day: CalendarDate, { from, to }: Pick<Span, 'from' | 'to'>) =>
  (!from || day >= from) && (!to || day <= to)

/** What is owed by how long it has been due. */
export async function ageingWidget(siteIds: number[] | 'all'): Promise<DueSpan[]> {
  const due = await dueByDay(siteIds)
  const now = today()
  const spans = [
    { label: 'Sin vencer', from: now, to: null },
    { label: '1 a 30 días', from: addDays(now, -30), to: addDays(now, -1) },
    { label: '31 a 60 días', from: addDays(now, -60), to: addDays(now, -31) },
    { label: '61 a 90 días', from: addDays(now, -90), to: addDays(now, -61) },
    { label: 'Más de 90 días', from: null, to: addDays(now, -91) },
  ]
  const undated = due.filter(({ dueOn }) => dueOn === null)
  const without = addUp({ label: 'Sin vencimiento', from: null, to: null }, undated)
  return [...spans.map((span) => within(due, span)), ...(without.count > 0 ? [without] : [])]
}

type Span = Pick<DueSpan, 'label' | 'from' | 'to'>

/** What falls due in a stretch of days. */
export function within(due: DueDay[], span: Span): DueSpan {
  const inside = due.filter(({ dueOn }) => dueOn !== null && isWithin(dueOn, span))
  return addUp(span, inside)
}

const addUp = (span: Span, due: DueDay[]): DueSpan => ({
  ...span,
  minor: due.reduce((sum, { minor }) => sum + minor, 0),
  count: due.reduce((sum, { count }) => sum + count, 0),
})
