import type { NewInvoice } from '#app/issuing/invoices/new_invoice'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay, yearOf } from '#app/kernel/time/calendar_date'

export type TakenNumber = { seriesId: number; year: number; sequence: number; number: string }

type Asked = Pick<NewInvoice, 'issuerSiteId' | 'treatment' | 'series' | 'issuedOn'> & {
  isRectifying: boolean
  userId: number | null
}
type Series = {
  id: number
  code: string
  treatment: string
  isRectifying: boolean
  isYearly: boolean
  isActive: boolean
}

const DIGITS = 4
/** Series that companies have from the start, opened with their first document. */
export const DEFAULT_SERIES = [
  { code: 'REF', treatment: 'invoice', isRectifying: false },
  { code: 'REFR', treatment: 'invoice', isRectifying: true },
  { code: 'ND', treatment: 'debit_note', isRectifying: false },
  { code: 'SUP', treatment: 'suplido', isRectifying: false },
] as const

/**
 * The next number of a series, which nobody else takes until the transaction ends; the database refuses any other (CV002).
 * Series that companies have from the start are opened when they are first used. Throws E_ISSUE_SERIES for one that does not
 * fit, E_ISSUE_DAY for a day before the last of the series.
 */
export async function takeNumber(asked: Asked, trx: Transaction): Promise<TakenNumber> {
  const series = await lockSeries(asked, trx)
  refuseUnfit(series, asked)
  const year = series.isYearly ? yearOf(asked.issuedOn) : 0
  const last = await row<{ lastSequence: number; lastIssuedOn: CalendarDate }>(
    `select last_sequence, last_issued_on from issuing_counters where series_id = :id and year = :year`,
    { id: series.id, year },
    trx
  )
  if (last && asked.issuedOn < last.lastIssuedOn)
    throw new DomainError(
      'E_ISSUE_DAY',
      `La serie ${series.code} ya tiene un documento del ${formatDay(last.lastIssuedOn)}: use esa fecha o una posterior.`,
      { field: 'issued_on' }
    )
  const sequence = (last?.lastSequence ?? 0) + 1
  return { seriesId: series.id, year, sequence, number: numberOf(series, year, sequence) }
}

/** `REF-2027-0001`, or `REF-0001` in a series that goes on over the years. */
export const numberOf = (
  { code, isYearly }: Pick<Series, 'code' | 'isYearly'>,
  year: number,
  sequence: number
): string => [code, ...(isYearly ? [year] : []), String(sequence).padStart(DIGITS, '0')].join('-')

async function lockSeries(asked: Asked, trx: Transaction): Promise<Series> {
  const standard = DEFAULT_SERIES.find(({ treatment, isRectifying }) =>
    asked.isRectifying ? isRectifying : treatment === asked.treatment && !isRectifying
  )?.code
  const code = asked.series ?? standard
  const find = () =>
    row<Series>(
      `select id, code, treatment, is_rectifying, is_yearly, is_active from issuing_series
        where site_id = :siteId and code = :code for update`,
      { siteId: asked.issuerSiteId, code },
      trx
    )
  const found = await find()
  if (found) return found
  if (code !== standard)
    throw new DomainError('E_ISSUE_SERIES', `La empresa no tiene la serie ${code}.`, { field: 'series' })
  await oneRow(
    `with made as (
       insert into issuing_series (site_id, code, treatment, is_rectifying, created_by)
       values (:siteId, :code, :treatment, :isRectifying, :userId) on conflict do nothing returning 1)
     select count(*) from made`,
    {
      siteId: asked.issuerSiteId,
      code,
      treatment: asked.treatment,
      isRectifying: asked.isRectifying,
      userId: asked.userId,
    },
    trx
  )
  const made = await find()
  if (!made) throw new Error(`The series ${code} is not there after it was opened`)
  return made
}

function refuseUnfit(series: Series, { treatment, isRectifying }: Asked): void {
  const field = { field: 'series' }
  if (!series.isActive)
    throw new DomainError('E_ISSUE_SERIES', `La serie ${series.code} está cerrada.`, field)
  if (series.treatment !== treatment)
    throw new DomainError('E_ISSUE_SERIES', `La serie ${series.code} es de otra clase de documento.`, field)
  if (series.isRectifying !== isRectifying)
    throw new DomainError(
      'E_ISSUE_SERIES',
      isRectifying
        ? `Una rectificativa va en una serie propia, y ${series.code} no lo es.`
        : `La serie ${series.code} es de rectificativas.`,
      field
    )
}
