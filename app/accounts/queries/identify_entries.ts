import { findToldBefore, type ToldBefore } from '#app/accounts/queries/find_told_before'
import { continuedFingerprints, entryKey, fingerprint } from '#app/accounts/statements/entry_fingerprint'
import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import {
  bookedEntries,
  type EntryLines,
  type StatementLine,
  statementLines,
} from '#app/accounts/statements/statement_lines'
import { type Client, row, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type IdentifiedEntries = {
  entries: EntryLines[]
  /** Identities that the account has already: these movements are repeated. */
  known: ReadonlySet<string>
  /** Of those, and of single lines of batches, what a connection told first: the line that each is. */
  same: ReadonlyMap<string, number>
  /** Lines that may be one that a connection told. */
  doubtful: ReadonlyMap<string, number>
}

/**
 * The movements of a file under identities that hold across files, and which of them the account has. A statement that
 * opens where the account's last one closed, begins after it and adds up tells nothing twice: its movements are new even
 * when the account has equal ones (a toll of the same operation day in each of two daily files).
 */
export async function identifyEntries(
  bankAccountId: number,
  statements: readonly ParsedStatement[],
  client?: Client
): Promise<IdentifiedEntries> {
  const booked = bookedEntries(statements)
  const keys = booked.map(({ entry }) => entryKey(entry))
  const following = await findFollowing(bankAccountId, statements, client)
  const follows = (at: number) => following.has(booked[at]?.statementNo ?? 0)
  const taken = await lastOrdinals(
    bankAccountId,
    keys.filter((_, at) => follows(at)),
    client
  )
  const identities = continuedFingerprints(keys, (key, at) => (follows(at) ? (taken.get(key) ?? 0) : 0))
  const entries = statementLines(booked, identities)
  const known = await findKnown(bankAccountId, identities, client)
  return withTold(
    entries,
    known,
    await findToldBefore(
      {
        bankAccountId,
        origin: 'file',
        entries: entries.filter(({ externalId }) => !known.has(externalId)),
        covered: (day) =>
          statements.some(({ from, to }) => from !== null && to !== null && from <= day && day <= to),
      },
      client
    )
  )
}

/** Entries with what was known of them and what the other source has told; one of which nothing is left is known. */
export function withTold(
  entries: EntryLines[],
  known: ReadonlySet<string>,
  { same, whole, doubtful }: ToldBefore
): IdentifiedEntries {
  const told = entries.filter(
    ({ externalId, lines }) => whole.has(externalId) || lines.every((line) => same.has(line.externalId))
  )
  return { entries, known: new Set([...known, ...told.map(({ externalId }) => externalId)]), same, doubtful }
}

/** What of the entries is new to the account, and what it has. */
export function linesApart({ entries, known, same }: IdentifiedEntries): {
  lines: StatementLine[]
  repeated: StatementLine[]
} {
  const all = entries.flatMap(({ externalId, lines }) =>
    lines.map((line) => ({ line, isKnown: known.has(externalId) || same.has(line.externalId) }))
  )
  return {
    lines: all.flatMap(({ line, isKnown }) => (isKnown ? [] : [line])),
    repeated: all.flatMap(({ line, isKnown }) => (isKnown ? [line] : [])),
  }
}

export type LastClosing = { id: number; closingMinor: number; periodTo: CalendarDate }

/** The closing balance that the account has last, of a period that ends before a day where one is given. */
export function findLastClosing(
  bankAccountId: number,
  before: CalendarDate | 'infinity',
  client?: Client
): Promise<LastClosing | null> {
  return row<LastClosing>(
    `select id, closing_minor, period_to from bank_statements
      where bank_account_id = :bankAccountId and closing_minor is not null and period_to < :before order by period_to desc, id desc limit 1`,
    { bankAccountId, before },
    client
  )
}

/** Numbers, from 1, of the statements that follow on what the account has. */
async function findFollowing(
  bankAccountId: number,
  statements: readonly ParsedStatement[],
  client?: Client
): Promise<ReadonlySet<number>> {
  const last = await row<{ periodTo: CalendarDate | 'infinity' | null }>(
    `select max(coalesce(period_to, 'infinity'))::text as period_to from bank_statements where bank_account_id = :bankAccountId and source <> 'api'`,
    { bankAccountId },
    client
  )
  const closing = await findLastClosing(bankAccountId, 'infinity', client)
  const following = new Set<number>()
  let before: Before = { closingMinor: closing?.closingMinor ?? null, to: last?.periodTo ?? 'infinity' }
  for (const [index, statement] of statements.entries()) {
    const { from, to, openingMinor, closingMinor } = statement
    const isNext = from !== null && from > before.to
    if (isNext && openingMinor !== null && openingMinor === before.closingMinor && addsUp(statement))
      following.add(index + 1)
    if (to !== null && to > before.to) before = { closingMinor, to }
  }
  return following
}

/** As days are written in figures, `infinity` sorts behind them all: nothing comes after it. */
type Before = { closingMinor: number | null; to: CalendarDate | 'infinity' }

const addsUp = ({ closingDeclaredMinor, closingComputedMinor }: ParsedStatement) =>
  closingDeclaredMinor !== null && closingDeclaredMinor === closingComputedMinor

const probeStart = 8
const probeMax = 200_000

/** The last ordinal that the account has of each of these keys; the keys it has none of are left out. */
async function lastOrdinals(
  bankAccountId: number,
  keys: readonly string[],
  client?: Client
): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>()
  const firsts = [...new Set(keys)].map((key) => ({ key, identity: fingerprint(key, 1) }))
  const known = await findKnown(
    bankAccountId,
    firsts.map(({ identity }) => identity),
    client
  )
  let open = firsts.filter(({ identity }) => known.has(identity)).map(({ key }) => key)
  for (let probe = probeStart; open.length > 0 && probe <= probeMax; probe *= 8) {
    const asked = open.flatMap((key) =>
      Array.from({ length: probe }, (_, at) => ({ key, ordinal: at + 1, identity: fingerprint(key, at + 1) }))
    )
    const found = await findKnown(
      bankAccountId,
      asked.map(({ identity }) => identity),
      client
    )
    for (const { key, ordinal, identity } of asked) if (found.has(identity)) last.set(key, ordinal)
    open = open.filter((key) => last.get(key) === probe)
  }
  return last
}

/** Which identities the account has: of its lines, or of lines that another source told first. */
export async function findKnown(
  bankAccountId: number,
  identities: readonly string[],
  client?: Client
): Promise<ReadonlySet<string>> {
  if (identities.length === 0) return new Set()
  const found = await rows<{ externalId: string }>(
    `select external_id from bank_statement_lines where bank_account_id = :bankAccountId and external_id = any(:identities::text[])
     union all select external_id from bank_statement_line_aliases where bank_account_id = :bankAccountId and external_id = any(:identities::text[])`,
    { bankAccountId, identities },
    client
  )
  return new Set(found.map(({ externalId }) => externalId))
}
