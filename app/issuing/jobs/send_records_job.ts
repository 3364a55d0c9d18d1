import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Each minute, which is also the wait that AEAT begins with; companies whose wait is longer are left out until it is over. */
export const sendRecordsJob: ToldJob<Record<string, never>> = {
  queue: 'issuing.send-records',
  about: {
    title: 'Enviar registros de facturación a la AEAT',
    group: 'Facturas',
    changes: 'Envía a la AEAT los registros VERI*FACTU que esperan y guarda su respuesta.',
    isCritical: true,
    reachesOutside: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '* * * * *',
  work: async () => {
    const { sendDueRecords } = await import('#app/issuing/sending/send_records')
    const { companies, records, refused, failed } = await sendDueRecords()
    return {
      message: `${counted(records, 'registro enviado', 'registros enviados')} de ${counted(companies, 'empresa', 'empresas')}, ${counted(refused, 'rechazado', 'rechazados')}`,
      counters: { read: companies, updated: records, errors: failed },
    }
  },
}
