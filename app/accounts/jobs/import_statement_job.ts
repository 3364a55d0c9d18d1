import type { Actor } from '#app/audit/record_event'
import type { ToldJob } from '#app/jobs/job'

export type ImportStatementData = {
  bankAccountId: number
  fileId: number
  accepts: { unbalanced: boolean; unreadableRows: boolean }
  actor: Actor
}

/**
 * One large statement at a time in one process: each holds its account and its lines in memory. A run that was lost
 * left nothing, because the import is one transaction; the retry finds whether it was confirmed after all.
 */
export const importStatementJob: ToldJob<ImportStatementData> = {
  queue: 'accounts.import-statement',
  about: {
    title: 'Importar extractos grandes',
    group: 'Contabilidad',
    changes: 'Importa los extractos que son demasiado grandes para esperar por ellos.',
  },
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 1,
  retryDelaySeconds: 5,
  work: async (data, progress) => {
    const { finishImport } = await import('#app/accounts/actions/finish_import')
    return finishImport(data, progress)
  },
}
