import { oneRow, row, rows } from '#app/kernel/sql'

/** Page sizes of the specification, §9; `all` arrives in chunks while one scrolls. */
export const PAGE_SIZES = [10, 25, 50, 100] as const
export const CHUNK_SIZE = 200
export const COUNT_CAP = 10_000

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
  /** Joins only for what is shown, made for the rows of one page. */
  joins?: string
  select: string
  /** Name in the query string -> column or expression. */
  sorts: Record<string, { sql: string; type: 'text' | 'bigint' | 'date' | 'timestamptz' | 'numeric' | 'int' }>
  defaultSort: string
  /** Name -> sum expression over the filtered rows (`sum(i.total_minor)`), in cents of EUR. */
  totals?: Record<string, string>
}

export type Filter = { where: string[]; bindings: Record<string, unknown> }

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
 * little more than the first. The count is exact up to 10,000 and on request beyond; totals likewise.
 */
export async function listPage<Row>(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter
): Promise<ListOf<Row>> {
  const size = request.perPage === 'all' ? CHUNK_SIZE : request.perPage
  const sort = definition.sorts[request.sort] ? request.sort : definition.defaultSort.replace(/^-/, '')
  const [found, count] = await Promise.all([
    readKeys(definition, { ...request, sort }, filter, size),
    countRows(definition, request.exactCount, filter),
  ])
  const shown =
    found.length > 0
      ? await readShown<Row>(
          definition,
          found.map((item) => item.key)
        )
      : []
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
    ...(count.isExact && definition.totals ? { totals: await sumRows(definition, filter) } : {}),
  }
}

/** Keys of the whole filtered set in its order, at most `limit`: what exports and bulk actions work on. */
export async function listKeys(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter,
  limit: number
): Promise<number[]> {
  const found = await readKeys(definition, { ...request, page: 1, cursor: null }, filter, limit)
  return found.map((item) => item.key)
}

/** Rows of given keys in the order of the keys, as the list shows them. */
export async function readShown<Row>(definition: ListDefinition, keys: number[]): Promise<Row[]> {
  return rows<Row>(
    `select ${definition.select} from unnest(:keys::bigint[]) with ordinality as wanted(wanted_key, position)
       join ${definition.from} on ${definition.key} = wanted_key
       ${definition.filterJoins ?? ''} ${definition.joins ?? ''} order by position`,
    { keys }
  )
}

type Key = { key: number; value: string | null }

async function readKeys(
  definition: ListDefinition,
  request: ListRequest,
  filter: Filter,
  size: number
): Promise<Key[]> {
  const sort = definition.sorts[request.sort] ?? definition.sorts[definition.defaultSort.replace(/^-/, '')]
  if (!sort) throw new Error('The default sort of the list does not exist')
  const cursor = request.cursor ? decodeCursor(request.cursor) : null
  const where = [...filter.where]
  const bindings: Record<string, unknown> = { ...filter.bindings, size }
  if (cursor) {
    where.push(
      `(${sort.sql}, ${definition.key}) ${request.direction === 'desc' ? '<' : '>'} (:cursorValue::${sort.type}, :cursorKey)`
    )
    Object.assign(bindings, { cursorValue: cursor.value, cursorKey: cursor.key })
  }
  bindings.skip = cursor ? 0 : (request.page - 1) * size
  return rows<Key>(
    `select ${definition.key} as key, (${sort.sql})::text as value from ${definition.from} ${definition.filterJoins ?? ''}
      ${whereClause(where)}
      order by ${sort.sql} ${request.direction}, ${definition.key} ${request.direction} limit :size offset :skip`,
    bindings
  )
}

async function countRows(definition: ListDefinition, exact: boolean, filter: Filter) {
  const source = `from ${definition.from} ${definition.filterJoins ?? ''} ${whereClause(filter.where)}`
  const sql = exact
    ? `select count(*)::int as total ${source}`
    : `select count(*)::int as total from (select 1 ${source} limit ${COUNT_CAP + 1}) capped`
  const { total } = await oneRow<{ total: number }>(sql, filter.bindings)
  return exact || total <= COUNT_CAP ? { total, isExact: true } : { total: COUNT_CAP, isExact: false }
}

async function sumRows(definition: ListDefinition, filter: Filter) {
  const names = Object.keys(definition.totals ?? {})
  const sums = names
    .map((name) => `coalesce(${definition.totals?.[name]}, 0)::bigint as "${name}"`)
    .join(', ')
  const found = await row<Record<string, number>>(
    `select ${sums} from ${definition.from} ${definition.filterJoins ?? ''} ${whereClause(filter.where)}`,
    filter.bindings
  )
  return Object.fromEntries(names.map((name) => [name, [{ minor: found?.[name] ?? 0, currency: 'EUR' }]]))
}

const whereClause = (where: string[]) => (where.length > 0 ? `where ${where.join(' and ')}` : '')

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
