import { type Confirmer, listConfirmers } from '#app/identity/queries/authority_changes'
import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import { guardedSetting } from '#app/sites/second_person/guarded_setting'

/** What somebody wants to loosen, while it waits for a second person. */
export type OpenSettingChange = {
  id: number
  setting: string
  title: string
  tab: string
  siteId: number | null
  /** Null is the whole group. */
  site: string | null
  before: string
  after: string
  reason: string
  proposer: string
  at: string
  isOwn: boolean
  /** Why who looks may not confirm it; null when they may. */
  hindrance: string | null
  /** Who may, by their names; empty when nobody can. */
  waitsFor: string[]
}

type Found = {
  id: number
  setting: string
  siteId: number | null
  site: string | null
  before: unknown
  after: unknown
  reason: string
  proposedBy: number
  proposer: string
  at: string
}

type Wanted = { changeId?: number; siteId?: number }
const OPEN_MAX = 100

/** What waits, the oldest first: of the companies of who looks and of the group; only one change, or one company's and the group's, when told so. */
export async function listOpenChanges(
  viewer: Confirmer,
  { changeId, siteId }: Wanted = {},
  client?: Client
): Promise<OpenSettingChange[]> {
  const all = viewer.siteIds === 'all'
  const found = await rows<Found>(
    `select c.id, c.setting, c.site_id, s.legal_name::text as site, c.before, c.after, c.reason, c.proposed_by, u.name as proposer, to_jsonb(c.proposed_at) #>> '{}' as at
       from setting_changes c join users u on u.id = c.proposed_by left join sites s on s.id = c.site_id
      where c.status = 'proposed' and (c.site_id is null or :all or c.site_id = any(:ids::bigint[]))
        and (:changeId::bigint is null or c.id = :changeId) and (:siteId::bigint is null or c.site_id is null or c.site_id = :siteId)
      order by c.id limit ${OPEN_MAX}`,
    { all, ids: all ? [] : viewer.siteIds, changeId: changeId ?? null, siteId: siteId ?? null },
    client
  )
  if (found.length === 0) return []
  const able = await listConfirmers(client)
  return found.map(({ proposedBy, ...change }) => {
    const { title, tab, words } = guardedSetting(change.setting)
    const others = able.filter(
      ({ id, siteIds }) =>
        id !== proposedBy &&
        (siteIds === 'all' || (change.siteId !== null && siteIds.includes(change.siteId)))
    )
    return {
      ...change,
      title,
      tab,
      before: words(change.before),
      after: words(change.after),
      isOwn: proposedBy === viewer.id,
      hindrance: hindranceOf(
        proposedBy === viewer.id,
        others.some(({ id }) => id === viewer.id)
      ),
      waitsFor: others.map(({ name }) => name),
    }
  })
}

function hindranceOf(isOwn: boolean, isAble: boolean): string | null {
  if (isOwn) return 'Debe confirmarlo una persona distinta de quien lo propuso.'
  return isAble
    ? null
    : 'No puede confirmarlo: hace falta un aprobador o una persona de sistema, ya confirmados y con acceso a la empresa.'
}

export type RecentChange = {
  id: number
  title: string
  site: string | null
  before: string
  after: string
  reason: string
  proposer: string
  decider: string | null
  status: string
  at: string
}

const RECENT_DAYS = 30
const RECENT_MAX = 50

/** How many controls were loosened in the last days, for the start page of those who answer for them. */
export async function countLoosened({ siteIds }: Confirmer, days: number): Promise<number> {
  const all = siteIds === 'all'
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from setting_changes c
      where c.status = 'confirmed' and c.decided_at > now() - make_interval(days => :days) and (c.site_id is null or :all or c.site_id = any(:ids::bigint[]))`,
    { days, all, ids: all ? [] : siteIds }
  )
  return count
}

/** What was decided on in the last thirty days, the newest first. */
export async function listRecentChanges(viewer: Confirmer): Promise<RecentChange[]> {
  const all = viewer.siteIds === 'all'
  const found = await rows<
    Omit<RecentChange, 'title'> & { setting: string; before: unknown; after: unknown }
  >(
    `select c.id, c.setting, s.legal_name::text as site, c.before, c.after, concat_ws(' · ', c.reason, c.decision_reason) as reason, u.name as proposer, d.name as decider, c.status, to_jsonb(c.decided_at) #>> '{}' as at
       from setting_changes c join users u on u.id = c.proposed_by join users d on d.id = c.decided_by left join sites s on s.id = c.site_id
      where c.decided_at > now() - make_interval(days => :days) and (c.site_id is null or :all or c.site_id = any(:ids::bigint[]))
      order by c.decided_at desc, c.id desc limit ${RECENT_MAX}`,
    { all, ids: all ? [] : viewer.siteIds, days: RECENT_DAYS }
  )
  return found.map(({ setting, ...change }) => {
    const { title, words } = guardedSetting(setting)
    return { ...change, title, before: words(change.before), after: words(change.after) }
  })
}
