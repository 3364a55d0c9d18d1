import { addDays, type CalendarDate, calendarDate, weekdayOf, yearOf } from '#app/kernel/time/calendar_date'

const easters = new Map<number, CalendarDate>()

/** Easter Sunday of a year of the Gregorian calendar. */
export function easterSunday(year: number): CalendarDate {
  const known = easters.get(year) ?? computeEaster(year)
  easters.set(year, known)
  return known
}

/** After Meeus, Jones and Butcher. */
function computeEaster(year: number): CalendarDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  const month = String(Math.floor(f / 31)).padStart(2, '0')
  return calendarDate(`${year}-${month}-${String((f % 31) + 1).padStart(2, '0')}`)
}

/**
 * Whether TARGET, the payment system of the euro, is open: not on Saturdays, Sundays, 1 January, Good Friday,
 * Easter Monday, 1 May, 25 and 26 December.
 */
export function isTargetDay(day: CalendarDate): boolean {
  return !isWeekend(day) && !closedDaysOf(yearOf(day)).has(day)
}

const targetHolidays = new Map<number, ReadonlySet<CalendarDate>>()

function closedDaysOf(year: number): ReadonlySet<CalendarDate> {
  const known = targetHolidays.get(year)
  if (known) return known
  const easter = easterSunday(year)
  const fixed = ['01-01', '05-01', '12-25', '12-26'].map((day) => calendarDate(`${year}-${day}`))
  const days = new Set([...fixed, addDays(easter, -2), addDays(easter, 1)])
  targetHolidays.set(year, days)
  return days
}

/** The day itself when TARGET is open, else the first day after it that is. */
export function nextTargetDay(day: CalendarDate): CalendarDate {
  return firstDay(day, 1, isTargetDay)
}

/** The day `count` TARGET days later (earlier when negative); with 0 the same as `nextTargetDay`. */
export function addTargetDays(day: CalendarDate, count: number): CalendarDate {
  if (count === 0) return nextTargetDay(day)
  const step = count > 0 ? 1 : -1
  let reached = day
  for (let left = Math.abs(count); left > 0; left--)
    reached = firstDay(addDays(reached, step), step, isTargetDay)
  return reached
}

/** Holidays of the whole of Spain that no region may replace, and 6 January, which none has replaced so far. */
const spanishFixedHolidays = ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25']

/** Whether it is a national holiday of Spain (the fixed ones and Good Friday). */
export function isSpanishNationalHoliday(day: CalendarDate): boolean {
  return spanishFixedHolidays.includes(day.slice(5)) || day === addDays(easterSunday(yearOf(day)), -2)
}

/** Whether deadlines may end on it: no Saturday, no Sunday, no national holiday, nor one of the regional ones given. */
export function isSpanishWorkingDay(
  day: CalendarDate,
  regionalHolidays: Iterable<CalendarDate> = []
): boolean {
  if (isWeekend(day) || isSpanishNationalHoliday(day)) return false
  return !new Set(regionalHolidays).has(day)
}

/** The day itself when it is a working day, else the first one after it, where a tax deadline moves to (Ley 39/2015 art. 30.5). */
export function nextSpanishWorkingDay(
  day: CalendarDate,
  regionalHolidays: Iterable<CalendarDate> = []
): CalendarDate {
  const holidays = new Set(regionalHolidays)
  return firstDay(day, 1, (candidate) => isSpanishWorkingDay(candidate, holidays))
}

/** No calendar closes for longer than this; beyond it the list of holidays given is wrong. */
const closedDaysMax = 60

function firstDay(from: CalendarDate, step: 1 | -1, isOpen: (day: CalendarDate) => boolean): CalendarDate {
  let day = from
  for (let tried = 0; tried <= closedDaysMax; tried++) {
    if (isOpen(day)) return day
    day = addDays(day, step)
  }
  throw new RangeError(`No open day within ${closedDaysMax} days of ${from}`)
}

function isWeekend(day: CalendarDate): boolean {
  const weekday = weekdayOf(day)
  return weekday === 0 || weekday === 6
}
