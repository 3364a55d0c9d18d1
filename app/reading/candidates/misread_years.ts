import { dayOf } from '#app/kernel/time/calendar_date'
import type { DateCandidate } from '#app/reading/candidates/find_dates'
import { isWithinEdits } from '#app/reading/pages/text_forms'

/** No invoice is of a later year: a figure of it was misread. */
const yearMax = 2045
const misreadTrust = 0.6

/** Recognised days of a year that cannot be ("21/03/2076") with the year of another day of the document that is a figure away. */
export function withLikelyYears(dates: readonly DateCandidate[]): DateCandidate[] {
  const years = [...new Set(dates.map(({ day }) => day.slice(0, 4)))].filter(
    (year) => Number(year) <= yearMax
  )
  return dates.map((date) => {
    const year = date.day.slice(0, 4)
    if (Number(year) <= yearMax) return date
    const near = years.filter((one) => isWithinEdits(one, year, 1))
    const [, month, day] = date.day.split('-').map(Number)
    const meant = near.length === 1 ? dayOf(Number(near[0]), month ?? 0, day ?? 0) : null
    return { ...date, day: meant ?? date.day, confidence: date.confidence * misreadTrust }
  })
}
