import type { StatementLineStatus } from '#app/accounts/workflows/statement_line_workflow'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { findMatchAccount, type MatchAccount } from '#app/reconciliation/queries/match_account'

export type LockedLine = {
  id: number
  bankAccountId: number
  status: StatementLineStatus
  totalMinor: number
  /** What is not matched yet. */
  amountMinor: number
  currency: string
  bookedOn: CalendarDate
  rawText: string
  normText: string
}

export type LockedMatch = { line: LockedLine; account: MatchAccount }

/**
 * A movement under its row lock, and its company's reconciliations under one lock, so that two people never settle the
 * same item. Throws when it does not exist.
 */
export async function lockLine(lineId: number, trx: Transaction): Promise<LockedMatch> {
  const found = await row<{ bankAccountId: number }>(
    `select bank_account_id from bank_statement_lines where id = :lineId`,
    { lineId },
    trx
  )
  if (!found) throw new DomainError('E_LINE', 'El movimiento ya no existe: recargue la página.')
  const account = await findMatchAccount(found.bankAccountId, trx)
  if (!account) throw new Error(`Movement ${lineId} without account`)
  await lockReconciliations(account.siteId, trx)
  const line = await oneRow<LockedLine>(
    `select l.id, l.bank_account_id, l.status, l.amount_minor as total_minor, l.currency, l.booked_on, l.raw_text, l.norm_text,
            l.amount_minor - coalesce((select sum(m.amount_minor) from statement_matches m where m.bank_statement_line_id = l.id), 0)::bigint as amount_minor
       from bank_statement_lines l where l.id = :lineId for update`,
    { lineId },
    trx
  )
  return { line, account }
}

/** Which posting of this movement it is, for its idempotency key; undone ones count. */
export async function nextVersion(lineId: number, trx: Transaction): Promise<number> {
  const found = await row<{ posted: number }>(
    `select count(*)::int as posted from journal_entries where source_type = 'bank_statement_line' and source_id = :lineId and reverses_id is null`,
    { lineId },
    trx
  )
  return (found?.posted ?? 0) + 1
}
