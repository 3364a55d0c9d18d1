import type { Confirmer } from '#app/identity/queries/authority_changes'
import { ROLE_LABELS, type Role } from '#app/identity/roles'
import { oneRow, rows } from '#app/kernel/database/sql'

/** Something that somebody did to what another person may do: let in, changed, confirmed, let approve. */
export type PowerChange = {
  id: number
  what: string
  person: string
  /** From what to what; the company of an approval. */
  detail: string
  by: string
  at: string
}

const WORDS: Record<string, string> = {
  'user.created': 'Invitación',
  'user.changed': 'Cambio de acceso',
  'user.reactivate': 'Reactivación',
  'user.two_factor_disabled': 'Autenticación en dos pasos restablecida',
  'user.invitation_sent': 'Invitación enviada de nuevo',
  'user.reset_sent': 'Enlace para elegir contraseña',
  'user.confirmed': 'Confirmación de otra persona',
  'approval.proposed': 'Aprobación propuesta',
  'approval.activated': 'Aprobación activada',
}

/** Of others, by people (what the installation sets up is news to nobody), in companies of who looks. */
const POWERS = `audit_events e
       left join approvals a on e.object_type = 'approval' and a.id = e.object_id
       join users p on p.id = case when e.object_type = 'user' then e.object_id else a.user_id end
       join users b on b.id = e.user_id left join sites s on s.id = a.site_id
      where e.object_type in ('user', 'approval') and e.actor_kind = 'user' and e.event = any(:events::text[])
        and e.at > now() - make_interval(days => :days) and (e.object_type = 'approval' or e.user_id <> e.object_id)
        and (e.event <> 'user.changed' or jsonb_exists_any(e.diff, array['role', 'email', 'siteIds']))
        and (:all or case when a.id is not null then a.site_id = any(:ids::bigint[])
               else p.all_sites or p.role = 's1st3ma' or exists (select 1 from user_sites x where x.user_id = p.id and x.site_id = any(:ids::bigint[])) end)`

const bindings = ({ siteIds }: Confirmer, days: number) => ({
  events: Object.keys(WORDS),
  days,
  all: siteIds === 'all',
  ids: siteIds === 'all' ? [] : siteIds,
})

const LISTED_DAYS = 30
const LISTED_MAX = 50

/** What others may do since the last thirty days and could not before, the newest first. */
export async function listPowerChanges(viewer: Confirmer): Promise<PowerChange[]> {
  type Found = Omit<PowerChange, 'what' | 'detail'> & {
    event: string
    site: string | null
    role: [Role, Role] | null
    email: [string, string] | null
  }
  const found = await rows<Found>(
    `select e.id, e.event, p.name as person, b.name as by, to_jsonb(e.at) #>> '{}' as at, s.legal_name::text as site, e.diff -> 'role' as role, e.diff -> 'email' as email
       from ${POWERS} order by e.at desc, e.id desc limit ${LISTED_MAX}`,
    bindings(viewer, LISTED_DAYS)
  )
  return found.map(({ event, site, role, email, ...change }) => ({
    ...change,
    what: WORDS[event] ?? event,
    detail: [
      site,
      role && `${ROLE_LABELS[role[0]]} → ${ROLE_LABELS[role[1]]}`,
      email && `${email[0]} → ${email[1]}`,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
}

/** How many of these there were in the last days, for the start page of those who answer for approvals; not one's own. */
export async function countPowerChanges(viewer: Confirmer, days: number): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from ${POWERS} and e.user_id <> :viewerId`,
    { ...bindings(viewer, days), viewerId: viewer.id }
  )
  return count
}
