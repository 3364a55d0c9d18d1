import type { Actor } from '#app/audit/record_event'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { MERGE_KIND } from '#app/providers/postings/merge_posting'

type Carried = { invoiceId: number; entryId: number; reason: string; actor: Actor }

/**
 * Takes back what carried the debt of an invoice to the supplier that its own was merged into, the last step first, so
 * that the entry which booked it can be reversed. Punteo that somebody made with other lines is left, and refuses.
 */
export async function undoCarry(
  { invoiceId, entryId, reason, actor }: Carried,
  trx: Transaction
): Promise<void> {
  const carried = await rows<{ id: number }>(
    `select distinct e.id from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.document_type = 'invoice' and l.document_id = :invoiceId and e.kind = '${MERGE_KIND}'
        and not exists (select 1 from journal_entries x where x.reverses_id = e.id) order by e.id desc`,
    { invoiceId },
    trx
  )
  if (carried.length === 0) return
  const ids = carried.map(({ id }) => id)
  await execute(
    `delete from reconciliations c where exists (select 1 from reconciliation_lines r join journal_lines l on l.id = r.journal_line_id where r.reconciliation_id = c.id and l.entry_id = any(:ids::bigint[]))
        and not exists (select 1 from reconciliation_lines r join journal_lines l on l.id = r.journal_line_id
          where r.reconciliation_id = c.id and l.entry_id <> :entryId and not l.entry_id = any(:ids::bigint[]))`,
    { ids, entryId },
    trx
  )
  for (const id of ids) await reverseEntry({ entryId: id, reason, createdBy: actor.userId }, trx)
}
