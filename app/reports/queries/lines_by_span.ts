import { rows } from '#app/kernel/database/sql'
import type { Filter, ListRequest } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { linesOf, MEASURES, type Measure } from '#app/reports/measures'
import { classTotals, FRESH, FRESH_DAYS, ROLLED_UP } from '#app/reports/queries/moved'
import { bindingsOf } from '#app/reports/queries/summary_matrix'
import type { SummaryRequest } from '#app/reports/summary_request'

/** What a cell of the summary adds up; `place` is the row it stands in, empty where that is a company or a month. */
export type Cell = { measure: Measure; summary: SummaryRequest; place: Filter }

/** A month or a day, how many lines of a cell it has, and what they add up to in cents. */
export type Span = { startsOn: CalendarDate; lines: number; amount: number }

/**
 * Whether the totals by class know the cell: it is of all accounts of its classes. They cannot leave out bank accounts
 * that the reader may not look into, nor tell one supplier or category from another.
 */
const isOfWholeClasses = ({ measure, summary, place }: Cell): boolean =>
  place.where.length === 0 &&
  (summary.hiddenAccountIds.length === 0 || !MEASURES[measure].classes.includes('cash'))

/** The months of a cell. */
export function monthsOf(cell: Cell): Promise<Span[]> {
  const { measure } = cell
  const parts = isOfWholeClasses(cell)
    ? [ofClasses(measure, classTotals('month'), 'm.month'), ofAccounts(measure, cell, FRESH, 'm.month')]
    : [ofAccounts(measure, cell, ROLLED_UP, 'm.month'), ofAccounts(measure, cell, FRESH, 'm.month')]
  return sumSpans(cell, parts, {})
}

/** The days that a cell has between two; null where only its months are known. */
export async function daysOf(
  cell: Cell,
  { first, last }: { first: CalendarDate; last: CalendarDate }
): Promise<Span[] | null> {
  if (!isOfWholeClasses(cell)) return null
  const { measure } = cell
  const among = ' and m.day between :first and :last'
  const parts = [
    ofClasses(measure, classTotals('day'), 'm.day', among),
    ofAccounts(measure, cell, FRESH_DAYS, 'm.day', among),
  ]
  return sumSpans(cell, parts, { first, last })
}

/** Totals and what was posted since are each joined with their accounts by themselves: an index then knows where they are. */
function ofAccounts(measure: Measure, { place }: Cell, source: string, starts: string, among = ''): string {
  const { count, amount, where } = linesOf(measure)
  const ofCell = [where, SITES, ...place.where].join(' and ')
  return `select ${starts} as starts_on, ${count} as lines, ${amount} as amount from (${source}) m join report_accounts a on a.account_id = m.account_id
    where ${ofCell}${among} group by 1`
}

function ofClasses(measure: Measure, source: string, starts: string, among = ''): string {
  const { count, amount, where } = linesOf(measure)
  return `select ${starts} as starts_on, ${count} as lines, ${amount} as amount from (${source}) m cross join lateral (select m.class, m.site_id) a
    where ${where} and ${SITES}${among} group by 1`
}

const SITES = '(:all or a.site_id = any(:ids::bigint[]))'

function sumSpans({ summary, place }: Cell, parts: string[], more: Record<string, unknown>): Promise<Span[]> {
  return rows<Span>(
    `select starts_on, sum(lines)::bigint as lines, sum(amount)::bigint as amount from (${parts.join(' union all ')}) moved
      group by 1 having sum(lines) > 0 order by 1`,
    { ...bindingsOf(summary, summary), ...place.bindings, ...more }
  )
}

export type Stretch = { first: CalendarDate; last: CalendarDate; skip: number; lines: number }

/** From where to where a page lies, in the order of its list, and how many lines of its first span it passes over. */
export function stretchOf(
  spans: Span[],
  { direction }: Pick<ListRequest, 'direction'>,
  { size, skip }: { size: number; skip: number }
): Stretch | null {
  const touched: Span[] = []
  let before = 0
  let passed = 0
  for (const span of direction === 'desc' ? spans.toReversed() : spans) {
    if (before < skip + size && skip < before + span.lines) {
      if (touched.length === 0) passed = skip - before
      touched.push(span)
    }
    before += span.lines
  }
  const starts = touched.map(({ startsOn }) => startsOn).toSorted()
  const [first, last] = [starts.at(0), starts.at(-1)]
  if (!first || !last) return null
  return { first, last, skip: passed, lines: touched.reduce((sum, { lines }) => sum + lines, 0) }
}
