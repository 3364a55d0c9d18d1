import { rows } from '#app/kernel/database/sql'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import { matchedLines } from '#app/profiles/ports'
import { VISIBLE, visibleTo } from '#app/profiles/queries/find_profile'

export type ProfileRow = {
  id: number
  name: string
  provider: string | null
  providerId: number | null
  category: string
  account: string
  keywords: number
  priority: number
  matches30d: number
  corrections30d: number
  active: boolean
}

type Found = Omit<ProfileRow, 'matches30d' | 'corrections30d'> & {
  matches: number
  corrections: number
}

const JOINS = `join categories c on c.id = p.category_id left join providers v on v.id = p.provider_id
    left join lateral (select count(*)::int as keywords from profile_keywords where profile_id = p.id) k on true
    left join lateral (select count(*)::int as matches from (${matchedLines.one()('p.id')}) l where l.created_at > now() - interval '30 days') m on true
    left join lateral (select count(*)::int as corrections from profile_corrections where predicted_profile_id = p.id and created_at > now() - interval '30 days') x on true`

const SELECT = `p.id, p.name, v.legal_name as provider, p.provider_id, c.name::text as category, coalesce(p.ledger_account_code, c.ledger_account_prefix) as account,
    k.keywords, p.priority, m.matches, x.corrections, p.active`

const definition: ListDefinition = {
  from: 'expense_profiles p',
  key: 'p.id',
  joins: JOINS,
  select: SELECT,
  sorts: {
    name: { sql: 'p.name', type: 'text' },
    priority: { sql: 'p.priority', type: 'int' },
  },
  defaultSort: 'name',
}

const profileRow = ({ matches, corrections, ...found }: Found): ProfileRow => ({
  ...found,
  matches30d: matches,
  corrections30d: corrections,
})

/** The profiles of all suppliers and of the group. */
export const profilesList: List<Found, ProfileRow> = {
  name: 'perfiles-de-gasto',
  definition,
  toRow: (found) => profileRow({ ...found, provider: found.provider ?? 'Todos' }),
  columns: [
    { key: 'name', title: 'Perfil', kind: 'name', sort: 'name', file: { width: 30 } },
    { key: 'provider', title: 'Proveedor', kind: 'text', width: 220, file: { width: 40 } },
    { key: 'category', title: 'Categoría', kind: 'text', width: 180 },
    { key: 'account', title: 'Cuenta', kind: 'reference' },
    { key: 'keywords', title: 'Palabras', kind: 'number' },
    { key: 'priority', title: 'Prioridad', kind: 'number', sort: 'priority' },
    { key: 'matches30d', title: 'Aciertos 30 d', kind: 'number', card: 'figure' },
    { key: 'corrections30d', title: 'Correcciones', kind: 'number' },
    { key: 'active', title: 'Activo', kind: 'own', file: { value: (row) => (row.active ? 'Sí' : 'No') } },
  ],
}

/** Profiles that only other companies use are not the reader's. */
export function ownCompanies(scope: number[] | 'all'): {
  condition: string
  bindings: Record<string, unknown>
} {
  return { condition: VISIBLE, bindings: visibleTo(scope) }
}

export type ProfileCard = ProfileRow & {
  /** Whole percent of the lines of 30 days that nobody corrected; null without lines. */
  precision: number | null
  lastMatchedAt: string | null
}

/** The profiles of a supplier and, apart, how they did. */
export async function profileCards(providerId: number, scope: number[] | 'all'): Promise<ProfileCard[]> {
  const found = await rows<Found & { lastAt: Date | null }>(
    `select ${SELECT}, (select max(l.created_at) from (${matchedLines.one()('p.id')}) l) as last_at
       from expense_profiles p ${JOINS} where p.provider_id = :providerId and ${VISIBLE} order by p.active desc, p.name limit 200`,
    { providerId, ...visibleTo(scope) }
  )
  return found.map(({ lastAt, ...row }) => ({
    ...profileRow(row),
    precision: precisionOf(row.matches, row.corrections),
    lastMatchedAt: lastAt?.toISOString() ?? null,
  }))
}

/** A corrected line is no longer the profile's: what it had is both together. */
function precisionOf(matches: number, corrections: number): number | null {
  const had = matches + corrections
  return had === 0 ? null : Math.floor((matches * 100) / had)
}

/** SQL: the words of a profile `p` that are searched. */
export const PROFILE_WORDS = 'f_unaccent(lower(p.name))'

/** SQL: what the tabs of the list of all profiles ask of a profile `p`. */
export const PROFILE_TABS: Record<string, string> = {
  global: 'p.provider_id is null',
  inactive: 'not p.active',
}
