import { announcementWorkflow } from '#app/identity/workflows/announcement_workflow'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'

export type ManagedAnnouncement = {
  id: number
  title: string
  type: string
  status: string
  starts_at: string
  ends_at: string | null
  audience: string
  read_count: number
  audience_count: number
  lock_version: number
  actions: string[]
}

export const managedAnnouncementsList: ListDefinition = {
  from: 'announcements a',
  key: 'a.id',
  select: `a.id, a.title, a.type, a.status, a.starts_at, a.ends_at, a.roles, a.lock_version,
    (select count(*)::int from announcement_reads r where r.announcement_id = a.id) as read_count,
    (select count(*)::int from users u where u.role = any(a.roles) and u.status = 'active') as audience_count`,
  sorts: {
    starts_at: { sql: 'a.starts_at', type: 'timestamptz' },
    title: { sql: 'a.title collate "es-x-icu"', type: 'text' },
    status: { sql: 'a.status', type: 'text' },
  },
  defaultSort: '-starts_at',
}

type Filters = { q: string; type: string | null; status: string | null }
type Found = {
  id: number
  title: string
  type: string
  status: keyof typeof announcementWorkflow.states
  startsAt: Date
  endsAt: Date | null
  roles: string[]
  readCount: number
  audienceCount: number
  lockVersion: number
}

/** Announcements for the person who writes them, with how many of the audience have read each. */
export async function listManagedAnnouncements(
  request: ListRequest,
  { q, type, status }: Filters
): Promise<ListOf<ManagedAnnouncement>> {
  const filter: Filter = { where: [], bindings: {} }
  if (q)
    Object.assign(filter.bindings, { q: `%${q}%` }) &&
      filter.where.push(`f_unaccent(lower(a.title)) like f_unaccent(lower(:q))`)
  if (type) Object.assign(filter.bindings, { type }) && filter.where.push('a.type = :type')
  if (status) Object.assign(filter.bindings, { status }) && filter.where.push('a.status = :status')
  const page = await listPage<Found>(managedAnnouncementsList, request, filter)
  return { ...page, rows: page.rows.map(managedRow) }
}

function managedRow(found: Found): ManagedAnnouncement {
  return {
    id: found.id,
    title: found.title,
    type: found.type,
    status: found.status,
    starts_at: found.startsAt.toISOString(),
    ends_at: found.endsAt?.toISOString() ?? null,
    audience: found.roles.length === 5 ? 'Todos' : found.roles.join(', '),
    read_count: found.readCount,
    audience_count: found.audienceCount,
    lock_version: found.lockVersion,
    actions: [
      ...announcementWorkflow.available(found.status),
      ...(found.status === 'draft' ? ['delete'] : []),
    ],
  }
}
