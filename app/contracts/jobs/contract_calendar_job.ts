import { followContractCalendar } from '#app/contracts/actions/follow_calendar'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Every morning at seven: ends, renewals and warnings of contracts (area 07 §6). */
export const contractCalendarJob: ToldJob<Record<string, never>> = {
  queue: 'contracts.calendar',
  about: {
    title: 'Avisos y renovaciones de contratos',
    group: 'Avisos',
    changes: 'Renueva y da por vencidos los contratos, y avisa de los que se acercan.',
    reachesOutside: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '0 7 * * *',
  async work() {
    const { renewed, expired, alerts } = await followContractCalendar()
    return {
      message: `${counted(renewed, 'contrato renovado', 'contratos renovados')}, ${counted(expired, 'vencido', 'vencidos')}, ${counted(alerts, 'aviso', 'avisos')}`,
      counters: { created: alerts, updated: renewed + expired },
    }
  },
}
