import { COUNT_CAP, type Count, countAll, countListed } from '#app/kernel/list_counts'
import { type Client, rows } from '#app/kernel/sql'

/** Page sizes of the specification, §9; `all` arrives in chunks while one scrolls. */
export const PAGE_SIZES = [10, 25, 50, 100] as const
export const CHUNK_SIZE = 200

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
  /** The column with the currency of a row: amounts of several are added up apart. Without one they are all in EUR. */
  currency?: string
}

/**
 * `isNarrow` says that few rows pass it but that they lie together somewhere in the order (a month of a list sorted by
 * arrival): they are collected and then sorted, because the planner takes them for evenly spread and would walk there.
 */
export type Filter = { where: string[]; bindings: Record<string, unknown>; isNarrow?: boolean }

export type ListOf<Row> = {
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

/**
 * One page of a list: keys first over the index, then the joins for those keys only, so that a deep page costs
 * little more than the first. The count is exact up to 10,000 and on request beyond; totals likewise. Where the exact count
 * is asked for, the pages of the second half are read from the end of the list.
 */
export async function listPage<Row>(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter
): Promise<ListOf<Row>> {
  const size = request.perPage === 'all' ? CHUNK_SIZE : request.perPage
  const sort = definition.sorts[request.sort] ? request.sort : definition.defaultSort.replace(/^-/, '')
  const source = `from ${definition.from} ${definition.filterJoins ?? ''} ${whereClause(filter.where)}`
  const total = isDeepOfCounted(request) ? await countAll(source, filter.bindings) : null
  const found = await readKeys(definition, { ...request, sort }, filter, { size, total })
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
    cursor: last && found.length === size ? encodeCursor(last.value, last.key) : null,
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
  const found = await readKeys(definition, { ...request, page: 1, cursor: null }, filter, {
    size: limit,
    total: null,
  })
  return found.map((item) => item.key)
}

/** Keys of one stretch of the filtered set in its order: `size` of them after `skip`. */
export async function listPart(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter,
  part: Part
): Promise<number[]> {
  const order = { definition, sort: sortOf(definition, request), direction: request.direction }
  return (await selectKeys(order, filter, part)).map((item) => item.key)
}

/** Rows of given keys in the order of the keys, as the list shows them. */
export async function readShown<Row>(
  definition: ListDefinition,
  keys: number[],
  client?: Client
): Promise<Row[]> {
  return rows<Row>(
    `select ${definition.select} from unnest(:keys::bigint[]) with ordinality as wanted(wanted_key, position)
       join ${definition.from} on ${definition.key} = wanted_key
       ${definition.filterJoins ?? ''} ${definition.joins ?? ''} order by wanted.position`,
    { ...definition.bindings, keys },
    client
  )
}

type Key = { key: number; value: string | null }
type Sort = ListDefinition['sorts'][string]
type Part = { size: number; skip: number }

async function readKeys(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter,
  { size, total }: { size: number; total: number | null }
): Promise<Key[]> {
  const sort = sortOf(definition, request)
  const cursor = request.cursor ? decodeCursor(request.cursor) : null
  const order = { definition, sort, direction: request.direction }
  if (!cursor) {
    const part = { size, skip: (request.page - 1) * size }
    return total !== null && part.skip > total / 2
      ? readFromEnd(order, filter, { ...part, total })
      : selectKeys(order, filter, part)
  }
  const found: Key[] = []
  for (const segment of segmentsAfter(cursor, order)) {
    if (found.length === size) break
    const rest = {
      ...filter,
      where: [...filter.where, segment.where],
      bindings: { ...filter.bindings, ...segment.bindings },
    }
    found.push(...(await selectKeys(order, rest, { size: size - found.length, skip: 0 })))
  }
  return found
}

/** A page of the second half: fewer rows are passed from the end than from the beginning. */
async function readFromEnd(order: Order, filter: Filter, part: Part & { total: number }): Promise<Key[]> {
  const rest = part.total - part.skip
  if (rest <= 0) return []
  const found = await selectKeys(
    { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' },
    filter,
    { size: Math.min(part.size, rest), skip: Math.max(0, rest - part.size) }
  )
  return found.toReversed()
}

/** The order that a request asks for, or the list's own. */
export function sortOf(
  definition: Pick<ListDefinition, 'sorts' | 'defaultSort'>,
  request: ListRequest
): Sort {
  const sort = definition.sorts[request.sort] ?? definition.sorts[definition.defaultSort.replace(/^-/, '')]
  if (!sort) throw new Error('The default sort of the list does not exist')
  return sort
}

type Order = { definition: ListDefinition; sort: Sort; direction: 'asc' | 'desc' }

/** The value becomes text only for the rows of the page: done before the limit it would be done for every row skipped. */
function selectKeys(
  { definition, sort, direction }: Order,
  filter: Filter,
  { size, skip }: Part
): Promise<Key[]> {
  const source = `select ${definition.key} as key, ${sort.sql} as value from ${definition.from} ${definition.filterJoins ?? ''} ${whereClause(filter.where)}`
  const bindings = { ...filter.bindings, size, skip }
  const sql = filter.isNarrow
    ? `with found as materialized (${source})
       select found.key, found.value::text as value from found order by found.value ${direction}, found.key ${direction} limit :size offset :skip`
    : `select page.key, page.value::text as value from (
         ${source} order by ${sort.sql} ${direction}, ${definition.key} ${direction} limit :size offset :skip) page
       order by page.value ${direction}, page.key ${direction}`
  return rows<Key>(sql, bindings)
}

type Segment = { where: string; bindings: Record<string, unknown> }

/** What follows a row, in the parts that an index can serve: rows without a value come first descending, last ascending. */
function segmentsAfter(
  { value, key }: { value: string | null; key: number },
  { definition, sort, direction }: Order
): Segment[] {
  const beyond = direction === 'desc' ? '<' : '>'
  if (value === null) {
    const rest = {
      where: `${sort.sql} is null and ${definition.key} ${beyond} :cursorKey`,
      bindings: { cursorKey: key },
    }
    return direction === 'desc' ? [rest, { where: `${sort.sql} is not null`, bindings: {} }] : [rest]
  }
  const rest = {
    where: `(${sort.sql}, ${definition.key}) ${beyond} (:cursorValue::${sort.type}, :cursorKey)`,
    bindings: { cursorValue: value, cursorKey: key },
  }
  return direction === 'asc' ? [rest, { where: `${sort.sql} is null`, bindings: {} }] : [rest]
}

/** A page that is not full tells how many there are. */
function countShown({ page, cursor }: ListRequest, shown: number, size: number): Count | null {
  if (cursor || shown === size || (shown === 0 && page > 1)) return null
  return { total: (page - 1) * size + shown, isExact: true }
}

const isDeepOfCounted = ({ exactCount, page, perPage, cursor }: ListRequest) =>
  exactCount && page > 1 && perPage !== 'all' && cursor === null

/** Each total by currency, the euro first; nothing at all is zero euros. */
async function sumRows(definition: ListDefinition, filter: Filter) {
  const names = Object.keys(definition.totals ?? {})
  const sums = names
    .map((name) => `coalesce(${definition.totals?.[name]}, 0)::bigint as "${name}"`)
    .join(', ')
  const currency = definition.currency ?? `'EUR'::text`
  const found = await rows<Record<string, number> & { currency: string }>(
    `select ${currency} as currency, ${sums} from ${definition.from} ${definition.filterJoins ?? ''} ${whereClause(filter.where)}
      group by 1 order by ${currency} <> 'EUR', 1`,
    { ...definition.bindings, ...filter.bindings }
  )
  const none = [{ minor: 0, currency: 'EUR' }]
  return Object.fromEntries(
    names.map((name) => {
      const amounts = found.map((sum) => ({ minor: sum[name] ?? 0, currency: sum.currency }))
      return [name, amounts.length > 0 ? amounts : none]
    })
  )
}

export const whereClause = (where: string[]) => (where.length > 0 ? `where ${where.join(' and ')}` : '')

function encodeCursor(value: string | null, key: number): string {
  return Buffer.from(JSON.stringify([value, key])).toString('base64url')
}

function decodeCursor(cursor: string): { value: string | null; key: number } | null {
  try {
    const [value, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string | null, number]
    return Number.isSafeInteger(key) ? { value, key } : null
  } catch {
    return null
  }
}
