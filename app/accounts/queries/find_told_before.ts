import { type Coverage, pairTellings, type Telling } from '#app/accounts/statements/same_movement'
import type { EntryLines, StatementLine } from '#app/accounts/statements/statement_lines'
import { type Client, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, maxDay, minDay } from '#app/kernel/time/calendar_date'

/** Who tells of movements: files that people bring, or the connection that an account hangs on. */
export type Origin = 'file' | 'feed'

export type ToldBefore = {
  /** The line of the account that is the same movement, by the identity of the line that tells it again. */
  same: ReadonlyMap<string, number>
  /** Entries of several lines that the other source told as one. */
  whole: ReadonlySet<string>
  /** The line that may be the same, likewise: both stay until a person says. */
  doubtful: ReadonlyMap<string, number>
}

type Asked = {
  bankAccountId: number
  origin: Origin
  /** Entries that this source has not told yet. */
  entries: readonly EntryLines[]
  /** Days that they were read for, where that is more than the days of what is told. */
  covered: Coverage
}

/**
 * Which movements the other source of an account has told already and this one has not: a file and a connection tell each
 * movement once each, and it is one line.
 */
export async function findToldBefore(
  { bankAccountId, origin, entries, covered }: Asked,
  client?: Client
): Promise<ToldBefore> {
  const none = { same: new Map(), whole: new Set<string>(), doubtful: new Map() }
  if (entries.length === 0) return none
  const days = await otherDays(bankAccountId, origin, client)
  if (days.length === 0) return none
  const whole = entries.filter(({ lines }) => lines.length > 1).map(wholeTelling)
  const single = entries.filter(({ lines }) => lines.length === 1).flatMap(({ lines }) => lines.map(telling))
  const parts = entries.filter(({ lines }) => lines.length > 1)
  const others = await readOthers(
    { bankAccountId, origin },
    [...whole, ...single, ...parts.flatMap(({ lines }) => lines.map(telling))],
    client
  )
  const bounds = {
    told: covered,
    others: (day: CalendarDate) => days.some(({ from, to }) => day >= from && day <= to),
  }
  const first = pairTellings([...whole, ...single], others, bounds)
  // A batch that the other source told operation by operation.
  const taken = new Set(first.same.values())
  const apart = parts
    .filter(({ externalId }) => !first.same.has(externalId))
    .flatMap(({ lines }) => lines.map(telling))
  const second = pairTellings(
    apart,
    others.filter(({ key }) => !taken.has(key)),
    bounds
  )
  const ids = (found: ReadonlyMap<string, string>): [string, number][] =>
    [...found].map(([key, id]) => [key, Number(id)])
  return {
    same: new Map([...ids(first.same), ...ids(second.same)]),
    whole: new Set(parts.map(({ externalId }) => externalId).filter((id) => first.same.has(id))),
    doubtful: new Map([...ids(first.doubtful), ...ids(second.doubtful)]),
  }
}

/** The days that the other source has told: a connection from its first to its last, files by their periods. */
function otherDays(
  bankAccountId: number,
  origin: Origin,
  client?: Client
): Promise<{ from: CalendarDate; to: CalendarDate }[]> {
  const days =
    origin === 'file'
      ? `min(period_from) as "from", max(period_to) as "to"`
      : `period_from as "from", period_to as "to"`
  return rows<{ from: CalendarDate; to: CalendarDate }>(
    `select distinct ${days} from bank_statements
      where bank_account_id = :bankAccountId and (source = 'api') = :isFeed and period_from is not null and period_to is not null
      ${origin === 'file' ? 'having count(*) > 0' : ''}`,
    { bankAccountId, isFeed: origin === 'file' },
    client
  )
}

/** Lines of the other source that this one has not told, of these amounts and days. */
async function readOthers(
  { bankAccountId, origin }: Pick<Asked, 'bankAccountId' | 'origin'>,
  told: readonly Telling[],
  client?: Client
): Promise<Telling[]> {
  const [first] = told
  if (!first) return []
  const days = told.map(({ bookedOn }) => bookedOn)
  const found = await rows<Omit<Telling, 'key'> & { id: number }>(
    `select l.id, l.booked_on, l.amount_minor, l.balance_after_minor, l.end_to_end_id, l.counterparty_name, l.counterparty_iban, l.norm_text,
        l.raw ->> 'bankReference' as bank_reference
       from bank_statement_lines l join bank_statements s on s.id = l.statement_id
      where l.bank_account_id = :bankAccountId and l.booked_on between :from and :to and l.amount_minor = any(:amounts::bigint[])
        and (s.source = 'api') = :isFeed
        and not exists (select 1 from bank_statement_line_aliases x where x.line_id = l.id and x.origin = :origin)
      order by l.booked_on, l.id`,
    {
      bankAccountId,
      origin,
      isFeed: origin === 'file',
      from: addDays(
        days.reduce((a, b) => minDay(a, b), first.bookedOn),
        -1
      ),
      to: addDays(
        days.reduce((a, b) => maxDay(a, b), first.bookedOn),
        1
      ),
      amounts: [...new Set(told.map(({ amountMinor }) => amountMinor))],
    },
    client
  )
  return found.map(({ id, ...line }) => ({ ...line, key: String(id) }))
}

function telling(line: StatementLine): Telling {
  const { bankReference = null } = line.raw as { bankReference?: string | null }
  return { ...line, key: line.externalId, bankReference }
}

/** The sum of a batch as the one movement that the other source may tell it as. */
function wholeTelling({ externalId, lines }: EntryLines): Telling {
  const [first] = lines
  if (!first) throw new Error('An entry without lines')
  return {
    ...telling(first),
    key: externalId,
    amountMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    endToEndId: null,
    counterpartyName: null,
    counterpartyIban: null,
  }
}
