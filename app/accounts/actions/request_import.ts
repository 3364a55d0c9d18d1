import { importStatement, readAccepted } from '#app/accounts/actions/import_statement'
import { refuseImported } from '#app/accounts/actions/upload_statement'
import type { ImportReport } from '#app/accounts/actions/write_statements'
import { type ImportStatementData, importStatementJob } from '#app/accounts/jobs/import_statement_job'
import { findRunningImport } from '#app/accounts/queries/find_running_import'
import { noteRun } from '#app/imports/kept_files'
import { enqueue } from '#app/jobs/queue'
import { inTransaction, oneRow } from '#app/kernel/database/sql'

/**
 * More lines than this are imported in the background: so many take about half a second, which a person waits for
 * without wondering; 50,000 take some ten. Lines decide and not bytes, because one format says in 80 what another
 * says in 800.
 */
export const LINES_AT_ONCE_MAX = 2000

/** What came of it: imported, or being imported in the background with so many movements. */
export type ImportAnswer = { report: ImportReport } | { importing: { name: string; lines: number } }

/**
 * Imports a previewed file: a short one at once, a long one by a job whose progress its person sees. Asking again
 * while the same bytes are being imported into the account changes nothing. Throws what `importStatement` throws
 * about the file itself, before anything is put in the queue.
 */
export async function requestImport(asked: ImportStatementData): Promise<ImportAnswer> {
  const { upload, file } = await readAccepted(asked)
  const lines = file.statements.reduce((count, { entries }) => count + entries.length, 0)
  if (lines <= LINES_AT_ONCE_MAX) return { report: await importStatement(asked) }
  await inTransaction(async (trx) => {
    const { bankAccountId } = asked
    const { siteId } = await oneRow<{ siteId: number }>(
      `select site_id from bank_accounts where id = :bankAccountId for no key update`,
      { bankAccountId },
      trx
    )
    if (await findRunningImport(bankAccountId, upload.sha256, trx)) return
    await refuseImported(bankAccountId, upload.sha256, trx)
    const runId = await enqueue(
      importStatementJob,
      asked,
      {
        title: `Importar extracto ${upload.name}`,
        userId: asked.actor.userId,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId,
      },
      trx
    )
    await noteRun({ fileId: upload.id, runId }, trx)
  })
  return { importing: { name: upload.name, lines } }
}
