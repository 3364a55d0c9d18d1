import type { Actor } from '#app/audit/record_event'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import type { LockedCost } from '#app/legal/actions/lock_cost'

/**
 * Punteo of what was accrued of a cost with the entry that paid it by hand, as far as both go. Nothing for a cost that was
 * not accrued.
 */
export async function letterAccrual(
  { siteId, accrualEntryId }: Pick<LockedCost, 'siteId' | 'accrualEntryId'>,
  entryId: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (accrualEntryId === null) return
  await lockReconciliations(siteId, trx)
  const lines = await rows<{ id: number; accountId: number; restMinor: number }>(
    `select l.id, l.account_id, (l.amount_minor - coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0))::bigint as rest_minor
       from journal_lines l join ledger_accounts a on a.id = l.account_id and a.reconcilable and a.code like '4%' where l.entry_id in (:accrualEntryId, :entryId) order by l.id`,
    { accrualEntryId, entryId },
    trx
  )
  const owed = lines.find(({ restMinor }) => restMinor < 0)
  const paid = lines.find(({ restMinor, accountId }) => restMinor > 0 && accountId === owed?.accountId)
  if (!owed || !paid) return
  const amountMinor = Math.min(-owed.restMinor, paid.restMinor)
  await letterLines(
    {
      siteId,
      accountId: owed.accountId,
      lines: [
        { journalLineId: owed.id, amountMinor: -amountMinor },
        { journalLineId: paid.id, amountMinor },
      ],
      status: -owed.restMinor === paid.restMinor ? 'full' : 'partial',
      createdBy: actor.userId,
    },
    trx
  )
}
