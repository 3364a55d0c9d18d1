import { type Client, oneRow } from '#app/kernel/database/sql'

/** What stands against an act on a record: rows of whoever keeps them, and how people are told. */
export type Hindrance = {
  /** SQL: a row for each thing that stands in the way, where `record` is the key of the record (a binding or a column). */
  rows: (record: string) => string
  /** A column of those rows that is added up for `says`: cents. */
  sum?: string
  says: (count: number, sumMinor: number) => string
  /** Where it is put right. */
  href?: (record: number) => string
}

export type FoundHindrance = { count: number; text: string; href: string | null }

/** SQL: whether anything stands in the way of the record whose key `record` is; for a condition or a column. */
export const isHindered = (hindrances: readonly Pick<Hindrance, 'rows'>[], record: string): string =>
  hindrances.length === 0
    ? 'false'
    : `(${hindrances.map(({ rows }) => `exists (${rows(record)})`).join(' or ')})`

/** What stands in the way of a record, in the order given and in one query; of each no more than `countMax` are counted. */
export async function findHindrances(
  hindrances: readonly Hindrance[],
  record: number,
  { client, countMax }: { client?: Client; countMax?: number } = {}
): Promise<FoundHindrance[]> {
  if (hindrances.length === 0) return []
  const limit = countMax === undefined ? '' : `limit ${countMax}`
  const counts = hindrances.map(
    ({ rows, sum }) =>
      `(select jsonb_build_array(count(*), coalesce(sum(${sum ?? '0'}), 0)) from (${rows(':record')} ${limit}) x)`
  )
  const { found } = await oneRow<{ found: [count: number, sumMinor: number][] }>(
    `select jsonb_build_array(${counts.join(', ')}) as found`,
    { record },
    client
  )
  return hindrances.flatMap(({ says, href }, at) => {
    const [count, sumMinor] = found[at] ?? [0, 0]
    return count === 0 ? [] : [{ count, text: says(count, sumMinor), href: href?.(record) ?? null }]
  })
}
