import { type Client, rows } from '#app/kernel/database/sql'
import type { FiledProfile } from '#app/profiles/profile_file'
import { VISIBLE, visibleTo } from '#app/profiles/queries/find_profile'

/** A profile that is there already under a name and supplier; `isSeen` by who brings the file. */
export type KnownProfile = {
  id: number
  version: number
  siteIds: number[]
  centerId: number | null
  isSeen: boolean
}

/** What the names in a file stand for here. */
export type Lookups = {
  /** Categories in use that have the name: one, none, or several that nobody can tell apart. */
  categories: ReadonlyMap<string, number[]>
  providers: ReadonlyMap<string, number | null>
  taxCodes: ReadonlyMap<string, number | null>
}

const filled = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text): text is string => text !== null && text !== '')),
]

/** Categories, suppliers and taxes that the profiles of a file name, each asked once. */
export async function lookUp(filed: readonly FiledProfile[], client?: Client): Promise<Lookups> {
  const categories = await rows<{ name: string; ids: number[] }>(
    `select w.name, array(select c.id::float8 from categories c where c.name = w.name::citext and c.active limit 2) as ids
       from unnest(:names::text[]) as w(name)`,
    { names: filled(filed.map(({ category }) => category)) },
    client
  )
  const providers = await rows<{ name: string; id: number | null }>(
    `select w.name, (select v.id from providers v where (v.tax_id = w.name::citext or v.code = w.name) and v.status <> 'merged' order by v.id limit 1) as id
       from unnest(:names::text[]) as w(name)`,
    { names: filled(filed.map(({ provider }) => provider)) },
    client
  )
  const taxCodes = await rows<{ code: string; id: number | null }>(
    `select w.code, (select t.id from tax_codes t where t.code = upper(w.code) limit 1) as id from unnest(:codes::text[]) as w(code)`,
    { codes: filled(filed.flatMap(({ vat, withholding }) => [vat, withholding])) },
    client
  )
  return {
    categories: new Map(categories.map(({ name, ids }) => [name, ids])),
    providers: new Map(providers.map(({ name, id }) => [name, id])),
    taxCodes: new Map(taxCodes.map(({ code, id }) => [code, id])),
  }
}

/** The profiles that are there already under the same name and supplier, by their place in `wanted`. */
export async function findKnown(
  wanted: readonly ({ name: string; providerId: number | null } | null)[],
  scope: number[] | 'all',
  client?: Client
): Promise<ReadonlyMap<number, KnownProfile>> {
  const found = await rows<KnownProfile & { at: number }>(
    `select w.at, p.id, p.version, p.site_ids, p.center_id, ${VISIBLE} as is_seen
       from jsonb_to_recordset(:wanted::jsonb) as w(at int, name text, provider_id bigint)
       join expense_profiles p on p.name = w.name and p.provider_id is not distinct from w.provider_id`,
    {
      wanted: JSON.stringify(
        wanted.flatMap((one, at) => (one ? [{ at, name: one.name, provider_id: one.providerId }] : []))
      ),
      ...visibleTo(scope),
    },
    client
  )
  return new Map(found.map(({ at, ...known }) => [at, known]))
}
