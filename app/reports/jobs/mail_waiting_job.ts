import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'
import { mailWaiting } from '#app/reports/actions/mail_waiting'

/** What waits for each approver, by e-mail on working days at eight. */
export const mailWaitingJob: ToldJob<Record<string, never>> = {
  queue: 'reports.waiting',
  about: {
    title: 'Aviso diario de lo pendiente',
    group: 'Avisos',
    changes: 'Envía a cada aprobador lo que espera su decisión.',
    reachesOutside: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 3,
  retryDelaySeconds: 300,
  cron: '0 8 * * 1-5',
  async work() {
    const mailed = await mailWaiting(today())
    return { message: counted(mailed, 'aviso enviado', 'avisos enviados'), counters: { created: mailed } }
  },
}
