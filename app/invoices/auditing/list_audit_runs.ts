import type { RunScope } from '#app/invoices/audit/run_scope'
import { rows } from '#app/kernel/database/sql'
import type { Tone } from '#app/kernel/workflow'

const STATES: Record<string, { label: string; tone: Tone }> = {
  queued: { label: 'En cola', tone: 'grey' },
  running: { label: 'En marcha', tone: 'blue' },
  done: { label: 'Terminado', tone: 'green' },
  failed: { label: 'Fallido', tone: 'red' },
  cancelled: { label: 'Detenido', tone: 'amber' },
}

type Found = {
  id: number
  requester: string | null
  requestedBy: number | null
  scope: RunScope
  status: string
  totals: Record<string, number>
  invoicesTotal: number
  invoicesChecked: number
  findingsNew: number
  findingsGone: number
  error: string | null
  isStopping: boolean
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

const SHOWN = 100
const SELECT = `select r.id, u.name as requester, r.requested_by, r.scope, r.status, r.totals, r.invoices_total, r.invoices_checked, r.findings_new, r.findings_gone,
    r.error, r.cancel_requested_by is not null and r.status = 'running' as is_stopping, r.created_at, r.started_at, r.finished_at
  from invoice_audit_runs r left join users u on u.id = r.requested_by`

/** Runs of somebody limited to some companies are those over these only; who works with all sees all. */
export type RunViewer = { userId: number; siteIds: number[] | 'all' }

const MINE = `(:all or r.requested_by = :userId or (jsonb_array_length(r.scope -> 'siteIds') > 0
  and (select bool_and(s::bigint = any(:siteIds::bigint[])) from jsonb_array_elements_text(r.scope -> 'siteIds') s)))`
const bindings = ({ userId, siteIds }: RunViewer) => ({
  userId,
  all: siteIds === 'all',
  siteIds: siteIds === 'all' ? [] : siteIds,
})

/** The last hundred runs, the newest first. */
export async function listAuditRuns(viewer: RunViewer) {
  const found = await rows<Found>(
    `${SELECT} where ${MINE} order by r.created_at desc, r.id desc limit ${SHOWN}`,
    bindings(viewer)
  )
  return found.map(runProps)
}

/** One run; null when there is none in scope. */
export async function findAuditRun(runId: number, viewer: RunViewer) {
  const [found] = await rows<Found>(`${SELECT} where r.id = :runId and ${MINE}`, {
    ...bindings(viewer),
    runId,
  })
  return found ? runProps(found) : null
}

function runProps({ status, createdAt, startedAt, finishedAt, requestedBy: _, ...run }: Found) {
  return {
    ...run,
    status: STATES[status] ?? { label: status, tone: 'grey' as const },
    isUnderWay: status === 'queued' || status === 'running',
    createdAt: createdAt.toISOString(),
    seconds:
      startedAt && finishedAt ? Math.round((finishedAt.getTime() - startedAt.getTime()) / 100) / 10 : null,
  }
}

export type ShownRun = ReturnType<typeof runProps>
