import type { Actor } from '#app/audit/record_event'
import type { ToldJob } from '#app/jobs/job'
import { isDomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { calendarDate } from '#app/kernel/time/calendar_date'

type AskedIssues = { ids: number[]; issuedOn: string; userId: number | null }

/** Many charges that somebody issues at once. One that is there already is left as it is when the work is taken up again. */
export const issueRebillingsJob: ToldJob<AskedIssues> = {
  queue: 'rebilling.issue',
  about: {
    title: 'Emitir refacturaciones',
    group: 'Facturas',
    changes: 'Emite las refacturaciones aprobadas que alguien pide y las contabiliza en las dos empresas.',
    isCancellable: true,
  },
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 1,
  retryDelaySeconds: 60,
  async work({ ids, issuedOn, userId }, progress) {
    const { issueCharge } = await import('#app/rebilling/charges/issue_charge')
    const { refusedText } = await import('#app/rebilling/charges/for_each_charge')
    const actor: Actor = { userId, kind: userId === null ? 'system' : 'user' }
    const refused: string[] = []
    for (const [done, chargeId] of ids.entries()) {
      await progress(done, ids.length)
      try {
        await issueCharge({ chargeId, issuedOn: calendarDate(issuedOn) }, actor)
      } catch (error) {
        if (!isDomainError(error)) throw error
        refused.push(error.message)
      }
    }
    const created = ids.length - refused.length
    return {
      message: [
        counted(created, 'refacturación emitida', 'refacturaciones emitidas'),
        ...(refused.length > 0 ? [`${refused.length} no: ${refusedText(refused)}`] : []),
      ].join('. '),
      resultUrl: '/refacturacion?tab=issued',
      counters: { created, skipped: refused.length },
    }
  },
}
