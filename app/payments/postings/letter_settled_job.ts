import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { letterSettled } from '#app/payments/postings/letter_settled'

/** Does its work in the first night after it came, and nothing in those that follow. */
export const letterSettledJob: ToldJob<Record<string, never>> = {
  queue: 'payments.letter-settled',
  about: {
    title: 'Identificar partidas ya liquidadas',
    group: 'Contabilidad',
    changes: 'Da letra a las partidas saldadas antes de que existiera la conciliación por letras.',
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 1,
  retryDelaySeconds: 300,
  cron: '40 3 * * *',
  async work() {
    const updated = await letterSettled()
    return { message: counted(updated, 'pago revisado', 'pagos revisados'), counters: { updated } }
  },
}
