import type { Job } from '#app/jobs/queue'
import { addMonths, today } from '#app/kernel/calendar_date'

/** One audit over past invoices at a time in one process: it uses a core of the database as it is. */
export const auditJob: Job<{ runId: number }> = {
  queue: 'invoices.audit',
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 2,
  retryDelaySeconds: 30,
  work: async ({ runId }, progress) => {
    const { runAudit } = await import('#app/invoices/actions/run_audit')
    return { message: await runAudit(runId, progress), resultUrl: `/analisar-facturas/runs/${runId}` }
  },
  giveUp: async ({ runId }, reason) => {
    const { failRun } = await import('#app/invoices/actions/run_audit')
    await failRun(runId, reason)
  },
}

/** Every night: counts what is usual of each supplier again and judges what is not paid yet by it. */
export const nightlyAuditJob: Job<Record<string, never>> = {
  queue: 'invoices.audit_nightly',
  concurrency: 1,
  timeoutSeconds: 7200,
  retries: 1,
  retryDelaySeconds: 600,
  cron: '30 2 * * *',
  work: async (_data, progress) => {
    const { refreshAllStats } = await import('#app/invoices/actions/refresh_provider_stats')
    const { requestNightlyRun } = await import('#app/invoices/actions/request_audit')
    const { runAudit } = await import('#app/invoices/actions/run_audit')
    await refreshAllStats()
    const runId = await requestNightlyRun(addMonths(today(), -24), today())
    if (runId === null) return { message: 'Ya había un análisis igual en marcha.' }
    return { message: await runAudit(runId, progress) }
  },
}

/** Every few minutes: suppliers whose invoices were booked meanwhile. */
export const providerStatsJob: Job<Record<string, never>> = {
  queue: 'invoices.provider_stats',
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/5 * * * *',
  work: async () => {
    const { refreshStaleStats } = await import('#app/invoices/actions/refresh_provider_stats')
    return { message: `Estadísticas de ${await refreshStaleStats()} proveedores` }
  },
}
