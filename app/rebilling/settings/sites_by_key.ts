import { type Client, rows } from '#app/kernel/database/sql'

export type NamedSite = { id: number; code: string; name: string }

/** Companies with what people call them. */
export async function sitesByKey(ids: readonly number[], client?: Client): Promise<Map<number, NamedSite>> {
  const found = await rows<NamedSite>(
    `select id, code, legal_name::text as name from sites where id = any(:ids::bigint[])`,
    { ids: [...ids] },
    client
  )
  return new Map(found.map((site) => [site.id, site]))
}
