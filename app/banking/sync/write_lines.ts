import { writeFeed } from '#app/accounts/actions/write_feed'
import { feedLine, lineIdentity, type UnlinedMovement } from '#app/banking/sync/feed_line'
import type { SyncHold } from '#app/banking/sync/hold_sync'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** About so many lines at once: a day is never written in two parts. */
const CHUNK = 2000

type Wanted = {
  providerAccountId: number
  /** The days that were read whole; null where single movements were. */
  span: { from: CalendarDate; to: CalendarDate } | null
  userId: number | null
  /** Of the reading that they come from, which says after each part that it lives; none where single movements were told. */
  hold?: Pick<SyncHold, 'keep'>
}

export type LineCounts = { imported: number; repeated: number }

/**
 * Makes lines of every booked movement of an account that is none yet, a transaction for some days each: stopped anywhere,
 * the rest is written the next time. Nothing where the account is none of ours.
 */
export async function writeLines({ hold, ...wanted }: Wanted): Promise<LineCounts> {
  const counts = { imported: 0, repeated: 0 }
  for (;;) {
    const written = await inTransaction((trx) => writeSomeDays(wanted, trx))
    if (written === null) return counts
    counts.imported += written.imported
    counts.repeated += written.repeated
    await hold?.keep()
  }
}

async function writeSomeDays(
  { providerAccountId, span, userId }: Omit<Wanted, 'hold'>,
  trx: Transaction
): Promise<LineCounts | null> {
  const account = await row<{ bankAccountId: number }>(
    `select bank_account_id from provider_accounts where id = :providerAccountId and bank_account_id is not null for no key update`,
    { providerAccountId },
    trx
  )
  if (!account) return null
  const movements = await readUnlined(providerAccountId, trx)
  if (movements.length === 0) return null
  const { lineIds, imported, repeated } = await writeFeed(
    { bankAccountId: account.bankAccountId, lines: movements.map(feedLine), span, userId },
    trx
  )
  // A movement left without its line would be read again for ever.
  const lineOf = (movement: UnlinedMovement): number => {
    const found = lineIds.get(lineIdentity(movement))
    if (found === undefined) throw new Error(`Movement ${movement.id} became no line`)
    return found
  }
  const linked = movements.map((movement) => ({
    id: movement.id,
    line_id: lineOf(movement),
  }))
  await execute(
    `update provider_transactions t set bank_statement_line_id = l.line_id
       from jsonb_to_recordset(:linked::jsonb) as l(id bigint, line_id bigint) where t.id = l.id`,
    { linked: JSON.stringify(linked) },
    trx
  )
  return { imported, repeated }
}

/** Booked movements without a line, the oldest days first, so many and to the end of the last day. */
const readUnlined = (providerAccountId: number, trx: Transaction) =>
  rows<UnlinedMovement>(
    `with wanted as (
       select t.id, t.booked_on from provider_transactions t join provider_accounts a on a.id = t.provider_account_id
        where t.provider_account_id = :providerAccountId and t.status = 'booked' and t.bank_statement_line_id is null
          and t.booked_on >= coalesce(a.lines_from, '-infinity'))
     select t.id, t.external_id, c.provider, t.amount_minor, t.currency, t.type, t.counterparty_name, t.counterparty_iban, t.text, t.reference,
        t.end_to_end_id, t.transfer_ref, t.order_number, t.booked_on, t.value_on, t.balance_after_minor, t.category, t.parent_external_id
       from provider_transactions t join wanted w on w.id = t.id join connectors c on c.id = t.connector_id
      where t.booked_on <= (select max(booked_on) from (select booked_on from wanted order by booked_on limit ${CHUNK}) first)
      order by t.booked_on, t.occurred_at, t.id`,
    { providerAccountId },
    trx
  )
