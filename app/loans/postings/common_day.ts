import type { Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { postingDay } from '#app/ledger/queries/periods'

/**
 * The first day from the given one on that takes entries in the books of all these companies, so that what they say of each
 * other is the same on any day. Throws E_PERIOD_CLOSED where one of them takes none until today.
 */
export async function commonDay(
  siteIds: readonly number[],
  day: CalendarDate,
  trx: Transaction
): Promise<CalendarDate> {
  let common = day
  for (;;) {
    const before = common
    for (const siteId of siteIds) common = await postingDay(siteId, common, trx)
    if (common === before) return common
  }
}
