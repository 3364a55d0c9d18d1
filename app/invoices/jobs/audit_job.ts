import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { addMonths, today } from '#app/kernel/time/calendar_date'

/** One audit over past invoices at a time in one process: it uses a core of the database as it is. */
export const auditJob: ToldJob<{ runId: number }> = {
  queue: 'invoices.audit',
  about: {
    title: 'Auditar facturas pasadas',
    group: 'Facturas',
    changes: 'Aplica las reglas de auditoría a las facturas elegidas y abre sus alarmas.',
    isRepeatable: true,
  },
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 2,
  retryDelaySeconds: 30,
  work: async ({ runId }, progress) => {
    const { runAudit } = await import('#app/invoices/auditing/run_audit')
    return { message: await runAudit(runId, progress), resultUrl: `/analisar-facturas/runs/${runId}` }
  },
  giveUp: async ({ runId }, reason) => {
    const { failRun } = await import('#app/invoices/auditing/run_audit')
    await failRun(runId, reason)
  },
}

/** Every night: counts what is usual of each supplier again and judges what is not paid yet by it. */
export const nightlyAuditJob: ToldJob<Record<string, never>> = {
  queue: 'invoices.audit_nightly',
  about: {
    title: 'Auditoría nocturna',
    group: 'Facturas',
    changes: 'Recalcula lo habitual de cada proveedor y revisa lo que aún no está pagado.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 7200,
  retries: 1,
  retryDelaySeconds: 600,
  cron: '30 2 * * *',
  work: async (_data, progress) => {
    const { refreshAllStats } = await import('#app/invoices/auditing/refresh_provider_stats')
    const { requestNightlyRun } = await import('#app/invoices/auditing/request_audit')
    const { runAudit } = await import('#app/invoices/auditing/run_audit')
    await refreshAllStats()
    const runId = await requestNightlyRun(addMonths(today(), -24), today())
    if (runId === null) return { message: 'Ya había un análisis igual en marcha.' }
    return { message: await runAudit(runId, progress), resultUrl: `/analisar-facturas/runs/${runId}` }
  },
}

/** Every few minutes: suppliers whose invoices were booked meanwhile. */
export const providerStatsJob: ToldJob<Record<string, never>> = {
  queue: 'invoices.provider_stats',
  about: {
    title: 'Estadísticas de proveedores',
    group: 'Facturas',
    changes: 'Actualiza lo habitual de los proveedores con facturas recién contabilizadas.',
  },
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/5 * * * *',
  work: async () => {
    const { refreshStaleStats } = await import('#app/invoices/auditing/refresh_provider_stats')
    const updated = await refreshStaleStats()
    return {
      message: `Estadísticas de ${counted(updated, 'proveedor', 'proveedores')}`,
      counters: { updated },
    }
  },
}
