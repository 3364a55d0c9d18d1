import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { today, yearOf } from '#app/kernel/time/calendar_date'

/** The year's next number of a loan (`PR-2026-0003`) or a netting (`CP-2026-0002`); who rolls back leaves no gap. */
export async function nextNumber(prefix: 'PR' | 'CP', trx: Transaction): Promise<string> {
  const year = yearOf(today())
  const { last } = await oneRow<{ last: number }>(
    `insert into loan_numbers (prefix, year, last) values (:prefix, :year, 1)
     on conflict (prefix, year) do update set last = loan_numbers.last + 1 returning last`,
    { prefix, year },
    trx
  )
  return `${prefix}-${year}-${String(last).padStart(4, '0')}`
}
