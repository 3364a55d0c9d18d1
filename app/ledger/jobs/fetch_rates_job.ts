import { enqueue, type Job } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/sql'
import { fetchEcbRates } from '#app/ledger/actions/keep_rates'

/** The rates of the European Central Bank, which it publishes about four in the afternoon of each of its working days. */
export const fetchRatesJob: Job<Record<string, never>> = {
  queue: 'ledger.fetch-rates',
  concurrency: 1,
  timeoutSeconds: 60,
  retries: 4,
  retryDelaySeconds: 600,
  cron: '30 16 * * *',
  async work() {
    const kept = await fetchEcbRates()
    return { message: `${kept} tipos de cambio nuevos`, resultUrl: '/accounts/fx-rates' }
  },
}

/** The same on request; who asks follows it in the tray. */
export async function requestRates(userId: number): Promise<void> {
  await inTransaction((trx) => enqueue(fetchRatesJob, {}, { title: 'Tipos de cambio del BCE', userId }, trx))
}
