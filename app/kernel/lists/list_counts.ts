import { oneRow, steadyRows } from '#app/kernel/database/sql'

/** Up to so many rows a list is counted exactly without being asked. */
export const COUNT_CAP = 10_000
/** How long a count is taken for granted while pages are turned. */
const KEPT_MS = 60_000
const KEPT_MAX = 1_000

export type Count = { total: number; isExact: boolean }
type Bindings = Record<string, unknown>

/** Lists found longer than the cap, and until when that is taken for granted. */
const longUntil = new Map<string, number>()
/** Exact counts, and until when turning pages does not count again. */
const totals = new Map<string, { total: number; until: number }>()

const nameOf = (source: string, bindings: Bindings) => JSON.stringify([source, bindings])

/** How many rows a list has: `source` is its `from … where …`. Capped, ten thousand or more is told as ten thousand. */
export async function countListed(
  source: string,
  bindings: Bindings,
  how: 'exact' | 'capped'
): Promise<Count> {
  if (how === 'exact') {
    const { total } = await oneRow<{ total: number }>(`select count(*)::int as total ${source}`, bindings)
    return { total, isExact: true }
  }
  const name = nameOf(source, bindings)
  if ((longUntil.get(name) ?? 0) > Date.now()) return { total: COUNT_CAP, isExact: false }
  const capped = `select count(*)::int as total from (select 1 ${source} limit ${COUNT_CAP + 1}) capped`
  const [counted] = await steadyRows<{ total: number }>(capped, bindings)
  if (!counted) throw new Error('A count gave no row')
  const { total } = counted
  if (total <= COUNT_CAP) return { total, isExact: true }
  if (longUntil.size >= KEPT_MAX) longUntil.clear()
  longUntil.set(name, Date.now() + KEPT_MS)
  return { total: COUNT_CAP, isExact: false }
}

/** All the rows of a list, as counted within the last minute. */
export async function countAll(source: string, bindings: Bindings): Promise<number> {
  const name = nameOf(source, bindings)
  const known = totals.get(name)
  if (known && known.until > Date.now()) return known.total
  const { total } = await countListed(source, bindings, 'exact')
  if (totals.size >= KEPT_MAX) totals.clear()
  totals.set(name, { total, until: Date.now() + KEPT_MS })
  return total
}
