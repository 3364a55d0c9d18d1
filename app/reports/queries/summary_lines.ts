import { type ListColumn, shownColumns } from '#app/kernel/lists/list_columns'
import {
  type Filter,
  type List,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listOf,
  listPart,
  readShown,
} from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { endOfMonth } from '#app/kernel/time/calendar_date'
import { LINE_AMOUNTS, lineConditionOf, MEASURES, type Measure } from '#app/reports/measures'
import {
  type Cell,
  daysOf,
  monthsOf,
  type Span,
  type Stretch,
  stretchOf,
} from '#app/reports/queries/lines_by_span'
import { bindingsOf } from '#app/reports/queries/summary_matrix'
import type { SummaryRequest } from '#app/reports/summary_request'

export type SummaryLine = {
  id: number
  postedOn: string
  site: string
  entryNo: number
  account: string
  description: string
  amount: MoneyJson
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

const columns: readonly ListColumn<SummaryLine>[] = [
  { key: 'postedOn', title: 'Fecha', kind: 'day', sort: 'posted_on' },
  { key: 'site', title: 'Empresa', kind: 'reference' },
  { key: 'entryNo', title: 'Asiento', kind: 'number' },
  { key: 'account', title: 'Cuenta', kind: 'text', file: { width: 36 } },
  { key: 'description', title: 'Descripción', kind: 'name', file: { width: 44 } },
  { key: 'amount', title: 'Importe', kind: 'money', card: 'figure' },
]

/** The lines of the journal that a measure adds up; their sum is the measure. */
export const linesList = (measure: Measure): List<Found, SummaryLine> => ({
  name: 'apuntes',
  definition: definitionOf(measure),
  toRow: lineOf,
  columns,
})

function definitionOf(measure: Measure): ListDefinition {
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

type Asked = { measure: Measure; summary: SummaryRequest; key: LinesKey }

/** So many lines are read and put in order sooner than it is found out on which days a page lies. */
const FEW = 500

/**
 * A page of the lines behind a cell. The totals say how many of them each month has and, where they are many, each day of the
 * months on which the page lies, so that only those days are read, however deep it is; they give the count and the sum as
 * well. What is narrowed to days, and «Todos», is walked as any other list.
 */
export async function listSummaryLines(
  asked: Asked,
  request: ListRequest,
  filter: Filter,
  isOfDays: boolean
): Promise<ListOf<SummaryLine>> {
  const list = linesList(asked.measure)
  if (isOfDays || request.perPage === 'all') {
    return listOf(list, request, filter)
  }
  const cell: Cell = { measure: asked.measure, summary: asked.summary, place: placeOf(asked.key) }
  const months = await monthsOf(cell)
  const size = request.perPage
  const stretch = await stretchOfPage(cell, months, request, { size, skip: (request.page - 1) * size })
  const keys = stretch
    ? await listPart(list.definition, request, ofStretch(filter, stretch), { size, skip: stretch.skip })
    : []
  const lines = keys.length > 0 ? (await readShown<Found>(list.definition, keys)).map(lineOf) : []
  return {
    rows: lines,
    columns: shownColumns(columns, { rows: lines }),
    page: request.page,
    perPage: request.perPage,
    total: months.reduce((sum, { lines }) => sum + lines, 0),
    totalIsExact: true,
    sort: 'posted_on',
    direction: request.direction,
    cursor: null,
    totals: {
      amount: [{ minor: months.reduce((sum, { amount }) => sum + amount, 0), currency: 'EUR' }],
    },
  }
}

/** The days on which a page lies; whole months where those are few lines, or where no days are known. */
async function stretchOfPage(
  cell: Cell,
  months: Span[],
  request: ListRequest,
  part: { size: number; skip: number }
): Promise<Stretch | null> {
  const ofMonths = stretchOf(months, request, part)
  if (!ofMonths) return null
  const whole = { ...ofMonths, last: endOfMonth(ofMonths.last) }
  if (ofMonths.lines <= FEW) return whole
  const days = await daysOf(cell, whole)
  return days ? stretchOf(days, request, { size: part.size, skip: ofMonths.skip }) : whole
}

/** Collected and then sorted: lines of one account and month lie together, not evenly among all of the month. */
const ofStretch = ({ where, bindings }: Filter, { first, last }: Stretch): Filter => ({
  where: [...where, 'm.posted_on between :firstDay and :lastDay'],
  bindings: { ...bindings, firstDay: first, lastDay: last },
  isNarrow: true,
})

function lineOf(found: Found): SummaryLine {
  return {
    id: found.id,
    postedOn: found.postedOn,
    site: found.site,
    entryNo: found.entryNo,
    account: found.account,
    description: found.description,
    amount: { minor: found.amountMinor, currency: found.currency },
    source: found.sourceType && found.sourceId ? { type: found.sourceType, id: found.sourceId } : null,
  }
}
