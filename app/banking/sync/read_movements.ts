import type { BankProvider, FeedAccount } from '#app/banking/bank_provider'
import type { SyncHold } from '#app/banking/sync/hold_sync'
import { reverseVanished } from '#app/banking/sync/reverse_vanished'
import type { StoredAccount } from '#app/banking/sync/store_accounts'
import { storeMovements } from '#app/banking/sync/store_movements'
import { keepCursor, readCursor } from '#app/banking/sync/sync_cursor'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'

type Reading = {
  bank: BankProvider
  connection: Connection
  client: ProviderClient
  hold: SyncHold
  account: StoredAccount
  feedAccount: FeedAccount
  reach: 'recent' | 'month'
}

/** What was read before is read once more so far back: services tell late of what they booked. */
const OVERLAP_DAYS = 3
const MONTH_DAYS = 35
/** Of an account that was never read: what services give without a signature of its owner. */
const FIRST_DAYS = 90
const DAY_MS = 86_400_000

export type ReadCounts = {
  created: number
  updated: number
  reversed: number
  /** The days that are now there whole. */
  span: { from: CalendarDate; to: CalendarDate }
}

/**
 * Reads the movements of an account, a transaction a page. How far it has been read is kept only when the last page is
 * there, so that a reading that is cut off is begun again where the last whole one ended.
 */
export async function readMovements(reading: Reading): Promise<ReadCounts> {
  const { bank, connection, client, hold, account, feedAccount } = reading
  const begunAt = new Date()
  const since = await sinceWhen(reading, begunAt)
  const target = { connectorId: connection.id, providerAccountId: account.id }
  const counts = { created: 0, updated: 0 }
  const pages = bank.feed.movements(connection, client, {
    account: feedAccount,
    since: since.toISOString(),
    until: null,
  })
  for await (const page of pages) {
    const { created, updated } = await inTransaction((trx) => storeMovements(page, target, trx))
    counts.created += created
    counts.updated += updated
    await hold.keep()
  }
  const isFull = begunAt.getTime() - since.getTime() >= (MONTH_DAYS - 1) * DAY_MS
  const { readFrom, reversed } = await inTransaction(async (trx) => {
    await keepCursor(
      { connectorId: connection.id, accountExternalId: account.externalId, begunAt, isFull },
      trx
    )
    const { readFrom } = await oneRow<{ readFrom: CalendarDate }>(
      `update provider_accounts set synced_at = now(), read_from = coalesce(read_from, :from::date) where id = :id returning read_from`,
      // The first reading begins in the middle of a day, which is not there whole.
      { id: account.id, from: addDays(today(since), 1) },
      trx
    )
    return { readFrom, reversed: isFull ? await reverseVanished(account.id, trx) : 0 }
  })
  return { ...counts, reversed, span: { from: readFrom, to: today(begunAt) } }
}

/** From which instant on an account is read this time: never less than everything since its last whole reading. */
async function sinceWhen({ connection, account, reach }: Reading, now: Date): Promise<Date> {
  const cursor = await readCursor(connection.id, account.externalId)
  const back = (days: number, from: Date) => new Date(from.getTime() - days * DAY_MS)
  if (!cursor) return back(FIRST_DAYS, now)
  const recent = back(OVERLAP_DAYS, cursor.highWater)
  if (reach === 'recent') return recent
  const month = back(MONTH_DAYS, now)
  return month < recent ? month : recent
}
