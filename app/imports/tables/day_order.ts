import { readTableDay } from '#app/imports/tables/table_values'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** The order of the parts of the days of a column; `unsure` where some can only be days first and others only months first. */
export type DayOrder = 'dmy' | 'mdy' | 'unsure'

/** How the days of a column are written, by those that can only be read one way; days first where none tells, as here. */
export function findDayOrder(cells: Iterable<string>): DayOrder {
  let isDmy = false
  let isMdy = false
  for (const cell of cells) {
    const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?=$|[ T])/.exec(cell.trim())
    if (!parts) continue
    const [first, second] = [Number(parts[1]), Number(parts[2])]
    if (first > 12 && second <= 12) isDmy = true
    if (second > 12 && first <= 12) isMdy = true
    if (isDmy && isMdy) return 'unsure'
  }
  return isMdy ? 'mdy' : 'dmy'
}

/** A day in the order of its column; null when it is none, or could be two and its column does not tell which. */
export function readOrderedDay(text: string, order: DayOrder): CalendarDate | null {
  if (order !== 'unsure') return readTableDay(text, order)
  const [dmy, mdy] = [readTableDay(text, 'dmy'), readTableDay(text, 'mdy')]
  if (dmy !== null && mdy !== null) return dmy === mdy ? dmy : null
  return dmy ?? mdy
}
