import type { ManualLine } from '#app/books/models/manual_entry'
import { openingLines } from '#app/books/opening/opening_lines'
import { OPENING_ROWS_MAX, type OpeningRow } from '#app/books/opening/opening_rows'
import type { RowProblem } from '#app/books/plan_file/check_plan_rows'
import { checkedLines } from '#app/books/queries/checked_lines'
import { oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { isMonthOpen } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'

type Opening = {
  siteId: number
  postedOn: CalendarDate
  userId: number | null
  /** Where the balances do not add up to nothing: put the difference on the remanente, or refuse them. */
  difference: 'to_equity' | 'refuse'
}

/**
 * Saldos iniciales (area 00 §6): keeps balances as the draft of an opening entry, which somebody else approves and so posts.
 * Gives its key, or what is wrong with rows that fit no account. Throws at `posted_on` for a day that takes no entries, at
 * `file` for what would be opened twice, and at `takes_difference` while they do not balance and nobody says that the
 * difference goes to the remanente.
 */
export async function createOpening(
  balances: readonly OpeningRow[],
  opening: Opening,
  trx: Transaction
): Promise<{ id: number | null; problems: RowProblem[] }> {
  const { siteId, userId } = opening
  const site = await lockSite(siteId, trx)
  await refuseClosedDay(opening, trx)
  const { lines, problems } = await openingLines({ siteId, balances, userId }, trx)
  if (problems.length > 0) return { id: null, problems }
  await refuseOpened(lines, trx)
  const whole = await withDifference(lines, { ...opening, currency: site.currency }, trx)
  await checkedLines({ siteId, lines: whole, userId }, trx)
  return { id: await insert({ ...opening, lines: whole }, trx), problems: [] }
}

/** Throws E_PERIOD_CLOSED at `posted_on` for a day that takes no entries. */
export async function refuseClosedDay(
  { siteId, postedOn }: Pick<Opening, 'siteId' | 'postedOn'>,
  trx?: Transaction
): Promise<void> {
  if (await isMonthOpen(siteId, postedOn, trx)) return
  const message = `No hay ejercicio abierto para la fecha ${formatDay(postedOn)}.`
  throw new DomainError('E_PERIOD_CLOSED', message, { field: 'posted_on' })
}

/** One import at a time for a company: two at once would each find its accounts unopened. */
async function lockSite(siteId: number, trx: Transaction): Promise<{ currency: string }> {
  const site = await row<{ currency: string }>(
    `select base_currency as currency from sites where id = :siteId and status <> 'archived' for no key update`,
    { siteId },
    trx
  )
  if (!site) throw new DomainError('E_SITE', 'La empresa está archivada.', { field: 'site_id' })
  return site
}

async function refuseOpened(lines: readonly ManualLine[], trx: Transaction): Promise<void> {
  const opened = await rows<{ code: string; entry: string }>(
    `select a.code, m.description as entry from opened_accounts o join ledger_accounts a on a.id = o.ledger_account_id join manual_entries m on m.id = o.manual_entry_id
      where o.ledger_account_id = any(:ids::bigint[]) order by a.code`,
    { ids: lines.map(({ accountId }) => accountId) },
    trx
  )
  const [first] = opened
  if (!first) return
  const others = opened.length > 1 ? ` y ${opened.length - 1} más` : ''
  throw atFile(
    'E_OPENED',
    `Ya hay saldos iniciales de la cuenta ${first.code}${others} en «${first.entry}»: descártelo o anúlelo antes.`
  )
}

async function withDifference(
  lines: ManualLine[],
  { siteId, difference, currency }: Opening & { currency: string },
  trx: Transaction
): Promise<ManualLine[]> {
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0)
  if (sum === 0) return lines
  const prefix = await roleCode(siteId, 'opening_equity', trx)
  const equity = await ensureAccount({ siteId, prefix }, trx)
  if (difference === 'refuse')
    throw new DomainError(
      'E_UNBALANCED',
      `El fichero no cuadra: ${sum > 0 ? 'el debe' : 'el haber'} suma ${formatAmount(Math.abs(sum), currency)} más. Corríjalo o lleve la diferencia a la cuenta ${equity.code}.`,
      { field: 'takes_difference' }
    )
  if (lines.length > OPENING_ROWS_MAX) throw atFile('E_ROWS_MAX', 'El fichero tiene demasiados saldos.')
  return [
    ...lines,
    {
      accountId: equity.id,
      amountMinor: -sum,
      memo: 'Diferencia de los saldos iniciales',
      isDifference: true,
    },
  ]
}

async function insert(
  { siteId, postedOn, userId, lines }: Opening & { lines: ManualLine[] },
  trx: Transaction
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into manual_entries (site_id, posted_on, description, kind, lines, total_minor, created_by)
     values (:siteId, :postedOn, :description, 'opening', :lines::jsonb, :totalMinor, :createdBy) returning id`,
    {
      siteId,
      postedOn,
      description: `Saldos iniciales a ${formatDay(postedOn)}`,
      lines: JSON.stringify(lines),
      totalMinor: lines.reduce((sum, line) => sum + Math.max(0, line.amountMinor), 0),
      createdBy: userId,
    },
    trx
  )
  return id
}

const atFile = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
