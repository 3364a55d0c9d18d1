import { SYSTEM } from '#app/audit/record_event'
import type { ToldJob } from '#app/jobs/job'
import { today } from '#app/kernel/time/calendar_date'
import { outcomeOf } from '#app/rebilling/proposals/compute_job'

/** Every night at half past four: documents one by one, months and quarters from the second day after them (area 35). */
export const proposeRebillingsJob: ToldJob<Record<string, never>> = {
  queue: 'rebilling.propose',
  about: {
    title: 'Proponer refacturaciones',
    group: 'Facturas',
    changes:
      'Propone lo que las reglas refacturan de los gastos contabilizados, y las rectificaciones de lo que ha dejado de estarlo.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 600,
  cron: '30 4 * * *',
  async work() {
    const { computeProposals } = await import('#app/rebilling/proposals/compute_proposals')
    const { chargeMarkedNotes } = await import('#app/rebilling/notes/rebill_note')
    await chargeMarkedNotes()
    return outcomeOf(await computeProposals({ siteIds: 'all', until: today(), mode: 'due', actor: SYSTEM }))
  },
}
