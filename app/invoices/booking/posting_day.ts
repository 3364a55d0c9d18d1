import type Invoice from '#app/invoices/models/invoice'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { isMonthOpen } from '#app/ledger/queries/periods'

/**
 * The day an invoice is booked on in all the books that it goes to: its day of issue while that month is open in each of them,
 * else today; null while neither is.
 */
export async function postingDay(
  { siteId, issuedOn }: Invoice,
  companies: readonly number[],
  trx: Transaction
): Promise<CalendarDate | null> {
  if (!siteId || !issuedOn)
    throw new DomainError('E_INCOMPLETE', 'Faltan la empresa o la fecha de la factura.')
  for (const day of [issuedOn, today()])
    if ((await firstClosed([siteId, ...companies], day, trx)) === null) return day
  return null
}

/** The company whose month keeps an invoice out of the books, where it is another than its own. */
export async function closedPartner(
  companies: readonly number[],
  trx: Transaction
): Promise<{ name: string } | null> {
  const closed = await firstClosed(companies, today(), trx)
  if (closed === null) return null
  const [site] = await rows<{ name: string }>(
    `select legal_name::text as name from sites where id = :closed`,
    { closed },
    trx
  )
  return site ?? null
}

async function firstClosed(
  siteIds: readonly number[],
  day: CalendarDate,
  trx: Transaction
): Promise<number | null> {
  for (const siteId of siteIds) if (!(await isMonthOpen(siteId, day, trx))) return siteId
  return null
}
