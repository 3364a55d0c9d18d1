import { execute, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import type { DraftLine, Journal } from '#app/ledger/journal_draft'
import { roleCode } from '#app/ledger/queries/role_account'
import { type FiscalYearStatus, fiscalYearWorkflow } from '#app/ledger/workflows/fiscal_year_workflow'

export type LockedYear = {
  id: number
  siteId: number
  code: string
  startsOn: CalendarDate
  endsOn: CalendarDate
  status: FiscalYearStatus
  closings: number
}

/**
 * A fiscal year under its lock: nothing is posted in it meanwhile. Null when there is none. The company's reconciliations
 * are held first: whoever matches holds them and then posts, which waits for the year.
 */
export async function lockFiscalYear(yearId: number, trx: Transaction): Promise<LockedYear | null> {
  const found = await row<{ siteId: number }>(
    `select site_id from fiscal_years where id = :yearId`,
    { yearId },
    trx
  )
  if (!found) return null
  await lockReconciliations(found.siteId, trx)
  return row<LockedYear>(
    `select id, site_id, code, starts_on, ends_on, status, closings from fiscal_years where id = :yearId for update`,
    { yearId },
    trx
  )
}

/**
 * Closes a year for good with the three entries of the Plan General de Contabilidad: regularización (groups 6 and 7 to
 * 129), cierre (every balance to zero) and apertura on the first day of the next year. What was cerrado and abierto adds
 * up to nothing, so balances of today do not move. Throws E_TRANSITION from any other state than the provisional close,
 * E_EARLIER_YEAR while an earlier year is open, E_NEXT_YEAR when there is none to open or it is closed itself and
 * E_EQUITY_RESULT while accounts of groups 8 and 9 have a balance: what they are closed against is told by each of them.
 */
export async function closeFiscalYear(
  year: LockedYear,
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  const status = fiscalYearWorkflow.next(year.status, 'close')
  await refuseOutOfOrder(year, trx)
  const next = await nextYear(year, trx)
  const version = year.closings + 1
  const shared = { year, version, createdBy }
  const results = await balancesAt(year, `a.code ~ '^[67]'`, trx)
  if (results.length > 0)
    await post(
      { ...shared, event: 'regularize', journal: 'regularizacion', on: year.endsOn },
      await regularization(year, results, trx),
      trx
    )
  const balances = await balancesAt(year, 'true', trx)
  refuseUnequal(balances)
  refuseEquityResults(balances)
  if (balances.length > 0) {
    await post({ ...shared, event: 'close', journal: 'cierre', on: year.endsOn }, balances.map(negated), trx)
    await post({ ...shared, event: 'open', journal: 'apertura', on: next.startsOn }, balances.map(kept), trx)
  }
  await execute(
    `update fiscal_years set status = :status, closings = :version where id = :id`,
    { id: year.id, status, version },
    trx
  )
}

/**
 * Takes the close of a year back: its three entries are reversed on their own days and the year is closed provisionally
 * again. Throws E_NEXT_YEAR while a later year is closed.
 */
export async function reopenFiscalYear(
  year: LockedYear,
  reason: string,
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  const status = fiscalYearWorkflow.next(year.status, 'undo_close')
  const later = await row<{ code: string }>(
    `select code from fiscal_years where site_id = :siteId and starts_on > :endsOn and status = 'closed' order by starts_on desc limit 1`,
    { siteId: year.siteId, endsOn: year.endsOn },
    trx
  )
  if (later) throw new DomainError('E_NEXT_YEAR', `Reabra antes el ejercicio ${later.code}.`)
  await execute(`update fiscal_years set status = :status where id = :id`, { id: year.id, status }, trx)
  const entries = await rows<{ id: number; postedOn: CalendarDate }>(
    `select id, posted_on from journal_entries where source_type = 'fiscal_year' and source_id = :id
        and idempotency_key like '%:' || :version::int and reverses_id is null order by id desc`,
    { id: year.id, version: year.closings },
    trx
  )
  for (const { id, postedOn } of entries)
    await reverseEntry({ entryId: id, reason, postedOn, createdBy }, trx)
}

async function refuseOutOfOrder(year: LockedYear, trx: Transaction): Promise<void> {
  const earlier = await row<{ code: string }>(
    `select code from fiscal_years where site_id = :siteId and ends_on < :startsOn and status <> 'closed' order by starts_on limit 1`,
    { siteId: year.siteId, startsOn: year.startsOn },
    trx
  )
  if (earlier) throw new DomainError('E_EARLIER_YEAR', `Cierre antes el ejercicio ${earlier.code}.`)
}

async function nextYear(year: LockedYear, trx: Transaction): Promise<{ startsOn: CalendarDate }> {
  const next = await row<{ startsOn: CalendarDate; code: string; status: FiscalYearStatus }>(
    `select starts_on, code, status from fiscal_years where site_id = :siteId and starts_on = :endsOn::date + 1 for update`,
    { siteId: year.siteId, endsOn: year.endsOn },
    trx
  )
  if (!next) throw new DomainError('E_NEXT_YEAR', 'El ejercicio siguiente no está abierto.')
  if (next.status === 'closed')
    throw new DomainError('E_NEXT_YEAR', `Reabra antes el ejercicio ${next.code}.`)
  return next
}

type Balance = { accountId: number; code: string; currency: string; amountMinor: number; baseMinor: number }

/** What accounts hold at the end of a year; accounts without a balance are left out. */
function balancesAt(year: LockedYear, condition: string, trx: Transaction): Promise<Balance[]> {
  return rows<Balance>(
    `select a.id as account_id, a.code, a.currency, sum(l.amount_minor)::bigint as amount_minor, sum(l.base_minor)::bigint as base_minor
       from ledger_accounts a join journal_lines l on l.account_id = a.id and l.posted_on <= :endsOn
      where a.site_id = :siteId and ${condition} group by a.id having sum(l.amount_minor) <> 0 or sum(l.base_minor) <> 0 order by a.code`,
    { siteId: year.siteId, endsOn: year.endsOn },
    trx
  )
}

async function regularization(year: LockedYear, results: Balance[], trx: Transaction): Promise<DraftLine[]> {
  const prefix = await roleCode(year.siteId, 'year_result', trx)
  const account = await ensureAccount({ siteId: year.siteId, prefix }, trx)
  const result = results.reduce((sum, balance) => sum + balance.baseMinor, 0)
  return [
    ...results.map(negated),
    ...(result === 0 ? [] : [{ accountId: account.id, amountMinor: result, baseMinor: result }]),
  ]
}

/** A foreign account without currency but with euros, or the other way round, must be regularized by hand first. */
function refuseUnequal(balances: Balance[]): void {
  const unequal = balances.find((balance) => Math.sign(balance.amountMinor) !== Math.sign(balance.baseMinor))
  if (unequal)
    throw new DomainError(
      'E_FX_DIFFERENCE',
      `La cuenta ${unequal.code} tiene diferencias de cambio sin registrar: regularícelas antes de cerrar.`
    )
}

/** Expense and income of equity (groups 8 and 9) are carried to subgroup 13 by hand: no single account takes them all. */
function refuseEquityResults(balances: Balance[]): void {
  const left = balances.find(({ code }) => /^[89]/.test(code))
  if (left)
    throw new DomainError(
      'E_EQUITY_RESULT',
      `La cuenta ${left.code} tiene saldo: traspase los grupos 8 y 9 a sus cuentas del subgrupo 13 antes de cerrar.`
    )
}

const kept = ({ accountId, currency, amountMinor, baseMinor }: Balance): DraftLine => ({
  accountId,
  currency,
  amountMinor,
  baseMinor,
})

const negated = (balance: Balance): DraftLine =>
  kept({ ...balance, amountMinor: -balance.amountMinor, baseMinor: -balance.baseMinor })

type Closing = {
  year: LockedYear
  version: number
  event: 'regularize' | 'close' | 'open'
  journal: Journal
  on: CalendarDate
  createdBy: number | null
}

const TITLES = { regularize: 'Regularización', close: 'Asiento de cierre', open: 'Asiento de apertura' }

async function post(
  { year, version, event, journal, on, createdBy }: Closing,
  lines: DraftLine[],
  trx: Transaction
) {
  await postEntry(
    {
      siteId: year.siteId,
      postedOn: on,
      journal,
      kind: `year.${event}`,
      idempotencyKey: `fiscal_year:${year.id}:${event}:${version}`,
      description: `${TITLES[event]} del ejercicio ${year.code}`,
      sourceType: 'fiscal_year',
      sourceId: year.id,
      lines,
      createdBy,
    },
    trx
  )
}
