import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { conditionOf, LINE_AMOUNTS, lineSideOf, MEASURES, type Measure } from '#app/reports/measures'
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
  const where = [
    `${conditionOf(measure)}${lineSideOf(measure)}`,
    // The months again, as days that an index knows, and the companies.
    `${measure === 'opening' || measure === 'closing' ? '' : 'm.posted_on >= :from::date and '}m.posted_on < (:to::date + interval '1 month')::date`,
    `(:all or a.site_id = any(:ids::bigint[]))`,
  ]
  const bindings: Record<string, unknown> = bindingsOf(request, request)
  if (key.providerId !== null) {
    where.push(`a.class = 'supplier' and a.subledger_id = :providerId`)
    bindings.providerId = key.providerId
  }
  for (const [column, value] of [
    ['category_id', key.categoryId],
    ['center_id', key.centerId],
  ] as const) {
    if (value === null) continue
    where.push(value === 'none' ? `m.${column} is null` : `m.${column} = :${column}`)
    if (value !== 'none') bindings[column] = value
  }
  return { where, bindings }
}

export async function listSummaryLines(
  measure: Measure,
  request: ListRequest,
  filter: Filter
): Promise<ListOf<SummaryLine>> {
  const page = await listPage<Found>(linesList(measure), request, filter)
  return { ...page, rows: page.rows.map(lineOf) }
}

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
