import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { remindDeadlines } from '#app/legal/actions/remind_deadlines'

/** Every morning at seven: reminders of legal terms (area 30, rule 1). */
export const legalDeadlinesJob: ToldJob<Record<string, never>> = {
  queue: 'legal.deadlines',
  about: {
    title: 'Avisos de plazos legales',
    group: 'Avisos',
    changes: 'Avisa por correo de los plazos legales que se acercan.',
    reachesOutside: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '0 7 * * *',
  async work() {
    const updated = await remindDeadlines()
    return { message: counted(updated, 'plazo avisado', 'plazos avisados'), counters: { updated } }
  },
}
