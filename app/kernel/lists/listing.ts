import { type Client, namedRows, rows } from '#app/kernel/database/sql'
import { type ListColumn, type ShownColumn, shownColumns } from '#app/kernel/lists/list_columns'
import { COUNT_CAP, type Count, countAll, countListed } from '#app/kernel/lists/list_counts'
import {
  decodeCursor,
  encodeCursor,
  type Key,
  keysAfter,
  keysOfPage,
  orderOf,
  type Part,
  selectKeys,
  sourceOf,
} from '#app/kernel/lists/list_keys'
import { sumRows } from '#app/kernel/lists/list_totals'
import { CHUNK_SIZE } from '#app/kernel/lists/page_sizes'

/** What the query string asks of a list, already cleaned: unknown values fell back to defaults. */
export type ListRequest = {
  page: number
  perPage: number | 'all'
  sort: string
  direction: 'asc' | 'desc'
  cursor: string | null
  exactCount: boolean
}

/** One list as a declaration. SQL texts are constants of the code, never input. */
export type ListDefinition = {
  /** The table whose rows are listed, with its alias: `invoices i`. Filters may only name this alias and `filterJoins`. */
  from: string
  /** The unique key that ends every order: `i.id`. */
  key: string
  /** Joins that filters and sorts need; keep it empty where the filters live on the table itself. */
  filterJoins?: string
  /** Joins only for what is shown, made for the rows of one page; `bindings` are theirs and those of `select`. */
  joins?: string
  bindings?: Record<string, unknown>
  select: string
  /** Name in the query string -> column or expression. */
  sorts: Record<string, { sql: string; type: 'text' | 'bigint' | 'date' | 'timestamptz' | 'numeric' | 'int' }>
  defaultSort: string
  /** Name -> sum expression over the filtered rows (`sum(i.total_minor)`), in minor units of their `currency`. */
  totals?: Record<string, string>
  /** Totals that are left out in a currency in which their sum is null, because no row says anything: 0 would be a figure. */
  sparseTotals?: readonly string[]
  /** The column with the currency of a row: amounts of several are added up apart. Without one they are all in EUR. */
  currency?: string
  /** Further totals, of what each row is worth in the currency of its company's books, and that currency. */
  worth?: { currency: string; totals: Record<string, string> }
}

/** A list as its area declares it: what is listed, what is told of a row, and its columns, for its page and its files alike. */
export type List<Found, Row> = {
  /** Of its files: `remesas`. */
  name: string
  definition: ListDefinition
  toRow: (found: Found) => Row
  columns: readonly ListColumn<Row>[]
  /** The most rows of a file, where that is less than a sheet holds. */
  fileRowsMax?: number
}

/**
 * `isNarrow` says that few rows pass it but that they lie together somewhere in the order (a month of a list sorted by
 * arrival): they are collected and then sorted, because the planner takes them for evenly spread and would walk there.
 * `days` is the span of days that makes it so.
 */
export type Filter = {
  where: string[]
  bindings: Record<string, unknown>
  isNarrow?: boolean
  days?: DaySpan
}

/** A column between two days; `from` and `to` are the names of their bindings, `where` the conditions that they are. */
export type DaySpan = { column: string; from: string; to: string; where: string[] }

/** One page of rows with where it stands in the whole, before anybody draws it. */
export type PageOfRows<Row> = {
  rows: Row[]
  page: number
  perPage: number | 'all'
  total: number
  totalIsExact: boolean
  sort: string
  direction: 'asc' | 'desc'
  cursor: string | null
  totals?: Record<string, { minor: number; currency: string }[]>
  counters?: Record<string, number>
}

/** The same with how its page draws the rows. */
export type ListOf<Row> = PageOfRows<Row> & { columns: ShownColumn[] }

/** One page of a list with its columns, as its page shows it. */
export async function listOf<Found, Row>(
  { definition, toRow, columns }: List<Found, Row>,
  request: ListRequest,
  filter: Filter
): Promise<ListOf<Row>> {
  const page = await listPage<Found>(definition, request, filter)
  const shown = { ...page, rows: page.rows.map(toRow) }
  return { ...shown, columns: shownColumns(columns, shown) }
}

