import { announcementWorkflow } from '#app/identity/workflows/announcement_workflow'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'

export type ManagedAnnouncement = {
  id: number
  title: string
  type: string
  status: string
  startsAt: string
  endsAt: string | null
  audience: string
  readCount: number
  audienceCount: number
  lockVersion: number
  actions: string[]
}

const definition: ListDefinition = {
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
export const managedAnnouncementsList: List<Found, ManagedAnnouncement> = {
  name: 'anuncios',
  definition,
  toRow: managedRow,
  columns: [
    { key: 'title', title: 'Título', kind: 'name', sort: 'title' },
    { key: 'type', title: 'Tipo', kind: 'own', only: 'page' },
    { key: 'status', title: 'Estado', kind: 'own', sort: 'status', only: 'page' },
    { key: 'startsAt', title: 'Desde', kind: 'instant', sort: 'starts_at' },
    { key: 'endsAt', title: 'Hasta', kind: 'instant' },
    { key: 'audience', title: 'Audiencia', kind: 'text' },
    { key: 'read', title: 'Leído por', kind: 'own', isFigure: true, only: 'page' },
  ],
}

/** What the filters of the list leave. */
export function announcementsFilter({ q, type, status }: Filters): Filter {
  const filter: Filter = { where: [], bindings: {} }
  if (q)
    Object.assign(filter.bindings, { q: `%${q}%` }) &&
      filter.where.push(`f_unaccent(lower(a.title)) like f_unaccent(lower(:q))`)
  if (type) Object.assign(filter.bindings, { type }) && filter.where.push('a.type = :type')
  if (status) Object.assign(filter.bindings, { status }) && filter.where.push('a.status = :status')
  return filter
}

function managedRow(found: Found): ManagedAnnouncement {
  return {
    id: found.id,
    title: found.title,
    type: found.type,
    status: found.status,
    startsAt: found.startsAt.toISOString(),
    endsAt: found.endsAt?.toISOString() ?? null,
    audience: found.roles.length === 5 ? 'Todos' : found.roles.join(', '),
    readCount: found.readCount,
    audienceCount: found.audienceCount,
    lockVersion: found.lockVersion,
    actions: [
      ...announcementWorkflow.available(found.status),
      ...(found.status === 'draft' ? ['delete'] : []),
    ],
  }
}
