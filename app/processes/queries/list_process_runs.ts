import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'

/** Who looks: runs about a company are shown to those who work with it. */
export type Viewer = { siteIds: number[] | 'all' }

/** Condition on a run `r` for who looks; the bindings are those of `scopeOf`. */
export const RUN_IN_SCOPE = `(:allSites or r.site_id is null or r.site_id = any(:siteIds::bigint[]))`

export const scopeOf = ({ siteIds }: Viewer) => ({
  allSites: siteIds === 'all',
  siteIds: siteIds === 'all' ? [] : siteIds,
})

export type ProcessRun = {
  id: number
  title: string
  trigger: string
  status: Badge
  isOpen: boolean
  queuedAt: string
  startedAt: string | null
  finishedAt: string | null
  durationMs: number | null
  who: string | null
  attempt: number
  counters: Record<string, number>
  done: number
  total: number | null
  message: string | null
  error: string | null
  href: string | null
  canRetry: boolean
  canCancel: boolean
}

/** The last of them in a drawer, and in its chart. */
export const RUNS_SHOWN = 50

export type FoundRun = {
  id: number
  title: string
  trigger: string
  status: string
  isInterrupted: boolean
  isSweep: boolean
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  who: string | null
  attempt: number
  counters: Record<string, number> | null
  done: number
  total: number | null
  message: string | null
  error: string | null
  resultUrl: string | null
}

/** The last runs of a process that somebody may see, newest first. */
export function findRuns(key: string, viewer: Viewer): Promise<FoundRun[]> {
  return rows<FoundRun>(
    `select r.id, r.title, r.trigger, r.status, r.is_interrupted, r.is_sweep, r.created_at, r.started_at, r.finished_at, u.name as who, r.attempt, r.counters,
            r.done_count as done, r.total_count as total, r.message, r.error, r.result_url
       from job_runs r left join users u on u.id = r.user_id
      where r.queue = :key and ${RUN_IN_SCOPE} order by r.id desc limit ${RUNS_SHOWN}`,
    { key, ...scopeOf(viewer) }
  )
}

const STATUSES: Record<string, Badge> = {
  queued: { label: 'En cola', tone: 'grey' },
  running: { label: 'En ejecución', tone: 'blue' },
  succeeded: { label: 'Correcto', tone: 'green' },
  warning: { label: 'Con avisos', tone: 'amber' },
  failed: { label: 'Fallido', tone: 'red' },
  cancelled: { label: 'Cancelado', tone: 'grey' },
}

/** How a run stands, in words; one whose worker was lost says so. */
export function runStatus(status: string, isInterrupted: boolean): Badge {
  if (status === 'failed' && isInterrupted) return { label: 'Interrumpido', tone: 'red' }
  return STATUSES[status] ?? { label: status, tone: 'grey' }
}

/** How long the work of a run took, in milliseconds; null while it lasts. */
export const durationOf = (run: { startedAt: Date | null; finishedAt: Date | null }): number | null =>
  run.startedAt && run.finishedAt ? Math.max(0, run.finishedAt.getTime() - run.startedAt.getTime()) : null
