import { findFile, type StoredFile } from '#app/files/store_file'
import type { Role } from '#app/identity/roles'
import { row, rows } from '#app/kernel/database/sql'
import type { Tone } from '#app/kernel/workflow'

export type ExportStatus = 'queued' | 'running' | 'done' | 'failed' | 'expired'

/** One export as its owner sees it. */
export type ExportRow = {
  id: number
  name: string
  format: string
  state: ExportStatus
  status: { label: string; tone: Tone }
  /** Rows written, of how many; the total is known once it has begun. */
  done: number
  total: number | null
  error: string | null
  requestedAt: string
  expiresAt: string | null
}

const STATUS: Record<ExportStatus, { label: string; tone: Tone }> = {
  queued: { label: 'En espera', tone: 'grey' },
  running: { label: 'Preparando', tone: 'blue' },
  done: { label: 'Lista', tone: 'green' },
  failed: { label: 'Fallida', tone: 'red' },
  expired: { label: 'Caducada', tone: 'grey' },
}
const SHOWN_MAX = 50

type Viewer = { userId: number; role: Role; siteIds: number[] | 'all' }
type Found = {
  id: number
  name: string
  format: string
  status: ExportStatus
  rowCount: number
  done: number | null
  total: number | null
  error: string | null
  createdAt: Date
  expiresAt: Date
}

/** The latest exports of a person, newest first, at most fifty. */
export async function listExports(userId: number): Promise<ExportRow[]> {
  const found = await rows<Found>(
    `select e.id, e.name, e.format, case when e.status = 'done' and e.expires_at <= now() then 'expired' else e.status end as status,
            e.row_count, r.done_count as done, r.total_count as total, e.error, e.created_at, e.expires_at
       from exports e left join job_runs r on r.id = e.run_id
      where e.user_id = :userId order by e.id desc limit ${SHOWN_MAX}`,
    { userId }
  )
  return found.map((one) => ({
    id: one.id,
    name: one.name,
    format: one.format.toUpperCase(),
    state: one.status,
    status: STATUS[one.status],
    done: one.status === 'done' || one.status === 'expired' ? one.rowCount : (one.done ?? 0),
    total: one.total,
    error: one.status === 'failed' ? one.error : null,
    requestedAt: one.createdAt.toISOString(),
    expiresAt: one.status === 'done' ? one.expiresAt.toISOString() : null,
  }))
}

/**
 * The file of a person's own export; null when it is not theirs, not ready, out of time, or was made with more rights
 * than they have now (another role, a company that was taken away since).
 */
export async function findExportFile(id: number, viewer: Viewer): Promise<StoredFile | null> {
  const found = await row<{ fileId: number; madeFor: { role: Role; siteIds: number[] | 'all' } }>(
    `select file_id, made_for from exports where id = :id and user_id = :userId and status = 'done' and expires_at > now()`,
    { id, userId: viewer.userId }
  )
  if (!found || !isWithin(found.madeFor, viewer)) return null
  return findFile(found.fileId)
}

function isWithin({ role, siteIds }: Pick<Viewer, 'role' | 'siteIds'>, viewer: Viewer): boolean {
  if (role !== viewer.role) return false
  const { siteIds: now } = viewer
  if (now === 'all') return true
  return siteIds !== 'all' && siteIds.every((siteId) => now.includes(siteId))
}
