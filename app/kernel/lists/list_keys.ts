import { rows, steadyRows } from '#app/kernel/database/sql'
import { notePlaces, placesOf, shortestWay } from '#app/kernel/lists/list_places'
import type { DaySpan, Filter, ListDefinition, ListRequest } from '#app/kernel/lists/listing'
import { CHUNK_SIZE } from '#app/kernel/lists/page_sizes'
import { isCalendarDate } from '#app/kernel/time/calendar_date'

export type Key = { key: number; value: string | null }
export type Part = { size: number; skip: number }
export type Order = { definition: ListDefinition; sort: Sort; direction: 'asc' | 'desc' }
type Sort = ListDefinition['sorts'][string]

/** So many rows are passed over without looking for a shorter way. */
const DEEP = 10_000

/** The order that a request asks for, or the list's own. */
export function sortOf(
  definition: Pick<ListDefinition, 'sorts' | 'defaultSort'>,
  request: ListRequest
): Sort {
  const sort = definition.sorts[request.sort] ?? definition.sorts[definition.defaultSort.replace(/^-/, '')]
  if (!sort) throw new Error('The default sort of the list does not exist')
  return sort
}

export const orderOf = (definition: ListDefinition, request: ListRequest): Order => ({
  definition,
  sort: sortOf(definition, request),
  direction: request.direction,
})

export const whereClause = (where: string[]) => (where.length > 0 ? `where ${where.join(' and ')}` : '')

export const sourceOf = (definition: ListDefinition, { where }: Filter): string =>
  `from ${definition.from} ${definition.filterJoins ?? ''} ${whereClause(where)}`

/**
 * The keys of a page. A deep one is come to from the nearest row whose place is known, or from the end of a list that
 * was counted (`total`), so that pages are turned at any depth for what the first one costs.
 */
export async function keysOfPage(
  order: Order,
  filter: Filter,
  part: Part,
  total: number | null
): Promise<Key[]> {
  if (part.skip < DEEP) return selectKeys(order, filter, part)
  const wanted = total === null ? part.size : Math.max(0, Math.min(part.size, total - part.skip))
  if (wanted === 0) return []
  const list = JSON.stringify([
    sourceOf(order.definition, filter),
    filter.bindings,
    order.sort,
    order.direction,
  ])
  // What is collected is collected as a whole, whatever the page is.
  const places = isWalked(order, filter) ? placesOf(list) : []
  const way = shortestWay(places, part, total)
  const towards: Order = way.isBackwards ? { ...order, direction: opposite(order.direction) } : order
  const met = way.from
    ? await keysFrom(towards, filter, way.from, { size: wanted, skip: way.skip })
    : await selectKeys(towards, filter, { size: wanted, skip: way.skip })
  const found =
    way.from && met.length < wanted
      ? await selectKeys(order, filter, part)
      : way.isBackwards
        ? met.toReversed()
        : met
  const ends = [...new Set([0, found.length - 1])].flatMap((at) => {
    const row = found[at]
    return row ? [{ ...row, index: part.skip + at }] : []
  })
  notePlaces(list, ends)
  return found
}

const opposite = (direction: Order['direction']) => (direction === 'asc' ? 'desc' : 'asc')

/** Keys from a row on, itself first, among the rows that have a value as it has; those beyond are not looked for. */
function keysFrom(order: Order, filter: Filter, row: Key, part: Part): Promise<Key[]> {
  const [first] = segmentsFrom(row, order, 'inclusive')
  return first ? selectKeys(order, narrowed(filter, first), part) : Promise.resolve([])
}

/** Keys that follow a row of «Todos». */
export async function keysAfter(order: Order, filter: Filter, row: Key, size: number): Promise<Key[]> {
  const found: Key[] = []
  for (const segment of segmentsFrom(row, order, 'exclusive')) {
    if (found.length === size) break
    found.push(
      ...(await selectKeys(order, narrowed(filter, segment), { size: size - found.length, skip: 0 }))
    )
  }
  return found
}

