import type { TimelineEntry } from '#app/audit/list_events'
import { rows } from '#app/kernel/database/sql'

const LIMIT = 200

/** What happened to a company, to its approvals and to what somebody wanted to loosen of it, the latest first; an approval's event says whose it is. */
export async function listSiteEvents(siteId: number): Promise<TimelineEntry[]> {
  const found = await rows<Omit<TimelineEntry, 'at'> & { at: Date }>(
    `with chosen as (
       select e.*, null as holder from audit_events e where e.object_type = 'site' and e.object_id = :siteId
       union all
       select e.*, h.name from approvals a join users h on h.id = a.user_id
         join audit_events e on e.object_type = 'approval' and e.object_id = a.id where a.site_id = :siteId
       union all
       select e.*, null from setting_changes c join audit_events e on e.object_type = 'setting_change' and e.object_id = c.id where c.site_id = :siteId)
     select e.id, e.at, u.name as "user", e.actor_kind, e.event, e.from_status, e.to_status, nullif(concat_ws(' · ', e.holder, e.reason), '') as reason, e.diff
       from chosen e left join users u on u.id = e.user_id order by e.at desc, e.id desc limit ${LIMIT}`,
    { siteId }
  )
  return found.map((entry) => ({ ...entry, at: entry.at.toISOString() }))
}
