import type { ToldJob } from '#app/jobs/job'
import { enqueue } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import { fetchEcbRates } from '#app/ledger/actions/keep_rates'

/** The rates of the European Central Bank, which it publishes about four in the afternoon of each of its working days. */
export const fetchRatesJob: ToldJob<Record<string, never>> = {
  queue: 'ledger.fetch-rates',
  about: {
    title: 'Tipos de cambio del BCE',
    group: 'Contabilidad',
    changes: 'Guarda los tipos de cambio que publica el Banco Central Europeo.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 60,
  retries: 4,
  retryDelaySeconds: 600,
  cron: '30 16 * * *',
  async work() {
    const created = await fetchEcbRates()
    return {
      message: counted(created, 'tipo de cambio nuevo', 'tipos de cambio nuevos'),
      resultUrl: '/accounts/fx-rates',
      counters: { created },
    }
  },
}

/** The same on request; who asks follows it in the tray. */
export async function requestRates(userId: number): Promise<void> {
  await inTransaction((trx) => enqueue(fetchRatesJob, {}, { title: 'Tipos de cambio del BCE', userId }, trx))
}
