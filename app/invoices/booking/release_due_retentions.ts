import { SYSTEM } from '#app/audit/record_event'
import { releaseHeld } from '#app/invoices/editing/release_held'
import { rows } from '#app/kernel/database/sql'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

/** Guarantees whose agreed day has come become payable. Gives how many. */
export async function releaseDueRetentions(today: CalendarDate): Promise<number> {
  const due = await rows<{ id: number; until: CalendarDate }>(
    `select id, retained_until as until from invoices where status = 'booked' and retained_open_minor <> 0 and retained_until <= :today order by id`,
    { today }
  )
  for (const { id, until } of due)
    await releaseHeld({
      invoiceId: id,
      held: 'retention',
      reason: `Llegó el día de su devolución: ${formatDay(until)}`,
      actor: SYSTEM,
    })
  return due.length
}
