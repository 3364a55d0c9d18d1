import { declaredJobs } from '#app/jobs/area_jobs'
import { isSweep, type ToldJob } from '#app/jobs/job'
import { nextDue, parseCron } from '#app/jobs/schedule/cron'
import { cronInWords } from '#app/jobs/schedule/cron_words'
import { rows } from '#app/kernel/database/sql'
import type { Badge, ListColumn } from '#app/kernel/lists/list_columns'
import { type CalendarDate, dayOfInstant } from '#app/kernel/time/calendar_date'
import {
  durationOf,
  RUN_IN_SCOPE,
  runStatus,
  scopeOf,
  type Viewer,
} from '#app/processes/queries/list_process_runs'

export type ProcessRow = {
  id: string
  title: string
  group: string
  /** Its group, and whether the product is sound without it. */
  kind: string
  changes: string
  schedule: string
  isCritical: boolean
  movesMoney: boolean
  isPaused: boolean
  isOpen: boolean
  state: Badge
  pause: { who: string | null; since: string; until: CalendarDate | null; reason: string } | null
  result: Badge | null
  message: string | null
  lastAt: string | null
  lastLookedAt: string | null
  durationMs: number | null
  nextAt: string | null
  failures: number
  actions: string[]
}

/** How the page draws them; the rest of a row it draws itself. */
export const PROCESS_COLUMNS: ListColumn<ProcessRow>[] = [
  { key: 'title', title: 'Proceso', kind: 'name', second: 'kind' },
  { key: 'schedule', title: 'Horario', kind: 'reference' },
  { key: 'state', title: 'Estado', kind: 'badge', card: 'figure' },
  { key: 'result', title: 'Resultado', kind: 'badge' },
  { key: 'lastAt', title: 'Última ejecución', kind: 'instant' },
  { key: 'durationMs', title: 'Duración', kind: 'own', isFigure: true, only: 'page' },
  { key: 'nextAt', title: 'Próxima ejecución', kind: 'instant' },
  { key: 'failures', title: 'Fallos', kind: 'own', isFigure: true, only: 'page' },
]

type Found = {
  key: string
  status: 'active' | 'paused'
  pausedBy: string | null
  pausedAt: Date | null
  pausedUntil: Date | null
  pauseReason: string | null
  lastLookedAt: Date | null
  failuresInRow: number
  openStatus: string | null
  runStatus: string | null
  isInterrupted: boolean | null
  message: string | null
  startedAt: Date | null
  finishedAt: Date | null
}

/** Every process with how it stands, for who looks; in the order of groups and titles. */
export async function listProcesses(viewer: Viewer & { canPauseCritical: boolean }): Promise<ProcessRow[]> {
  const jobs = await declaredJobs()
  const found = await rows<Found>(
    `select k.key, coalesce(p.status, 'active') as status, u.name as paused_by, p.paused_at, p.paused_until, p.pause_reason, p.last_looked_at,
            coalesce(p.failures_in_row, 0) as failures_in_row, open.status as open_status,
            last.status as run_status, last.is_interrupted, last.message, last.started_at, last.finished_at
       from unnest(:keys::text[]) k(key) left join automatic_processes p on p.key = k.key left join users u on u.id = p.paused_by
       left join lateral (select r.status from job_runs r where r.queue = k.key and r.status in ('queued', 'running')
                           order by r.status desc, r.id desc limit 1) open on true
       left join lateral (select r.status, r.is_interrupted, r.message, r.started_at, r.finished_at from job_runs r
                           where r.queue = k.key and r.finished_at is not null and ${RUN_IN_SCOPE} order by r.id desc limit 1) last on true`,
    { keys: jobs.map(({ queue }) => queue), ...scopeOf(viewer) }
  )
  const states = new Map(found.map((state) => [state.key, state]))
  const now = new Date()
  return jobs
    .flatMap((job) => {
      const state = states.get(job.queue)
      return state ? [shown(job, state, now, viewer.canPauseCritical)] : []
    })
    .sort(
      (one, other) => one.group.localeCompare(other.group, 'es') || one.title.localeCompare(other.title, 'es')
    )
}

function shown(job: ToldJob, state: Found, now: Date, canPauseCritical: boolean): ProcessRow {
  const { about, cron, queue } = job
  const isPaused = state.status === 'paused'
  const looked = isLater(state.lastLookedAt, state.finishedAt) ? state.lastLookedAt : null
  return {
    id: queue,
    title: about.title,
    group: about.group,
    kind: about.isCritical ? `${about.group} · Crítico` : about.group,
    changes: about.changes,
    schedule: cronInWords(cron),
    isCritical: about.isCritical === true,
    movesMoney: about.movesMoney === true,
    isPaused,
    isOpen: state.openStatus !== null,
    state: stateOf(state),
    pause: pauseOf(state),
    // What found nothing to do since then went well.
    result: looked && !state.failuresInRow ? { label: 'Sin novedades', tone: 'green' } : resultOf(state),
    message: state.message,
    lastAt: (looked ?? state.startedAt ?? state.finishedAt)?.toISOString() ?? null,
    lastLookedAt: state.lastLookedAt?.toISOString() ?? null,
    durationMs: durationOf(state),
    nextAt: cron && !isPaused ? (nextDue(parseCron(cron), now)?.toISOString() ?? null) : null,
    failures: state.failuresInRow,
    actions: actionsOf(job, state, canPauseCritical),
  }
}

const isLater = (one: Date | null, other: Date | null) => one !== null && (other === null || one > other)

const resultOf = ({ runStatus: status, isInterrupted }: Found) =>
  status === null ? null : runStatus(status, isInterrupted === true)

function stateOf({ status, openStatus }: Found): ProcessRow['state'] {
  if (openStatus === 'running') return { label: 'En ejecución', tone: 'blue' }
  if (status === 'paused') return { label: 'En pausa', tone: 'amber' }
  if (openStatus === 'queued') return { label: 'En cola', tone: 'grey' }
  return { label: 'Activo', tone: 'green' }
}

function pauseOf({ pausedAt, pausedBy, pausedUntil, pauseReason }: Found): ProcessRow['pause'] {
  if (pausedAt === null) return null
  return {
    who: pausedBy,
    since: pausedAt.toISOString(),
    until: dayOfInstant(pausedUntil?.toISOString() ?? null),
    reason: pauseReason ?? '',
  }
}

function actionsOf(job: ToldJob, { status, openStatus }: Found, canPauseCritical: boolean): string[] {
  const actions: string[] = []
  if (isSweep(job) && openStatus === null) actions.push('run')
  if (status === 'paused') actions.push('resume')
  else if (job.about.isPausable !== false && (canPauseCritical || !job.about.isCritical))
    actions.push('pause')
  return actions
}
