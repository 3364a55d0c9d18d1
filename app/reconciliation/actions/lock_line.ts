import type { StatementLineStatus } from '#app/accounts/workflows/statement_line_workflow'
import { keptRows, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
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
 * same item. With those of the companies that its items reach. Throws when it does not exist.
 */
export async function lockLine(
  lineId: number,
  trx: Transaction,
  itemIds: readonly number[] = []
): Promise<LockedMatch> {
  await lockReached([lineId], itemIds, trx)
  const found = await row<{ bankAccountId: number }>(
    `select bank_account_id from bank_statement_lines where id = :lineId`,
    { lineId },
    trx
  )
  if (!found) throw new DomainError('E_LINE', 'El movimiento ya no existe: recargue la página.')
  const account = await findMatchAccount(found.bankAccountId, trx)
  if (!account) throw new Error(`Movement ${lineId} without account`)
  const line = await oneRow<LockedLine>(
    `select l.id, l.bank_account_id, l.status, l.amount_minor as total_minor, l.currency, l.booked_on, l.raw_text, l.norm_text,
            l.amount_minor - coalesce((select sum(m.amount_minor) from statement_matches m where m.bank_statement_line_id = l.id), 0)::bigint as amount_minor
       from bank_statement_lines l where l.id = :lineId for update`,
    { lineId },
    trx
  )
  return { line, account }
}

/**
 * The books that movements reach, in their order: of their own companies, of the partners of items and of the payments that
 * they settle, and of what was posted for them before.
 */
export async function lockReached(
  lineIds: readonly number[],
  itemIds: readonly number[],
  trx: Transaction
): Promise<void> {
  const reached = await keptRows<{ id: number }>(
    `select b.site_id as id from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id where l.id = any(:lineIds::bigint[])
     union select a.subledger_id from journal_lines i join ledger_accounts a on a.id = i.account_id and a.subledger = 'site' where i.id = any(:itemIds::bigint[])
     union select o.site_id from journal_lines i join payment_orders o on i.document_type = 'payment_order' and o.id = i.document_id where i.id = any(:itemIds::bigint[])
     union select o.site_id from journal_entries e join journal_entries o on o.group_key = e.group_key where e.source_type = 'bank_statement_line' and e.source_id = any(:lineIds::bigint[])`,
    { lineIds, itemIds },
    trx
  )
  await lockBooks(
    reached.map(({ id }) => id),
    trx
  )
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
