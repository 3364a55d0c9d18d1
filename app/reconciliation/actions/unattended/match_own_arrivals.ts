import { SYSTEM } from '#app/audit/record_event'
import { rows } from '#app/kernel/database/sql'
import { OWN_TRANSFER } from '#app/payments/kinds/internal/own_transfer'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { unlessRefused } from '#app/reconciliation/actions/unattended/unless_refused'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { isTakenBack } from '#app/reconciliation/queries/taken_back'
import type { Evidence } from '#app/reconciliation/scoring/match_types'

type Arrival = { lineId: number; journalLineId: number; amountMinor: number }

/** Nothing is guessed: the bank tells the two sides of the transfer as one. */
const TOLD: Evidence = {
  score: 100,
  parts: [{ label: 'El banco la da por el traspaso de esta orden', points: 100 }],
}

/**
 * Money that arrives on an account from another one of the company at the same connected bank, also exchanged into its currency:
 * it settles what was on its way there, where it is just that. Gives how many movements were matched.
 */
export async function matchOwnArrivals({ id }: Pick<MatchAccount, 'id'>): Promise<number> {
  let matched = 0
  for (const { lineId, ...item } of await readArrivals(id)) {
    const accepted = await unlessRefused(() =>
      acceptMatch({ lineId, items: [item], evidence: TOLD, actor: SYSTEM })
    )
    if (accepted) matched++
  }
  return matched
}

/** Whole and open movements alone, of which nobody took a decision back, in statements that add up. */
function readArrivals(bankAccountId: number): Promise<Arrival[]> {
  return rows<Arrival>(
    `select l.id as line_id, j.id as journal_line_id, l.amount_minor
       from bank_statement_lines l join bank_statements s on s.id = l.statement_id and s.status <> 'unbalanced'
       join provider_transactions t on t.bank_statement_line_id = l.id
       join payment_orders o on o.channel = 'api' and o.source_type = '${OWN_TRANSFER}' and o.status in ('sent', 'paid', 'reconciled') and o.provider_ref = t.transfer_ref
       join own_transfers w on w.id = o.source_id and w.to_account_id = l.bank_account_id
       join bank_accounts f on f.id = o.debtor_account_id and f.connector_id = t.connector_id
       join journal_lines j on j.document_type = 'payment_order' and j.document_id = o.id and j.currency = l.currency and j.amount_minor = l.amount_minor
       join journal_entries e on e.id = j.entry_id and e.kind = 'payment.sent'
      where l.bank_account_id = :bankAccountId and l.status in ('pending', 'suggested') and l.amount_minor > 0
        and not exists (select 1 from reconciliation_lines r where r.journal_line_id = j.id)
        and not ${isTakenBack('l.id')}
      order by l.id`,
    { bankAccountId }
  )
}
