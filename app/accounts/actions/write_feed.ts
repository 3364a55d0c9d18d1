import { insertStatementLines } from '#app/accounts/actions/insert_statement_lines'
import { noteSameMovements } from '#app/accounts/actions/note_same_movements'
import { findToldBefore } from '#app/accounts/queries/find_told_before'
import { findKnown, linesApart, withTold } from '#app/accounts/queries/identify_entries'
import { tellFollowers } from '#app/accounts/statement_followers'
import type { StatementLine } from '#app/accounts/statements/statement_lines'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, maxDay, minDay } from '#app/kernel/time/calendar_date'

/** A booked movement that a connection tells; its identity holds for good. */
export type FeedLine = Omit<StatementLine, 'statementNo'>

type Feed = {
  bankAccountId: number
  lines: readonly FeedLine[]
  /** The days that were read whole, in which these are all movements; null for single movements. */
  span: { from: CalendarDate; to: CalendarDate } | null
  userId: number | null
}

export type FeedReport = {
  imported: number
  repeated: number
  /** The line of each movement, by its identity. */
  lineIds: ReadonlyMap<string, number>
}

/**
 * Writes the movements that a connection tells as lines of a statement of its account, as files do: what the account has
 * by this identity or by a file is not written again, and what is new is told to everybody who follows statements.
 */
export async function writeFeed(
  { bankAccountId, lines: told, span, userId }: Feed,
  trx: Transaction
): Promise<FeedReport> {
  // What else refers to the account meanwhile does not wait; a file of the same account does.
  const { currency } = await oneRow<{ currency: string }>(
    `select currency from bank_accounts where id = :bankAccountId for no key update`,
    { bankAccountId },
    trx
  )
  const entries = told.map((line) => ({
    externalId: line.externalId,
    lines: [{ ...line, statementNo: 1 }],
  }))
  const identities = entries.map(({ externalId }) => externalId)
  const known = await findKnown(bankAccountId, identities, trx)
  const unknown = entries.filter(({ externalId }) => !known.has(externalId))
  const identified = withTold(
    entries,
    known,
    await findToldBefore(
      {
        bankAccountId,
        origin: 'feed',
        entries: unknown,
        covered: (day) => span !== null && span.from <= day && day <= span.to,
      },
      trx
    )
  )
  const { lines } = linesApart(identified)
  if (unknown.length > 0) {
    const statementId = await insertFeedStatement(
      { bankAccountId, currency, userId, days: unknown.flatMap(daysOf), imported: lines.length },
      trx
    )
    const target = { bankAccountId, statementIds: new Map([[1, statementId]]) }
    await insertStatementLines(lines, target, trx)
    await noteSameMovements(identified, { ...target, origin: 'feed' }, trx)
    if (lines.length > 0)
      await tellFollowers(
        { bankAccountId, userId, linesImported: lines.length, statementIds: [statementId] },
        trx
      )
  }
  return {
    imported: lines.length,
    repeated: told.length - lines.length,
    lineIds: await readLineIds(bankAccountId, identities, trx),
  }
}

const daysOf = ({ lines }: { lines: readonly StatementLine[] }): CalendarDate[] =>
  lines.map(({ bookedOn }) => bookedOn)

type FeedStatement = {
  bankAccountId: number
  currency: string
  userId: number | null
  days: readonly CalendarDate[]
  imported: number
}

async function insertFeedStatement(
  { bankAccountId, currency, userId, days, imported }: FeedStatement,
  trx: Transaction
): Promise<number> {
  const [first] = days
  if (first === undefined) throw new Error('A statement without days')
  const { id } = await oneRow<{ id: number }>(
    `insert into bank_statements (bank_account_id, source, period_from, period_to, currency, status, lines_imported, lines_repeated, created_by)
     values (:bankAccountId, 'api', :from, :to, :currency, 'unchecked', :imported, :repeated, :userId) returning id`,
    {
      bankAccountId,
      currency,
      userId,
      imported,
      from: days.reduce((a, b) => minDay(a, b), first),
      to: days.reduce((a, b) => maxDay(a, b), first),
      repeated: days.length - imported,
    },
    trx
  )
  return id
}

async function readLineIds(
  bankAccountId: number,
  identities: readonly string[],
  trx: Transaction
): Promise<ReadonlyMap<string, number>> {
  if (identities.length === 0) return new Map()
  const found = await rows<{ externalId: string; id: number }>(
    `select external_id, id from bank_statement_lines where bank_account_id = :bankAccountId and external_id = any(:identities::text[])
     union all select external_id, line_id from bank_statement_line_aliases where bank_account_id = :bankAccountId and external_id = any(:identities::text[])`,
    { bankAccountId, identities },
    trx
  )
  return new Map(found.map(({ externalId, id }) => [externalId, id]))
}
