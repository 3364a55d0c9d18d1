import type { AuditContext } from '#app/invoices/audit/audit_context'
import { evaluateInvoices } from '#app/invoices/audit/evaluate_invoices'
import { readAuditContext } from '#app/invoices/audit/read_context'
import { type RunScope, scopeFilter } from '#app/invoices/audit/run_scope'
import { auditProviders } from '#app/invoices/auditing/audit_providers'
import { planInvoices, type Written, writeAlarms } from '#app/invoices/auditing/write_alarms'
import type { Progress } from '#app/jobs/queue'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import { formatDay } from '#app/kernel/time/calendar_date'

const CHUNK = 2_500
/** So many chunks are judged at a time: while the database is asked about one, another is judged. */
const LANES = 2
const WRITE_BATCH = 500

type Run = Place & { id: number; status: string; scope: RunScope; isCancelled: boolean }
/** How far a run has come: behind this invoice of this supplier; null for those of no supplier, which come last. */
type Place = { lastProviderId: number | null; lastInvoiceId: number }

/**
 * Judges the invoices of a run from supplier to supplier, some thousands at a time, and writes what has changed: what an
 * invoice is compared with is mostly in its own chunk. Chunks overlap and are kept in their order; after each it looks
 * whether somebody stopped it, and begun again after a crash it goes on behind the last that was kept. Gives a sentence.
 */
export async function runAudit(runId: number, progress: Progress): Promise<string> {
  const run = await readRun(runId)
  if (!run || !['queued', 'running'].includes(run.status)) return 'El análisis ya había terminado.'
  const { where, bindings } = scopeFilter(run.scope)
  const { total } = await oneRow<{ total: number }>(
    `select count(*)::int as total from invoices i where ${where}`,
    bindings
  )
  await execute(
    `update invoice_audit_runs set status = 'running', started_at = coalesce(started_at, now()), invoices_total = :total where id = :runId`,
    { runId, total }
  )
  const context = await readAuditContext()
  const codes = run.scope.rules.length > 0 ? run.scope.rules : undefined
  let { isCancelled } = run
  let place: Place | null = { lastProviderId: run.lastProviderId, lastInvoiceId: run.lastInvoiceId }
  let kept: Place = place
  const underWay: Judged[] = []
  while (!isCancelled) {
    if (place && underWay.length < LANES) {
      const { ids, next }: NextChunk = await nextChunk(place, where, bindings)
      underWay.push({ checked: ids.length, next, written: settled(auditChunk(ids, context, codes)) })
      place = next
      continue
    }
    const first = underWay.shift()
    if (!first) break
    const written = await resultOf(first.written)
    kept = first.next ?? kept
    const now = await keepChunk(runId, { ...kept, checked: first.checked, ...written })
    isCancelled = now.isCancelled
    await progress(now.checked, total, `${now.checked} de ${counted(total, 'factura', 'facturas')}`)
  }
  await Promise.all(underWay.map(({ written }) => written))
  if (!isCancelled && run.scope.providerIds.length === 0 && run.scope.siteIds.length === 0) {
    const written = await auditProviders(context, codes)
    await keepChunk(runId, { ...kept, checked: 0, ...written })
  }
  return endRun(runId, isCancelled ? 'cancelled' : 'done')
}

type Outcome = { written: Written } | { failure: unknown }
type Judged = { checked: number; next: Place | null; written: Promise<Outcome> }
type NextChunk = { ids: number[]; next: Place | null }

/** What waits for its turn may fail before anybody looks: the failure is kept for then. */
const settled = (work: Promise<Written>): Promise<Outcome> =>
  work.then(
    (written) => ({ written }),
    (failure: unknown) => ({ failure })
  )

async function resultOf(work: Promise<Outcome>): Promise<Written> {
  const outcome = await work
  if ('failure' in outcome) throw outcome.failure
  return outcome.written
}

