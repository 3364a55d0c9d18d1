import { ROLES } from '#app/identity/roles'
import { oneRow } from '#app/kernel/database/sql'

type Wanted = {
  title?: string
  type?: string
  icon?: string
  description?: string
  image_url?: string
  content?: string
  action_url?: string
  action_text?: string
  roles?: string[]
  site_ids?: number[]
  /** How far from now it starts and ends: `-1 hour`, `2 days`. */
  starts_at?: string
  ends_at?: string
  priority?: number
  status?: 'draft' | 'published' | 'withdrawn'
}

/** A published announcement for everybody, unless told otherwise. Gives its key. */
export async function makeAnnouncement(wanted: Wanted = {}): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into announcements (title, type, icon, description, image_url, content, action_url, action_text, roles, site_ids, starts_at, ends_at, priority, status)
     values (:title, :type, :icon, :description, :imageUrl, :content, :actionUrl, :actionText, :roles, :siteIds,
        now() + :startsIn::interval, now() + :endsIn::interval, :priority, :status) returning id`,
    {
      title: wanted.title ?? 'Cambios en la conciliación',
      type: wanted.type ?? 'improvement',
      icon: wanted.icon ?? null,
      description: wanted.description ?? null,
      imageUrl: wanted.image_url ?? null,
      content: wanted.content ?? 'La conciliación es más rápida.',
      actionUrl: wanted.action_url ?? null,
      actionText: wanted.action_text ?? null,
      roles: wanted.roles ?? [...ROLES],
      siteIds: wanted.site_ids ?? null,
      startsIn: wanted.starts_at ?? '-1 minute',
      endsIn: wanted.ends_at ?? null,
      priority: wanted.priority ?? 0,
      status: wanted.status ?? 'published',
    }
  )
  return id
}
