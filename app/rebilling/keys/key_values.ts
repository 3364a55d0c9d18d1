import { type Client, rows } from '#app/kernel/database/sql'
import { monthsOf, type Period } from '#app/rebilling/allocation/period'

export type KeyValues = {
  /** Sum of the months of the period, by company, as exact text. */
  values: Map<number, string>
  /** Who wrote them. */
  authors: number[]
}

/** What companies have of a key in a period: a quarter is the sum of its months. */
export async function keyValues(
  { key, period, siteIds }: { key: string; period: Period; siteIds: readonly number[] },
  client?: Client
): Promise<KeyValues> {
  const found = await rows<{ siteId: number; value: string; authors: (number | null)[] }>(
    `select site_id, sum(value)::text as value, array_agg(distinct updated_by) as authors from allocation_keys
      where name = :key and month = any(:months::date[]) and site_id = any(:siteIds::bigint[]) group by site_id`,
    { key, months: monthsOf(period), siteIds: [...siteIds] },
    client
  )
  return {
    values: new Map(found.map(({ siteId, value }) => [siteId, value])),
    authors: [...new Set(found.flatMap(({ authors }) => authors.filter((id) => id !== null)))],
  }
}
