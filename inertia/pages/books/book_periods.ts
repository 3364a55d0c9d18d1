import {
  addMonths,
  type CalendarDate,
  calendarDate,
  endOfMonth,
  isCalendarDate,
  startOfMonth,
} from '#app/kernel/time/calendar_date'

export type Period = { from: string; to: string }
export type PeriodKind = 'month' | 'quarter' | 'year' | 'range'

const MONTHS = { month: 1, quarter: 3, year: 12 } as const
type Whole = keyof typeof MONTHS

/** What a period is: a whole month, quarter or year, else two days. */
export function kindOf({ from, to }: Period): PeriodKind {
  if (!isCalendarDate(from) || !isCalendarDate(to) || from !== startOfMonth(from)) return 'range'
  const whole = (['month', 'quarter', 'year'] as const).find((kind) => to === lastDay(from, kind))
  return whole && startOf(from, whole) === from ? whole : 'range'
}

/** The month, quarter or year in which a period starts. */
export function around({ from }: Period, kind: Whole): Period {
  return wholeFrom(startOf(calendarDate(from), kind), kind)
}

/** The neighbour of a month, quarter or year. */
export function stepped({ from }: Period, kind: Whole, steps: 1 | -1): Period {
  return wholeFrom(addMonths(calendarDate(from), steps * MONTHS[kind]), kind)
}

/** "marzo de 2026", "2.º trimestre de 2026", "2026". */
export function periodText({ from }: Period, kind: Whole): string {
  const [year = '', month = ''] = from.split('-')
  if (kind === 'year') return year
  if (kind === 'quarter') return `${Math.ceil(Number(month) / 3)}.º trimestre de ${year}`
  return new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${from}T00:00:00Z`)
  )
}

function startOf(day: CalendarDate, kind: Whole): CalendarDate {
  const size = MONTHS[kind]
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / size) * size + 1
  return calendarDate(`${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`)
}

const lastDay = (from: CalendarDate, kind: Whole): CalendarDate =>
  endOfMonth(addMonths(from, MONTHS[kind] - 1))

const wholeFrom = (from: CalendarDate, kind: Whole): Period => ({ from, to: lastDay(from, kind) })
