import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'
import { contributeReserves } from '#app/providers/actions/contribute_reserves'

/** What is set aside for suppliers each month, on the day agreed with each and until its account can give it. */
export const contributeReservesJob: ToldJob<Record<string, never>> = {
  queue: 'providers.reserves',
  about: {
    title: 'Aportaciones a fondos de reserva',
    group: 'Pagos',
    changes: 'Aparta cada mes en la cuenta de cada proveedor lo acordado con él.',
    movesMoney: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 3,
  retryDelaySeconds: 300,
  cron: '20 6 * * *',
  async work() {
    const { contributed, waiting } = await contributeReserves(today())
    return {
      message: `${counted(contributed, 'aportación', 'aportaciones')}, ${waiting} sin saldo`,
      counters: { created: contributed, skipped: waiting },
    }
  },
}
