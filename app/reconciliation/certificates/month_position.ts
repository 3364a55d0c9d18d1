import { VIRTUAL_TRANSFER } from '#app/accounts/virtual_transfer'
import { type Client, oneRow, row, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Something that one side has and the other does not, with the part of it that is open, in cents signed as the bank shows it. */
export type OpenSide = { id: number; on: string; text: string; minor: number }

export type MonthPosition = {
  bankMinor: number
  ledgerMinor: number
  /** What both lists of open items add up to. */
  explainedMinor: number
  /** What is left of the difference between both balances: zero, or something is missing. */
  unexplainedMinor: number
  bankItems: OpenSide[]
  ledgerItems: OpenSide[]
}

/**
 * Bank and books of an account at the end of a day, and what of their difference the open items explain. A match counts
 * when both its sides are of that day or before; an ignored movement is not the bank's. Null where no statement says what the bank had then.
 */
export async function monthPosition(
  bankAccountId: number,
  day: CalendarDate,
  client?: Client
): Promise<MonthPosition | null> {
  const bankMinor = await bankBalanceAt(bankAccountId, day, client)
  if (bankMinor === null) return null
  const { ledgerMinor } = await oneRow<{ ledgerMinor: number }>(
    `select coalesce(sum(l.amount_minor), 0)::bigint as ledger_minor from journal_lines l where l.account_id in (${MONEY}) and l.posted_on <= :day`,
    { bankAccountId, day },
    client
  )
  const bankItems = await rows<OpenSide>(BANK_ITEMS, { bankAccountId, day }, client)
  const ledgerItems = await rows<OpenSide>(LEDGER_ITEMS, { bankAccountId, day }, client)
  const explainedMinor = sumOf(bankItems) - sumOf(ledgerItems)
  return {
    bankMinor,
    ledgerMinor,
    explainedMinor,
    unexplainedMinor: bankMinor - ledgerMinor - explainedMinor,
    bankItems,
    ledgerItems,
  }
}

const sumOf = (items: readonly OpenSide[]) => items.reduce((sum, { minor }) => sum + minor, 0)

/**
 * From the first statement that reaches the day, less what came after it; else from the last one before the month's end,
 * when no later movement is known.
 */
async function bankBalanceAt(
  bankAccountId: number,
  day: CalendarDate,
  client?: Client
): Promise<number | null> {
  const found = await row<{ minor: number }>(
    `select s.closing_minor - coalesce((select sum(l.amount_minor) from bank_statement_lines l
              where l.bank_account_id = s.bank_account_id and l.booked_on > :day and l.booked_on <= s.period_to and l.status <> 'ignored'), 0)::bigint as minor
       from bank_statements s where s.bank_account_id = :bankAccountId and s.closing_minor is not null and s.period_to >= :day
      order by s.period_to, s.id desc limit 1`,
    { bankAccountId, day },
    client
  )
  return found?.minor ?? null
}

/** The account's own ledger account and those of its virtual accounts. */
const MONEY = `
  select ledger_account_id from bank_accounts where id = :bankAccountId
  union select ledger_account_id from virtual_accounts where bank_account_id = :bankAccountId`

const BANK_ITEMS = `
  select l.id, l.booked_on as "on", l.raw_text as text, (l.amount_minor - coalesce(m.matched, 0))::bigint as minor
    from bank_statement_lines l left join lateral (
      select sum(x.amount_minor) as matched from statement_matches x join journal_lines j on j.id = x.journal_line_id and j.posted_on <= :day where x.bank_statement_line_id = l.id) m on true
   where l.bank_account_id = :bankAccountId and l.booked_on <= :day and l.status <> 'ignored' and l.amount_minor <> coalesce(m.matched, 0)
   order by l.booked_on, l.id`

/** Neither what a year opens and closes with, nor an entry with its reversal: those say nothing to the bank. */
const LEDGER_ITEMS = `
  select l.id, l.posted_on as "on", 'Asiento ' || e.entry_no || ' · ' || e.description as text, (l.amount_minor - coalesce(m.matched, 0))::bigint as minor
    from journal_lines l join journal_entries e on e.id = l.entry_id left join lateral (
      select sum(x.amount_minor) as matched from statement_matches x join bank_statement_lines b on b.id = x.bank_statement_line_id and b.booked_on <= :day where x.journal_line_id = l.id) m on true
   where l.account_id in (${MONEY}) and l.posted_on <= :day and e.journal not in ('apertura', 'cierre') and e.kind <> '${VIRTUAL_TRANSFER}' and l.amount_minor <> coalesce(m.matched, 0)
     and not exists (select 1 from journal_entries r where r.posted_on <= :day and (r.reverses_id = e.id or r.id = e.reverses_id))
   order by l.posted_on, l.id`
