import { type Applied, applyImport } from '#app/imports/actions/apply_import'
import type { Asked, DeclaredImport } from '#app/imports/define_import'
import { applyImportJob } from '#app/imports/jobs/apply_import_job'
import { findWaiting } from '#app/imports/queries/find_import'
import { enqueue } from '#app/jobs/queue'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** More rows than this are taken on in the background: so many take about as long as a person waits without wondering. */
export const ROWS_AT_ONCE_MAX = 500

type Request = {
  importId: string
  asked: Omit<Asked, 'purpose' | 'answers'>
  wrongRows: 'refuse' | 'leave_out'
}

/**
 * Takes a file on: a short one at once, a long one by a job whose progress its person sees. Asking again while a job is at
 * it changes nothing. Gives null while the job works. Throws what `applyImport` throws.
 */
export async function requestImport(declared: DeclaredImport, request: Request): Promise<Applied | null> {
  const { importId, asked, wrongRows } = request
  const { userId } = asked.actor
  const waiting = await findWaiting({ kind: declared.kind, importId, userId })
  if (waiting?.status === 'applying') return null
  if (!waiting || waiting.rowsTotal <= ROWS_AT_ONCE_MAX)
    return applyImport(declared, { ...request, progress: null })
  await inTransaction(async (trx) => {
    const locked = await findWaiting({ kind: declared.kind, importId, userId }, trx)
    if (!locked) throw new DomainError('E_USED', 'Este fichero ya se ha importado.', { field: 'file' })
    if (locked.status === 'applying') return
    const runId = await enqueue(
      applyImportJob,
      { kind: declared.kind, importId, asked, wrongRows },
      { title: `${declared.title}: ${locked.fileName}`, userId },
      trx
    )
    await execute(
      `update imports set status = 'applying', run_id = :runId, problem = null where id = :importId::uuid`,
      { runId, importId },
      trx
    )
  })
  return null
}