/** The invoices behind a place, and the place behind them; none when these were the last. */
async function nextChunk(
  { lastProviderId, lastInvoiceId }: Place,
  where: string,
  bindings: Record<string, unknown>
): Promise<NextChunk> {
  const from =
    lastProviderId === null
      ? `i.provider_id is null and i.id > :lastInvoiceId`
      : `(i.provider_id, i.id) > (:lastProviderId::bigint, :lastInvoiceId::bigint)`
  const found = await rows<{ id: number; providerId: number | null }>(
    `select i.id, i.provider_id from invoices i where ${from} and ${where} order by i.provider_id, i.id limit ${CHUNK}`,
    { ...bindings, lastProviderId, lastInvoiceId }
  )
  const ids = found.map(({ id }) => id)
  const last = found.at(-1)
  if (last && found.length === CHUNK)
    return { ids, next: { lastProviderId: last.providerId, lastInvoiceId: last.id } }
  return { ids, next: lastProviderId === null ? null : { lastProviderId: null, lastInvoiceId: 0 } }
}

/**
 * Judges some invoices without holding anybody up, then locks the few whose alarms would change and judges those again
 * as they are now. An invoice somebody is working on is left to their own save.
 */
export async function auditChunk(
  ids: readonly number[],
  context: AuditContext,
  codes?: readonly string[]
): Promise<Written> {
  if (ids.length === 0) return { raised: 0, closed: 0 }
  const found = await evaluateInvoices(ids, context, undefined, codes)
  const changed = [...(await planInvoices(found, undefined, codes)).keys()]
  const written: Written = { raised: 0, closed: 0 }
  for (let from = 0; from < changed.length; from += WRITE_BATCH) {
    const { raised, closed } = await rewrite(changed.slice(from, from + WRITE_BATCH), context, codes)
    written.raised += raised
    written.closed += closed
  }
  return written
}

const rewrite = (ids: number[], context: AuditContext, codes?: readonly string[]): Promise<Written> =>
  inTransaction(async (trx) => {
    const locked = await rows<{ id: number }>(
      `select id from invoices where id = any(:ids::bigint[]) order by id for update skip locked`,
      { ids },
      trx
    )
    const free = locked.map(({ id }) => id)
    return writeAlarms(await evaluateInvoices(free, context, trx, codes), trx, codes)
  })

async function readRun(runId: number): Promise<Run | null> {
  return row<Run>(
    `select id, status, scope, last_provider_id, last_invoice_id, cancel_requested_by is not null as is_cancelled from invoice_audit_runs where id = :runId`,
    { runId }
  )
}

type Chunk = Written & Place & { checked: number }

function keepChunk(runId: number, chunk: Chunk): Promise<{ checked: number; isCancelled: boolean }> {
  return oneRow(
    `update invoice_audit_runs set last_provider_id = :lastProviderId, last_invoice_id = :lastInvoiceId, invoices_checked = invoices_checked + :checked,
        findings_new = findings_new + :raised, findings_gone = findings_gone + :closed
      where id = :runId returning invoices_checked as checked, cancel_requested_by is not null as is_cancelled`,
    { runId, ...chunk }
  )
}

async function endRun(runId: number, status: 'done' | 'cancelled'): Promise<string> {
  const run = await oneRow<{ checked: number; raised: number; closed: number; scope: RunScope }>(
    `update invoice_audit_runs set status = :status, finished_at = now(), totals = (
        select coalesce(jsonb_object_agg(rule_code, n), '{}') from (
          select rule_code, count(*) as n from invoice_alarms where created_at >= invoice_audit_runs.started_at group by rule_code) t)
      where id = :runId returning invoices_checked as checked, findings_new as raised, findings_gone as closed, scope`,
    { runId, status }
  )
  const days = `del ${formatDay(run.scope.from)} al ${formatDay(run.scope.to)}`
  const told = `${counted(run.checked, 'factura', 'facturas')} ${days}, ${counted(run.raised, 'alarma nueva', 'alarmas nuevas')}, ${counted(run.closed, 'cerrada', 'cerradas')}`
  return status === 'cancelled' ? `Detenido: ${told}` : told
}

/** Leaves a run that could not go on, with the reason. */
export async function failRun(runId: number, reason: string): Promise<void> {
  await execute(
    `update invoice_audit_runs set status = 'failed', finished_at = now(), error = :reason where id = :runId and status in ('queued', 'running')`,
    { runId, reason: reason.slice(0, 500) }
  )
}
