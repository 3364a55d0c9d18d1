import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { companyNames, naming, type PostedBook } from '#app/ledger/actions/post_books'
import { negateEntry } from '#app/ledger/actions/reverse_entry'
import { isMonthOpen } from '#app/ledger/queries/periods'

type Input = { groupKey: string; reason: string; postedOn?: CalendarDate; createdBy: number | null }
type Original = { id: number; siteId: number; postedOn: CalendarDate }

/**
 * Takes an operation back in the books of all its companies, or in none: the exact negation of each entry, on one day, the
 * day of the operation while every company’s month is open, else today. Reversing twice gives the first reversals. Throws
 * E_PERIOD_CLOSED with the company whose month is closed on the day, and what the guards of higher floors throw.
 */
export async function reverseBooks(
  { groupKey, reason, postedOn, createdBy }: Input,
  trx: Transaction
): Promise<PostedBook[]> {
  const originals = await rows<Original>(
    `select id, site_id, posted_on from journal_entries where group_key = :groupKey and reverses_id is null order by site_id, id`,
    { groupKey },
    trx
  )
  if (originals.length === 0) throw new DomainError('E_GROUP', 'La operación no tiene asientos que anular.')
  const siteIds = originals.map(({ siteId }) => siteId)
  await lockBooks(siteIds, trx)
  const names = await companyNames(siteIds, trx)
  const day = postedOn ?? (await commonDay(originals, trx))
  const reversed: PostedBook[] = []
  for (const { id, siteId } of originals) {
    const entry = await negateEntry({ entryId: id, reason, postedOn: day, createdBy }, trx).catch(
      (error: unknown) => {
        throw naming(error, names.get(siteId) ?? '', day)
      }
    )
    reversed.push({ ...entry, siteId })
  }
  return reversed
}

/** The latest day of the entries while all of their months are open: one day for all, so that the books agree on any day. */
async function commonDay(originals: readonly Original[], trx: Transaction): Promise<CalendarDate> {
  const day = originals.map(({ postedOn }) => postedOn).reduce((last, other) => (other > last ? other : last))
  for (const { siteId } of originals) if (!(await isMonthOpen(siteId, day, trx))) return today()
  return day
}
