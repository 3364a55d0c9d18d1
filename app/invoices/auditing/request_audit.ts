import { type Actor, recordEvent, SYSTEM } from '#app/audit/record_event'
import { type RunScope, scopeKey } from '#app/invoices/audit/run_scope'
import { auditJob } from '#app/invoices/jobs/audit_job'
import { enqueue } from '#app/jobs/queue'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { addMonths, type CalendarDate, compareDays, formatDay } from '#app/kernel/time/calendar_date'

const MONTHS_MAX = 24

/** Starts a run in the background. Throws at its field for days in the wrong order or too far apart, and when the same run goes on. */
export async function requestAudit(scope: RunScope, actor: Actor): Promise<number> {
  if (compareDays(scope.from, scope.to) > 0)
    throw new DomainError('E_RANGE', 'El final debe ser posterior al inicio.', { field: 'to' })
  if (compareDays(scope.to, addMonths(scope.from, MONTHS_MAX)) > 0)
    throw new DomainError('E_RANGE', 'El rango no puede superar 24 meses.', { field: 'to' })
  return refusingSame(() =>
    inTransaction(async (trx) => {
      const id = await insertRun(scope, actor.userId, trx)
      const title = `Auditar facturas del ${formatDay(scope.from)} al ${formatDay(scope.to)}`
      const about = { title, userId: actor.userId, objectType: 'audit_run', objectId: id }
      await enqueue(auditJob, { runId: id }, about, trx)
      await recordEvent(
        {
          actor,
          objectType: 'audit_run',
          objectId: id,
          event: 'audit_run.requested',
          diff: { scope: [null, scope] },
        },
        trx
      )
      return id
    })
  )
}

/** The run of every night, worked by its own job; the one that a crash left, or null while somebody runs the same. */
export async function requestNightlyRun(from: CalendarDate, to: CalendarDate): Promise<number | null> {
  const scope: RunScope = { siteIds: [], from, to, providerIds: [], rules: [], withPaid: false }
  const running = await row<{ id: number; requestedBy: number | null }>(
    `select id, requested_by from invoice_audit_runs where scope_key = :key and status in ('queued', 'running')`,
    { key: scopeKey(scope) }
  )
  if (running) return running.requestedBy === null ? running.id : null
  return inTransaction((trx) => insertRun(scope, SYSTEM.userId, trx))
}

async function insertRun(scope: RunScope, userId: number | null, trx: Transaction): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into invoice_audit_runs (requested_by, scope, scope_key) values (:userId, :scope, :key) returning id`,
    { userId, scope: JSON.stringify(scope), key: scopeKey(scope) },
    trx
  )
  return id
}

async function refusingSame<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'invoice_audit_runs_one') throw error
    throw new DomainError('E_SAME_RUN', 'Ya hay un análisis igual en marcha.', {
      field: 'from',
      cause: error,
    })
  }
}

/** Asks a run to stop after the chunk it is at; one that has not begun ends at once. */
export async function cancelAudit(runId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const found = await row<{ status: string }>(
      `update invoice_audit_runs set cancel_requested_by = :userId,
          status = case when status = 'queued' then 'cancelled' else status end, finished_at = case when status = 'queued' then now() end
        where id = :runId and status in ('queued', 'running') returning status`,
      { runId, userId: actor.userId },
      trx
    )
    if (!found) throw new DomainError('E_TRANSITION', 'El análisis ya ha terminado.')
    await recordEvent({ actor, objectType: 'audit_run', objectId: runId, event: 'audit_run.cancelled' }, trx)
  })
}
