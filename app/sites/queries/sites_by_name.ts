import { type Client, rows } from '#app/kernel/database/sql'
import { foldText } from '#app/kernel/text/similarity'

/**
 * Companies of somebody's scope by what a file may call them, folded: code, tax number, legal and trade name. Archived ones
 * are only among them `withArchived`.
 */
export async function sitesByName(
  { scope, archived }: { scope: number[] | 'all'; archived: 'with' | 'without' },
  client?: Client
): Promise<ReadonlyMap<string, number>> {
  const sites = await rows<{ id: number; names: string[] }>(
    `select id, array_remove(array[code, tax_id::text, legal_name::text, trade_name], null) as names from sites
      where (:archived or status <> 'archived') and (:all or id = any(:ids::bigint[]))`,
    { archived: archived === 'with', all: scope === 'all', ids: scope === 'all' ? [] : scope },
    client
  )
  return new Map(
    sites.flatMap(({ id, names }) => names.map((name): [string, number] => [foldText(name), id]))
  )
}

/** The code of each company, by its key. */
export async function siteCodes(client?: Client): Promise<ReadonlyMap<number, string>> {
  const sites = await rows<{ id: number; code: string }>(`select id, code from sites`, {}, client)
  return new Map(sites.map(({ id, code }) => [id, code]))
}
