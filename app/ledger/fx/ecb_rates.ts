import { XMLParser } from 'fast-xml-parser'
import { type CalendarDate, calendarDate, isCalendarDate } from '#app/kernel/time/calendar_date'

export type Rate = { currency: string; onDate: CalendarDate; rate: string }

type Node = { time?: string; currency?: string; rate?: string; Cube?: Node[] }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name) => name === 'Cube',
})

/**
 * Reads the European Central Bank's reference rates (eurofxref-daily.xml, eurofxref-hist-90d.xml): units of each currency
 * for one euro, by day. Throws when the text is not such a file or has no rate.
 */
export function readEcbRates(xml: string): Rate[] {
  const root = parser.parse(xml) as { Envelope?: Node }
  const days = (root.Envelope?.Cube ?? []).flatMap((cube) => cube.Cube ?? [])
  const rates = days.flatMap(({ time = '', Cube = [] }) =>
    Cube.flatMap(({ currency = '', rate = '' }) =>
      isCalendarDate(time) && /^[A-Z]{3}$/.test(currency) && /^\d{1,9}(\.\d{1,8})?$/.test(rate)
        ? [{ currency, rate, onDate: calendarDate(time) }]
        : []
    )
  )
  if (rates.length === 0) throw new Error('No rates of the European Central Bank in this file')
  return rates
}
