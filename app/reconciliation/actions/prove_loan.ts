import type { Actor } from '#app/audit/record_event'
import { row, type Transaction } from '#app/kernel/database/sql'
import type { BankProof } from '#app/loans/ports'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { undoMatch } from '#app/reconciliation/actions/undo_match'

/** A movement of the bank proves what was paid of a loan: it is matched with the line of the books, and waits again when that is taken back. */
export const loanProof: BankProof = {
  match: ({ lineId, journalLineId, amountMinor }, actor, trx) =>
    acceptMatch({ lineId, items: [{ journalLineId, amountMinor }], actor }, trx),
  release: releaseLine,
}

async function releaseLine(lineId: number, reason: string, actor: Actor, trx: Transaction): Promise<void> {
  const matched = await row(
    `select 1 as found from statement_matches where bank_statement_line_id = :lineId limit 1`,
    { lineId },
    trx
  )
  if (matched) await undoMatch({ lineId, actor, reason }, trx)
}
