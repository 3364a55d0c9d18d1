import { importStatement, reportText } from '#app/accounts/actions/import_statement'
import type { ImportStatementData } from '#app/accounts/jobs/import_statement_job'
import type { JobOutcome, Progress } from '#app/jobs/queue'
import { oneRow } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/**
 * Does in the background what `importStatement` does, with its errors. A repeated run of an import that was confirmed
 * already (its worker died before it could say so) ends well and imports nothing.
 */
export async function finishImport(data: ImportStatementData, progress: Progress): Promise<JobOutcome> {
  const resultUrl = `/accounts/${data.bankAccountId}/reconcile`
  try {
    const report = await importStatement(data, progress)
    const warning = report.unbalanced ? '. No cuadra: sin conciliación automática' : ''
    return { message: `${reportText(report)}${warning}`, resultUrl }
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'E_STATEMENT_REPEATED') throw error
    const { lines } = await findConfirmed(data)
    if (lines === null) throw error
    return { message: `Importadas ${lines}`, resultUrl }
  }
}

/** How many movements this very upload brought; null when it is not what was imported. */
function findConfirmed({ bankAccountId, fileId }: ImportStatementData): Promise<{ lines: number | null }> {
  return oneRow<{ lines: number | null }>(
    `select sum(lines_imported)::int as lines from bank_statements where bank_account_id = :bankAccountId and file_id = :fileId`,
    { bankAccountId, fileId }
  )
}
