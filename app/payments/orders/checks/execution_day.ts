import { addDays, type CalendarDate, formatInstant, maxDay, today } from '#app/kernel/time/calendar_date'
import { isTargetDay, nextTargetDay } from '#app/kernel/time/working_days'

/** When the bank of an account stops taking files for the day: `HH:mm[:ss]` on the clock of Madrid. */
export type CutOff = { cutOff: string; speed: string }

/**
 * The first day on which a payment handed over at this instant can move: today until the bank's hour on a day of
 * TARGET, else the next one (area 28 §5). Instant payments have no such hour.
 */
export function earliestExecution({ cutOff, speed }: CutOff, now: Date = new Date()): CalendarDate {
  const day = today(now)
  const isLate = isTargetDay(day) && isPastCutOff({ cutOff, speed }, now)
  return nextTargetDay(isLate ? addDays(day, 1) : day)
}

/** Whether the bank's hour of the day has come. */
export function isPastCutOff({ cutOff, speed }: CutOff, now: Date): boolean {
  return speed !== 'instant' && clockOf(now) >= cutOff.slice(0, 5)
}

/** The day the money really moves: never before the earliest one, never on a closed day of TARGET. */
export function executionDay(wanted: CalendarDate, earliest: CalendarDate = today()): CalendarDate {
  return nextTargetDay(maxDay(wanted, earliest))
}

const clockOf = (now: Date) => formatInstant(now).slice(-5)
