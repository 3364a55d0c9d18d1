import { A, ROLE_LABELS, type Role, S } from '#app/identity/roles'
import { type Client, oneRow, rows } from '#app/kernel/database/sql'

/** Roles that confirm what somebody else changed of a person's access (decision 0053). */
export const CONFIRMING: readonly Role[] = [S, A]

/** What approvers and whoever is one's second person are told while somebody has not been confirmed. */
export const UNCONFIRMED = 'Pendiente de confirmar por otra persona'

/** What can be changed of a person’s access, as people read it. */
export const AUTHORITY_WORDS: Record<string, string> = {
  invited: 'Invitación',
  role: 'Cambio de rol',
  companies: 'Cambio de empresas',
  email: 'Cambio de correo',
  second_factor: 'Autenticación en dos pasos restablecida',
  password_link: 'Enlace para elegir contraseña',
  reactivated: 'Reactivación',
}

export type OpenChange = { id: number; code: string; change: string; by: string; at: string }

/** A person whose access somebody else changed, until a second person looks at it. */
export type Unconfirmed = {
  id: number
  name: string
  email: string
  role: string
  companies: string
  status: string
  changes: OpenChange[]
  /** The newest of the changes: what a confirmation was shown. */
  lastChangeId: number
  /** Why who looks may not confirm it; null when they may. */
  hindrance: string | null
  /** Who may, by their names; empty when nobody can. */
  waitsFor: string[]
}

/** Who looks, and their companies. */
export type Confirmer = { id: number; siteIds: number[] | 'all' }

type Found = {
  id: number
  name: string
  email: string
  role: Role
  status: string
  codes: string | null
  siteIds: number[] | null
  allSites: boolean
  changes: { id: number; change: string; by: string; byId: number; at: string }[]
}

const PEOPLE_MAX = 100

/**
 * People of every role who wait to be confirmed (what they write is of two until then, decision 0062), the oldest change first, as far as the companies of who looks
 * reach; only one of them when `userId` is given.
 */
export async function listUnconfirmed(
  viewer: Confirmer,
  userId: number | null = null,
  client?: Client
): Promise<Unconfirmed[]> {
  const found = await rows<Found>(
    `select u.id, u.name, u.email::text, u.role, u.status, u.all_sites or u.role = 's1st3ma' as all_sites, c.ids as site_ids, c.codes, o.changes
       from users u
       join lateral (select jsonb_agg(jsonb_build_object('id', x.id, 'change', x.change, 'by', b.name, 'byId', b.id, 'at', x.changed_at) order by x.id) as changes, min(x.id) as first_id
               from user_authority_changes x join users b on b.id = x.changed_by where x.user_id = u.id and x.confirmed_at is null) o on o.changes is not null
       left join lateral (select array_agg(s.id)::int[] as ids, string_agg(s.code, ', ' order by s.code) as codes from user_sites x join sites s on s.id = x.site_id where x.user_id = u.id) c on true
      where u.status in ('active', 'invited') and (:userId::bigint is null or u.id = :userId)
        and (:all or u.id = :viewerId or not u.all_sites and u.role <> 's1st3ma'
          and not exists (select 1 from user_sites x where x.user_id = u.id and x.site_id <> all(:ids::bigint[])))
      order by o.first_id limit ${PEOPLE_MAX}`,
    {
      userId,
      viewerId: viewer.id,
      all: viewer.siteIds === 'all',
      ids: viewer.siteIds === 'all' ? [] : viewer.siteIds,
    },
    client
  )
  const able = await listConfirmers(client)
  return found.map((person) => unconfirmed(person, able, viewer))
}

type Able = { id: number; name: string; siteIds: number[] | 'all' }

/** Everybody who needs no confirming themselves and has a role that confirms. */
export async function listConfirmers(client?: Client): Promise<Able[]> {
  const found = await rows<{ id: number; name: string; all: boolean; siteIds: number[] }>(
    `select u.id, u.name, u.all_sites or u.role = 's1st3ma' as "all", array(select site_id from user_sites x where x.user_id = u.id)::int[] as site_ids
       from users u where u.status = 'active' and u.role = any(:roles::text[]) and is_confirmed(u.id) order by u.role = 's1st3ma' desc, u.name, u.id`,
    { roles: [...CONFIRMING] },
    client
  )
  return found.map(({ all, siteIds, ...person }) => ({ ...person, siteIds: all ? 'all' : siteIds }))
}

function unconfirmed(person: Found, able: readonly Able[], viewer: Confirmer): Unconfirmed {
  const authors = person.changes.map(({ byId }) => byId)
  const others = able.filter(
    ({ id, siteIds }) => id !== person.id && !authors.includes(id) && covers(siteIds, person)
  )
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: ROLE_LABELS[person.role],
    companies: person.allSites ? 'Todas' : (person.codes ?? 'Ninguna'),
    status: person.status,
    changes: person.changes.map(({ id, change, by, at }) => ({
      id,
      code: change,
      change: AUTHORITY_WORDS[change] ?? change,
      by,
      at,
    })),
    lastChangeId: Math.max(...person.changes.map(({ id }) => id)),
    hindrance: hindranceOf(person, viewer, others),
    waitsFor: others.map(({ name }) => name),
  }
}

function hindranceOf(
  { id, status, changes }: Found,
  viewer: Confirmer,
  others: readonly Able[]
): string | null {
  if (id === viewer.id) return 'Nadie confirma lo que otra persona le ha cambiado.'
  if (changes.some(({ byId }) => byId === viewer.id))
    return 'Debe confirmarlo una persona distinta de quien lo cambió.'
  if (!others.some((able) => able.id === viewer.id))
    return 'No puede confirmarlo: hace falta un aprobador o una persona de sistema, ya confirmados y con acceso a sus empresas.'
  return status === 'active' ? null : 'Todavía no ha aceptado la invitación.'
}

const covers = (own: number[] | 'all', { allSites, siteIds }: Found): boolean =>
  own === 'all' || (!allSites && (siteIds ?? []).every((id) => own.includes(id)))

/** Whether somebody counts where a second person is asked for. */
export async function isConfirmed(userId: number | null, client?: Client): Promise<boolean> {
  const { confirmed } = await oneRow<{ confirmed: boolean }>(
    `select is_confirmed(:userId::bigint) as confirmed`,
    { userId },
    client
  )
  return confirmed
}
