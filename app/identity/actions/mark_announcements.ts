import type { Reader } from '#app/identity/queries/announcements'
import { execute } from '#app/kernel/database/sql'

/** Marks announcements of the reader's audience as read or dismissed; doing it again changes nothing. */
export async function markAnnouncements(
  ids: number[],
  reader: Reader,
  mark: 'read_at' | 'dismissed_at'
): Promise<void> {
  const siteIds = reader.siteIds
  await execute(
    `insert into announcement_reads (announcement_id, user_id, ${mark})
     select a.id, :userId, now() from announcements a
      where a.id = any(:ids::bigint[]) and a.status = 'published' and :role = any(a.roles)
        and (a.site_ids is null or :allSites or a.site_ids && :siteIds::bigint[])
     on conflict (announcement_id, user_id) do update set ${mark} = coalesce(announcement_reads.${mark}, excluded.${mark})`,
    {
      ids,
      userId: reader.userId,
      role: reader.role,
      allSites: siteIds === 'all',
      siteIds: siteIds === 'all' ? [] : siteIds,
    }
  )
}
