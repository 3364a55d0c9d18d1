import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Throws E_RECONCILED while a line of the entry is matched with a bank movement or lettered. */
export async function refuseWhenMatched(
  { id, entryNo }: { id: number; entryNo: number },
  trx: Transaction
): Promise<void> {
  const matched = await row(
    `select 1 as found from journal_lines l where l.entry_id = :id and (
       exists (select 1 from statement_matches m where m.journal_line_id = l.id)
       or exists (select 1 from reconciliation_lines r where r.journal_line_id = l.id)) limit 1`,
    { id },
    trx
  )
  if (matched) {
    throw new DomainError(
      'E_RECONCILED',
      `El asiento ${entryNo} está conciliado: deshaga antes la conciliación.`
    )
  }
}
