import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { sortOf, sourceOf } from '#app/kernel/lists/list_keys'
import { type Filter, type ListDefinition, type ListRequest, readShown } from '#app/kernel/lists/listing'

type Listed = { definition: ListDefinition; request: ListRequest; filter: Filter }

const CHUNK = 1000

/**
 * Every row of the filtered set in its order, a thousand at a time, over a cursor of the transaction: the list is
 * sorted once, and neither side ever holds it whole. The transaction is a snapshot, so that no row comes twice.
 */
export async function* walkList<Row>(listed: Listed, trx: Transaction): AsyncGenerator<Row[]> {
  await execute('set local cursor_tuple_fraction = 1', {}, trx)
  await execute(`declare walked no scroll cursor for ${orderedKeys(listed)}`, listed.filter.bindings, trx)
  let isMore = true
  while (isMore) {
    const found = await rows<{ key: number }>(`fetch ${CHUNK} from walked`, {}, trx)
    const keys = found.map(({ key }) => key)
    if (keys.length > 0) yield await readShown<Row>(listed.definition, keys, trx)
    isMore = keys.length === CHUNK
  }
  await execute('close walked', {}, trx)
}

/** How many rows the filtered set has, exactly. */
export async function countList({ definition, filter }: Listed, trx: Transaction): Promise<number> {
  const { total } = await oneRow<{ total: number }>(
    `select count(*)::int as total ${sourceOf(definition, filter)}`,
    filter.bindings,
    trx
  )
  return total
}

function orderedKeys({ definition, request, filter }: Listed): string {
  const { sql } = sortOf(definition, request)
  return `select ${definition.key} as key ${sourceOf(definition, filter)}
    order by ${sql} ${request.direction}, ${definition.key} ${request.direction}`
}
