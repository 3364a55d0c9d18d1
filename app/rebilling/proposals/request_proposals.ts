import type { Actor } from '#app/audit/record_event'
import { enqueue } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type AskedProposals, computeRebillingsJob } from '#app/rebilling/proposals/compute_job'

type Wanted = Omit<AskedProposals, 'userId' | 'until'> & { until: CalendarDate }

/** Has proposals worked out in the background, for who asks; gives the key of the run. */
export function requestProposals(wanted: Wanted, { userId }: Actor): Promise<number> {
  const title = wanted.recalculates === null ? 'Calcular refacturaciones' : 'Recalcular propuestas'
  return inTransaction((trx) => enqueue(computeRebillingsJob, { ...wanted, userId }, { title, userId }, trx))
}