/** A page so deep is worth counting the list for: from its end it may be near. */
const FAR = 200_000

/**
 * One page of a list: keys first over the index, then the joins for those keys only, so that a deep page costs
 * little more than the first. The count is exact up to 10,000 and on request beyond; totals likewise. A page in the depth of
 * a counted list is read from the end where that is nearer.
 */
export async function listPage<Row>(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter
): Promise<PageOfRows<Row>> {
  const size = request.perPage === 'all' ? CHUNK_SIZE : request.perPage
  const sort = definition.sorts[request.sort] ? request.sort : definition.defaultSort.replace(/^-/, '')
  const source = sourceOf(definition, filter)
  const total = isCountedFirst(request, size) ? await countAll(source, filter.bindings) : null
  const found = await readKeys(definition, request, filter, { size, total })
  const keys = found.map((item) => item.key)
  const count =
    countShown(request, found.length, size) ??
    (total === null
      ? await countListed(source, filter.bindings, request.exactCount ? 'exact' : 'capped')
      : { total, isExact: true })
  const isWhole = count.total === keys.length
  const [shown, totals] = await Promise.all([
    keys.length > 0 ? readShown<Row>(definition, keys) : [],
    wantsTotals(definition, request, count)
      ? sumRows(definition, isWhole ? onlyKeys(definition, keys) : filter)
      : null,
  ])
  const last = found.at(-1)
  return {
    rows: shown,
    page: request.page,
    perPage: request.perPage,
    total: count.total,
    totalIsExact: count.isExact,
    sort,
    direction: request.direction,
    cursor: last && found.length === size ? encodeCursor(last) : null,
    ...(totals ? { totals } : {}),
  }
}

const wantsTotals = (definition: ListDefinition, request: ListRequest, { total, isExact }: Count) =>
  definition.totals !== undefined && isExact && (total <= COUNT_CAP || request.exactCount)

const onlyKeys = (definition: ListDefinition, keys: number[]): Filter => ({
  where: [`${definition.key} = any(:keys::bigint[])`],
  bindings: { keys },
})

/** Keys of the whole filtered set in its order, at most `limit`: what exports and bulk actions work on. */
export async function listKeys(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter,
  limit: number
): Promise<number[]> {
  return listPart(definition, request, filter, { size: limit, skip: 0 })
}

/** Keys of one stretch of the filtered set in its order: `size` of them after `skip`. */
export async function listPart(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter,
  part: Part
): Promise<number[]> {
  return (await selectKeys(orderOf(definition, request), filter, part)).map((item) => item.key)
}

/** Rows of given keys in the order of the keys, as the list shows them. */
export async function readShown<Row>(
  definition: ListDefinition,
  keys: number[],
  client?: Client
): Promise<Row[]> {
  // By the plan for a page, thousands of rows of a file would be looked up one by one.
  const ask = keys.length <= CHUNK_SIZE ? namedRows : rows
  return ask<Row>(
    `select ${definition.select} from unnest(:keys::bigint[]) with ordinality as wanted(wanted_key, position)
       join ${definition.from} on ${definition.key} = wanted_key
       ${definition.filterJoins ?? ''} ${definition.joins ?? ''} order by wanted.position`,
    { ...definition.bindings, keys },
    client
  )
}

function readKeys(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter,
  { size, total }: { size: number; total: number | null }
): Promise<Key[]> {
  const order = orderOf(definition, request)
  const cursor = request.cursor ? decodeCursor(request.cursor, order.sort.type) : null
  if (cursor) return keysAfter(order, filter, cursor, size)
  return keysOfPage(order, filter, { size, skip: (request.page - 1) * size }, total)
}

/** A page that is not full tells how many there are. */
function countShown({ page, cursor }: ListRequest, shown: number, size: number): Count | null {
  if (cursor || shown === size || (shown === 0 && page > 1)) return null
  return { total: (page - 1) * size + shown, isExact: true }
}

/** A page after the first of a list whose count is asked for, and one so deep that its end may be near. */
const isCountedFirst = ({ exactCount, page, perPage, cursor }: ListRequest, size: number) =>
  perPage !== 'all' && cursor === null && page > 1 && (exactCount || (page - 1) * size >= FAR)
