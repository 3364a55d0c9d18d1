import { dropKept, type Kept, keepStream, noteKept } from '#app/files/store_stream'
import { findActiveViewer } from '#app/identity/queries/find_active_viewer'
import type { JobOutcome, Progress } from '#app/jobs/queue'
import { execute, inSnapshot, inTransaction, row } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import {
  EXPORT_FILE_ROWS_MAX,
  EXPORT_MIME,
  type ExportFormat,
  exportFileName,
  writeExport,
} from '#app/kernel/lists/export_file'
import { countList } from '#app/kernel/lists/walk_list'
import { replayList } from '#app/web/replay_list'

type Claimed = {
  id: number
  userId: number
  route: string
  filters: { query: string }
  format: ExportFormat
  name: string
}
type Made = { kept: Kept; rowCount: number; madeFor: string }

const LOST = 'No se ha podido preparar el archivo. Inténtelo de nuevo.'

/**
 * Makes the file of an export as its owner would see the list now: their role, their companies. The file is written
 * as it is read. An export that is no longer wanted (made already, given up) is left alone.
 */
export async function buildExport(exportId: number, progress: Progress): Promise<JobOutcome | undefined> {
  const wanted = await row<Claimed>(
    `update exports set status = 'running' where id = :exportId and status in ('queued', 'running')
     returning id, user_id, route, filters, format, name`,
    { exportId }
  )
  if (!wanted) return undefined
  const made = await makeFile(wanted, progress).catch((error: unknown) => explain(exportId, error))
  try {
    await finish(wanted, made)
  } catch (error) {
    await dropKept(made.kept)
    throw error
  }
  return {
    message: 'el archivo está listo para descargar.',
    resultUrl: `/exports/${exportId}/download`,
  }
}

async function makeFile({ userId, route, filters, format }: Claimed, progress: Progress): Promise<Made> {
  const viewer = await findActiveViewer(userId)
  if (!viewer) throw new DomainError('E_EXPORT_ACCESS', 'Ya no tiene acceso a esta lista.')
  const list = await replayList({ path: route, query: filters.query, signedIn: viewer })
  return inSnapshot(async (trx) => {
    const total = await countList(list, trx)
    const { rowsMax = EXPORT_FILE_ROWS_MAX } = list
    if (total > rowsMax)
      throw new DomainError(
        'E_EXPORT',
        `Hay más de ${rowsMax.toLocaleString('es-ES')} filas: acote los filtros antes de exportar.`
      )
    let rowCount = 0
    const bytes = writeExport({
      list,
      format,
      trx,
      onRows: (count) => {
        rowCount = count
        return progress(count, total)
      },
    })
    const kept = await keepStream(bytes, format)
    const madeFor = JSON.stringify({ role: viewer.user.role, siteIds: viewer.siteIds })
    return { kept, rowCount, madeFor }
  })
}

async function finish(
  { id, userId, name, format }: Claimed,
  { kept, rowCount, madeFor }: Made
): Promise<void> {
  await inTransaction(async (trx) => {
    const file = { name: exportFileName(name, format), mime: EXPORT_MIME[format], createdBy: userId }
    const fileId = await noteKept(kept, file, trx)
    const finished = await execute(
      `update exports set status = 'done', file_id = :fileId, row_count = :rowCount, made_for = :madeFor::jsonb, error = null,
              finished_at = now(), expires_at = now() + interval '24 hours'
        where id = :id and status = 'running'`,
      { id, fileId, rowCount, madeFor },
      trx
    )
    if (finished === 0) throw new Error(`Export ${id} was given up while its file was made`)
  })
}

/** What is meant for people is kept for them; the failure goes on either way. */
async function explain(exportId: number, error: unknown): Promise<never> {
  if (isDomainError(error))
    await execute(`update exports set error = :message where id = :exportId`, {
      exportId,
      message: error.message,
    })
  throw error
}

/** Marks an export as failed; its owner sees why and may ask for it again. */
export async function failExport(exportId: number): Promise<void> {
  await execute(
    `update exports set status = 'failed', error = coalesce(error, :lost), finished_at = now()
      where id = :exportId and status in ('queued', 'running')`,
    { exportId, lost: LOST }
  )
}
