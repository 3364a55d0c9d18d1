import { type CalendarDate, endOfMonth } from '#app/kernel/calendar_date'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
  listPart,
  readShown,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'
import { LINE_AMOUNTS, lineConditionOf, linesOf, MEASURES, type Measure } from '#app/reports/measures'
import { FRESH, ROLLED_UP } from '#app/reports/queries/moved'
import { bindingsOf } from '#app/reports/queries/summary_matrix'
import type { SummaryRequest } from '#app/reports/summary_request'

export type SummaryLine = {
  id: number
  posted_on: string
  site: string
  entry_no: number
  account: string
  description: string
  amount: { minor: number; currency: string }
  source: { type: string; id: number } | null
}

type Found = {
  id: number
  postedOn: string
  site: string
  entryNo: number
  account: string
  description: string
  amountMinor: number
  currency: string
  sourceType: string | null
  sourceId: number | null
}

/** The lines of the journal that a measure adds up; their sum is the measure. */
export function linesList(measure: Measure): ListDefinition {
  const amount = LINE_AMOUNTS[MEASURES[measure].side]
  return {
    from: 'report_lines m',
    key: 'm.id',
    filterJoins: 'join report_accounts a on a.account_id = m.account_id',
    joins: 'join ledger_accounts la on la.id = m.account_id join sites s on s.id = m.site_id',
    select: `m.id, m.posted_on, s.code as site, m.entry_no, la.code || ' ' || la.name as account, m.description, ${amount} as amount_minor,
      s.base_currency as currency, m.source_type, m.source_id`,
    sorts: { posted_on: { sql: 'm.posted_on', type: 'date' } },
    defaultSort: '-posted_on',
    totals: { amount: `sum(${amount})` },
  }
}

/** What else a cell of the summary stands for. */
export type LinesKey = {
  providerId: number | null
  categoryId: number | 'none' | null
  centerId: number | 'none' | null
}

/** The filter of a cell: its measure, its period, its companies and the row it stands in. */
export function linesFilter(measure: Measure, request: SummaryRequest, key: LinesKey): Filter {
  const place = placeOf(key)
  return {
    where: [lineConditionOf(measure), `(:all or a.site_id = any(:ids::bigint[]))`, ...place.where],
    bindings: { ...bindingsOf(request, request), ...place.bindings },
  }
}

/** The row of the summary, over its totals and over its lines alike. */
function placeOf({ providerId, categoryId, centerId }: LinesKey): Filter {
  const where: string[] = []
  const bindings: Record<string, unknown> = {}
  if (providerId !== null) {
    where.push(`a.class = 'supplier' and a.subledger_id = :providerId`)
    bindings.providerId = providerId
  }
  for (const [column, value] of [
    ['category_id', categoryId],
    ['center_id', centerId],
  ] as const) {
    if (value === null) continue
    where.push(value === 'none' ? `m.${column} is null` : `m.${column} = :${column}`)
    if (value !== 'none') bindings[column] = value
  }
  return { where, bindings }
}

type Cell = { measure: Measure; summary: SummaryRequest; key: LinesKey }

/**
 * A page of the lines behind a cell. The month totals say how many of them each month has, so that only the months on
 * which the page lies are read, however deep it is; they give the count and the sum as well. What is narrowed to days,
 * and «Todos», is walked as any other list.
 */
export async function listSummaryLines(
  cell: Cell,
  request: ListRequest,
  filter: Filter,
  isOfDays: boolean
): Promise<ListOf<SummaryLine>> {
  const definition = linesList(cell.measure)
  if (isOfDays || request.perPage === 'all') {
    const page = await listPage<Found>(definition, request, filter)
    return { ...page, rows: page.rows.map(lineOf) }
  }
  const months = await countByMonth(cell)
  const keys: number[] = []
  for (const part of partsOf(months, request, request.perPage))
    keys.push(...(await listPart(definition, request, ofMonth(filter, part.month), part)))
  const total = months.reduce((sum, { lines }) => sum + lines, 0)
  const minor = months.reduce((sum, { amount }) => sum + amount, 0)
  return {
    rows: keys.length > 0 ? (await readShown<Found>(definition, keys)).map(lineOf) : [],
    page: request.page,
    perPage: request.perPage,
    total,
    totalIsExact: true,
    sort: 'posted_on',
    direction: request.direction,
    cursor: null,
    totals: { amount: [{ minor, currency: 'EUR' }] },
  }
}

type MonthOfLines = { month: CalendarDate; lines: number; amount: number }

/** Over the totals and over what was posted since, each joined with its accounts by itself: an index then knows where they are. */
function countByMonth({ measure, summary, key }: Cell): Promise<MonthOfLines[]> {
  const { count, amount, where } = linesOf(measure)
  const place = placeOf(key)
  const ofCell = [where, `(:all or a.site_id = any(:ids::bigint[]))`, ...place.where].join(' and ')
  const sums = (source: string) =>
    `select m.month, ${count} as lines, ${amount} as amount from (${source}) m join report_accounts a on a.account_id = m.account_id where ${ofCell} group by 1`
  return rows<MonthOfLines>(
    `select month, sum(lines)::bigint as lines, sum(amount)::bigint as amount from (${sums(ROLLED_UP)} union all ${sums(FRESH)}) moved
      group by 1 having sum(lines) > 0 order by 1`,
    { ...bindingsOf(summary, summary), ...place.bindings }
  )
}

type MonthPart = { month: CalendarDate; size: number; skip: number }

/** Where in which months a page lies. */
function partsOf(months: MonthOfLines[], request: ListRequest, size: number): MonthPart[] {
  const parts: MonthPart[] = []
  let skip = (request.page - 1) * size
  let left = size
  for (const { month, lines } of request.direction === 'desc' ? months.toReversed() : months) {
    if (left === 0) break
    if (skip < lines) {
      const taken = Math.min(left, lines - skip)
      parts.push({ month, size: taken, skip })
      left -= taken
    }
    skip = Math.max(0, skip - lines)
  }
  return parts
}

/** Collected and then sorted: lines of one account and month lie together, not evenly among all of the month. */
const ofMonth = ({ where, bindings }: Filter, month: CalendarDate): Filter => ({
  where: [...where, 'm.posted_on between :monthStart and :monthEnd'],
  bindings: { ...bindings, monthStart: month, monthEnd: endOfMonth(month) },
  isNarrow: true,
})

export function lineOf(found: Found): SummaryLine {
  return {
    id: found.id,
    posted_on: found.postedOn,
    site: found.site,
    entry_no: found.entryNo,
    account: found.account,
    description: found.description,
    amount: { minor: found.amountMinor, currency: found.currency },
    source: found.sourceType && found.sourceId ? { type: found.sourceType, id: found.sourceId } : null,
  }
}
