import { type Client, row } from '#app/kernel/database/sql'
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  compareDays,
  endOfMonth,
  startOfMonth,
} from '#app/kernel/time/calendar_date'

/**
 * When an invoice falls due that prints no date: issue date plus the supplier's terms (days), moved to its day
 * of payment; never before the issue date. 30 days where the supplier is unknown (Ley 3/2004).
 */
export async function dueDateFor(
  providerId: number | null,
  issuedOn: CalendarDate | null,
  client?: Client
): Promise<CalendarDate | null> {
  if (!issuedOn) return null
  const terms = providerId
    ? await row<{ paymentTermsDays: number; paymentDay: number | null }>(
        `select payment_terms_days, payment_day from providers where id = :providerId`,
        { providerId },
        client
      )
    : null
  const due = addDays(issuedOn, terms?.paymentTermsDays ?? 30)
  return terms?.paymentDay ? onDayOfMonth(due, terms.paymentDay) : due
}

/** The first day of payment on or after a date; a 31 is the last day of shorter months. */
export function onDayOfMonth(from: CalendarDate, dayOfMonth: number): CalendarDate {
  const inMonth = (month: CalendarDate) => {
    const wanted = `${month.slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
    const last = endOfMonth(month)
    return wanted > last ? last : calendarDate(wanted)
  }
  const here = inMonth(startOfMonth(from))
  return compareDays(here, from) >= 0 ? here : inMonth(addMonths(startOfMonth(from), 1))
}
