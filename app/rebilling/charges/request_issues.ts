import type { Actor } from '#app/audit/record_event'
import { enqueue } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { issueRebillingsJob } from '#app/rebilling/charges/issue_job'

/** Has many charges issued in the background, for who asks; gives the key of the run. */
export const requestIssues = (
  { ids, issuedOn }: { ids: number[]; issuedOn: CalendarDate },
  { userId }: Actor
): Promise<number> =>
  inTransaction((trx) =>
    enqueue(issueRebillingsJob, { ids, issuedOn, userId }, { title: 'Emitir refacturaciones', userId }, trx)
  )
