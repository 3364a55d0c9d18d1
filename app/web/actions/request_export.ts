import { enqueue } from '#app/jobs/queue'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { ExportFormat } from '#app/kernel/lists/export_file'
import { buildExportJob } from '#app/web/export_jobs'

export type ExportRequest = {
  userId: number
  name: string
  format: ExportFormat
  path: string
  /** The filters and the order of the list, as the address carries them. */
  query: string
}

/** How many a person may have under way: each reads a whole list. */
const UNDER_WAY_MAX = 3
const QUERY_LENGTH_MAX = 4000

/** Asks for the file of a list in the background. Asking again for what is under way changes nothing. */
export async function requestExport({ userId, name, format, path, query }: ExportRequest): Promise<void> {
  if (query.length > QUERY_LENGTH_MAX)
    throw new DomainError('E_EXPORT', 'Hay demasiados filtros: reduzca la selección antes de exportar.')
  await inTransaction(async (trx) => {
    await execute(`select 1 from users where id = :userId for update`, { userId }, trx)
    const filters = JSON.stringify({ query })
    const same = await row(
      `select 1 as found from exports where user_id = :userId and route = :path and format = :format
        and filters = :filters::jsonb and status in ('queued', 'running')`,
      { userId, path, format, filters },
      trx
    )
    if (same) return
    await refuseTooMany(userId, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into exports (user_id, route, filters, format, name) values (:userId, :path, :filters::jsonb, :format, :name) returning id`,
      { userId, path, filters, format, name },
      trx
    )
    await enqueueBuild({ id, userId, name, format }, trx)
  })
}

/** Makes a failed export of a person again. Throws E_EXPORT_STATE when it is not one. */
export async function retryExport(id: number, userId: number): Promise<void> {
  await inTransaction(async (trx) => {
    await execute(`select 1 from users where id = :userId for update`, { userId }, trx)
    await refuseTooMany(userId, trx)
    const failed = await row<{ name: string; format: ExportFormat }>(
      `update exports set status = 'queued', error = null, finished_at = null, expires_at = now() + interval '24 hours'
        where id = :id and user_id = :userId and status = 'failed' returning name, format`,
      { id, userId },
      trx
    )
    if (!failed) throw new DomainError('E_EXPORT_STATE', 'Esta exportación no se puede repetir.')
    await enqueueBuild({ id, userId, ...failed }, trx)
  })
}

async function refuseTooMany(userId: number, trx: Transaction): Promise<void> {
  const { underWay } = await oneRow<{ underWay: number }>(
    `select count(*)::int as under_way from exports where user_id = :userId and status in ('queued', 'running')`,
    { userId },
    trx
  )
  if (underWay < UNDER_WAY_MAX) return
  throw new DomainError(
    'E_EXPORT_LIMIT',
    `Ya tiene ${UNDER_WAY_MAX} exportaciones en preparación: espere a que termine alguna.`
  )
}

async function enqueueBuild(
  { id, userId, name, format }: { id: number; userId: number; name: string; format: ExportFormat },
  trx: Transaction
): Promise<void> {
  const runId = await enqueue(
    buildExportJob,
    { exportId: id },
    { title: `Exportar ${name} (${format.toUpperCase()})`, userId, objectType: 'export', objectId: id },
    trx
  )
  await execute(`update exports set run_id = :runId where id = :id`, { id, runId }, trx)
}
