import { DEFAULT_SERIES, numberOf } from '#app/issuing/invoices/take_number'
import { TREATMENTS } from '#app/issuing/issuing_labels'
import type { OpenRestore } from '#app/issuing/restored/open_restore'
import { type Client, rows } from '#app/kernel/database/sql'
import { today, yearOf } from '#app/kernel/time/calendar_date'

/** A series and year whose last number somebody has to confirm after a restore. */
export type LastNumber = {
  /** Null where the series was opened after the backup, if at all. */
  seriesId: number | null
  code: string
  kind: string
  year: number
  /** Zero where nothing of it is here. */
  last: number
  /** `REF-2027-0004`; null where nothing of it is here. */
  number: string | null
}

type Series = {
  id: number
  code: string
  treatment: keyof typeof TREATMENTS
  isRectifying: boolean
  isYearly: boolean
}
type Counter = { seriesId: number; year: number; last: number }

/** The series of a company, and those that it has from the start, in each year since the backup. */
export async function lastNumbers(
  { siteId, takenAt }: Pick<OpenRestore, 'siteId' | 'takenAt'>,
  client?: Client
): Promise<LastNumber[]> {
  const series = await rows<Series>(
    `select id, code, treatment, is_rectifying, is_yearly from issuing_series where site_id = :siteId order by code`,
    { siteId },
    client
  )
  const counters = await rows<Counter>(
    `select c.series_id, c.year, c.last_sequence as last from issuing_counters c join issuing_series s on s.id = c.series_id where s.site_id = :siteId`,
    { siteId },
    client
  )
  const known = new Map(counters.map(({ seriesId, year, last }) => [`${seriesId}|${year}`, last]))
  const years = yearsSince(yearOf(today(takenAt)))
  const here = series.flatMap((one) =>
    (one.isYearly ? years : [0]).map((year) => {
      const last = known.get(`${one.id}|${year}`) ?? 0
      return {
        ...named(one),
        seriesId: one.id,
        year,
        last,
        number: last === 0 ? null : numberOf(one, year, last),
      }
    })
  )
  const unopened = DEFAULT_SERIES.filter(({ code }) => !series.some((one) => one.code === code)).flatMap(
    (one) => years.map((year) => ({ ...named(one), seriesId: null, year, last: 0, number: null }))
  )
  return [...here, ...unopened]
}

const yearsSince = (first: number): number[] =>
  Array.from({ length: yearOf(today()) - first + 1 }, (_, at) => first + at)

const named = ({ code, treatment, isRectifying }: Pick<Series, 'code' | 'treatment' | 'isRectifying'>) => ({
  code,
  kind: isRectifying ? 'Rectificativas' : TREATMENTS[treatment],
})
