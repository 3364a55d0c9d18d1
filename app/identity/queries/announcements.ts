import type { Role } from '#app/identity/roles'
import { row, rows } from '#app/kernel/database/sql'

/** What an announcement shows (specification §3). */
export type Announcement = {
  id: number
  title: string
  type: string
  icon: string | null
  description: string | null
  image_url: string | null
  content: string
  action_url: string | null
  action_text: string | null
}

/** Who reads: the audience of an announcement is decided by role, companies and the day the user came. */
export type Reader = { userId: number; role: Role; siteIds: number[] | 'all' }

const GUARD = 100
const FIELDS = `a.id, a.title, a.type, a.icon, a.description, a.image_url as "image_url", a.image_file_id, a.content, a.action_url as "action_url", a.action_text as "action_text"`
const AUDIENCE = `:role = any(a.roles) and (a.site_ids is null or :allSites or a.site_ids && :siteIds::bigint[])`

const bindings = ({ userId, role, siteIds }: Reader) => ({
  userId,
  role,
  allSites: siteIds === 'all',
  siteIds: siteIds === 'all' ? [] : siteIds,
})

/** Published announcements of the reader's audience that were neither read nor dismissed; the most urgent first. */
export async function listUnreadAnnouncements(reader: Reader): Promise<Announcement[]> {
  const found = await rows<Record<string, unknown>>(
    `select ${FIELDS} from announcements a
      where a.status = 'published' and a.starts_at <= now() and (a.ends_at is null or a.ends_at > now()) and ${AUDIENCE}
        and (select u.created_at from users u where u.id = :userId) <= coalesce(a.ends_at, 'infinity')
        and not exists (select 1 from announcement_reads r where r.announcement_id = a.id and r.user_id = :userId
                         and (r.read_at is not null or r.dismissed_at is not null))
      order by a.priority desc, a.starts_at desc, a.id desc limit ${GUARD}`,
    bindings(reader)
  )
  return found.map(asAnnouncement)
}

export type PastAnnouncement = Announcement & { startsAt: string; read: boolean }

/** Announcements of the last twelve months for the reader's audience, newest first. */
export async function listPastAnnouncements(reader: Reader): Promise<PastAnnouncement[]> {
  const found = await rows<Record<string, unknown> & { startsAt: Date; seen: boolean }>(
    `select ${FIELDS}, a.starts_at, (r.read_at is not null or r.dismissed_at is not null) as seen from announcements a
       left join announcement_reads r on r.announcement_id = a.id and r.user_id = :userId
      where a.status = 'published' and a.starts_at <= now() and a.starts_at > now() - interval '12 months' and ${AUDIENCE}
      order by a.starts_at desc, a.id desc limit 200`,
    bindings(reader)
  )
  return found.map((item) => ({
    ...asAnnouncement(item),
    startsAt: item.startsAt.toISOString(),
    read: Boolean(item.seen),
  }))
}

/** Whether an announcement is meant for the reader; others must not even learn that it exists. */
export async function isInAudience(id: number, reader: Reader): Promise<boolean> {
  const found = await row(
    `select 1 as found from announcements a where a.id = :id and a.status = 'published' and ${AUDIENCE}`,
    {
      ...bindings(reader),
      id,
    }
  )
  return found !== null
}

/**
 * Key of the picture of an announcement that is stored with us, or null: when it has none, when it is not meant for the
 * reader, and while it is not published, except for `s1st3ma`, who writes them.
 */
export async function findImageFileId(id: number, reader: Reader): Promise<number | null> {
  const found = await row<{ imageFileId: number | null }>(
    `select a.image_file_id from announcements a
      where a.id = :id and (:writes or a.status = 'published' and a.starts_at <= now() and ${AUDIENCE})`,
    { ...bindings(reader), id, writes: reader.role === 's1st3ma' }
  )
  return found?.imageFileId ?? null
}

/** Where a picture that is stored with us is shown, a new address for every new picture; null when there is none. */
export function storedImageAddress({
  id,
  imageFileId,
}: {
  id?: unknown
  imageFileId?: unknown
}): string | null {
  return imageFileId ? `/announcements/${id}/image?v=${imageFileId}` : null
}

function asAnnouncement(record: Record<string, unknown>): Announcement {
  return {
    id: Number(record.id),
    title: String(record.title),
    type: String(record.type),
    icon: (record.icon as string | null) ?? null,
    description: (record.description as string | null) ?? null,
    image_url: storedImageAddress(record) ?? (record.imageUrl as string | null) ?? null,
    content: String(record.content),
    action_url: (record.actionUrl as string | null) ?? null,
    action_text: (record.actionText as string | null) ?? null,
  }
}
