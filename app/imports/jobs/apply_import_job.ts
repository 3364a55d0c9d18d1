import type { Asked } from '#app/imports/define_import'
import type { ToldJob } from '#app/jobs/job'

export type ApplyImportData = {
  kind: string
  importId: string
  asked: Omit<Asked, 'purpose' | 'answers'>
  wrongRows: 'refuse' | 'leave_out'
}

/**
 * One long file at a time in one process. A run that was lost left nothing, because an import is one transaction; the retry
 * finds whether it was confirmed after all.
 */
export const applyImportJob: ToldJob<ApplyImportData> = {
  queue: 'imports.apply',
  about: {
    title: 'Importar ficheros grandes',
    group: 'Sistema',
    changes: 'Importa los ficheros que tienen demasiadas filas para esperar por ellos.',
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 1,
  retryDelaySeconds: 5,
  work: async (data, progress) => {
    const { finishImport } = await import('#app/imports/actions/finish_import')
    return finishImport(data, progress)
  },
  giveUp: async ({ importId }, reason) => {
    const { returnImport } = await import('#app/imports/actions/finish_import')
    await returnImport(importId, reason)
  },
}
