import { textAt, textOf, type XmlNode } from '#app/files/xml/xml_node'
import { type CalendarDate, isCalendarDate } from '#app/kernel/time/calendar_date'

/** The day of a `Dt` or `DtTm` inside an element; the zone never moves it. Null when missing or no day. */
export function camtDay(node: XmlNode | undefined): CalendarDate | null {
  return dayOfText(textAt(node, 'Dt') ?? textAt(node, 'DtTm') ?? textOf(node))
}

/** The day of a text that is a date or a date with its time; null when it is neither. */
export function dayOfText(text: string | null): CalendarDate | null {
  const day = text?.slice(0, 10) ?? ''
  return isCalendarDate(day) ? day : null
}