const narrowed = (filter: Filter, { where, bindings }: Segment): Filter => ({
  ...filter,
  where: [...filter.where, where],
  bindings: { ...filter.bindings, ...bindings },
})

/** Rows of a span of days lie together in an order by those days: there is nothing to collect. */
const isWalked = ({ sort }: Order, { isNarrow, days }: Filter): boolean =>
  !isNarrow || days?.column === sort.sql

/** The value becomes text only for the rows of the page: done before the limit it would be done for every row skipped. */
export function selectKeys(order: Order, filter: Filter, { size, skip }: Part): Promise<Key[]> {
  const { definition, sort, direction } = order
  const source = `select ${definition.key} as key, ${sort.sql} as value ${sourceOf(definition, filter)}`
  const inOrder = `order by ${sort.sql} ${direction}, ${definition.key} ${direction}`
  const isWithout = Object.keys(filter.bindings).length === 0
  // The first page of a list as it stands is one text for each of its sizes: planned for that many rows, and that plan kept.
  if (isWithout && skip === 0 && size <= CHUNK_SIZE && isWalked(order, filter))
    return steadyRows<Key>(
      `select page.key, page.value::text as value from (${source} ${inOrder} limit ${size}) page
         order by page.value ${direction}, page.key ${direction}`
    )
  const bindings = { ...filter.bindings, size, skip }
  const sql = isWalked(order, filter)
    ? `select page.key, page.value::text as value from (${source} ${inOrder} limit :size offset :skip) page
       order by page.value ${direction}, page.key ${direction}`
    : `with found as materialized (${isDaysAlone(filter) ? firstOfEachDay(source, filter.days, inOrder) : source})
       select found.key, found.value::text as value from found order by found.value ${direction}, found.key ${direction} limit :size offset :skip`
  return rows<Key>(sql, bindings)
}

/** Nothing but a span of days is asked: an index by day and order then has the first rows of each day at hand. */
const isDaysAlone = (filter: Filter): filter is Filter & { days: DaySpan } => {
  const { where, days } = filter
  return days !== undefined && where.every((condition) => days.where.includes(condition))
}

/** No day gives a page more than its first rows, as many as lie before the end of the page. */
const firstOfEachDay = (source: string, { column, from, to }: DaySpan, inOrder: string): string =>
  `select of_day.key, of_day.value from generate_series(:${from}::timestamp, :${to}::timestamp, interval '1 day') as span (day)
     cross join lateral (${source} and ${column} = span.day::date ${inOrder} limit :size::bigint + :skip::bigint) of_day`

type Segment = { where: string; bindings: Record<string, unknown> }

/** What follows a row, in the parts that an index can serve: rows without a value come first descending, last ascending. */
function segmentsFrom(
  { value, key }: Key,
  { definition, sort, direction }: Order,
  bounds: 'inclusive' | 'exclusive'
): Segment[] {
  const beyond = `${direction === 'desc' ? '<' : '>'}${bounds === 'inclusive' ? '=' : ''}`
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

export function encodeCursor({ value, key }: Key): string {
  return Buffer.from(JSON.stringify([value, key])).toString('base64url')
}

/** The row that a cursor names in an order by values of a type; null when it is none, or of another order. */
export function decodeCursor(cursor: string, type: Sort['type']): Key | null {
  const read = readJson(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(read) || read.length !== 2) return null
  const [value, key] = read as [unknown, unknown]
  if (typeof key !== 'number' || !Number.isSafeInteger(key)) return null
  if (value === null) return { value, key }
  return typeof value === 'string' && IS_OF_TYPE[type](value) ? { value, key } : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the database reads a text as a value of a type. */
const IS_OF_TYPE: Record<Sort['type'], (text: string) => boolean> = {
  text: (text) => !text.includes('\0') && text.isWellFormed(),
  int: (text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31,
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  numeric: (text) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
  date: isCalendarDate,
  timestamptz: (text) =>
    isCalendarDate(text.slice(0, 10)) &&
    /^.{10} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/.test(text),
}
