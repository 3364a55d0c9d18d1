import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { type LetteredLine, letterLines } from '#app/ledger/actions/letter_lines'

/** Letters the two sides of a payment in transit, sent and settled, unless somebody did. */
export async function letterTransit(
  orderId: number,
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  const found = await oneRow<{
    siteId: number | null
    accountId: number | null
    lines: LetteredLine[] | null
    rest: number
  }>(
    `select max(l.site_id) as site_id, max(l.account_id) as account_id, coalesce(sum(l.amount_minor), 0)::bigint as rest,
            jsonb_agg(jsonb_build_object('journalLineId', l.id, 'amountMinor', l.amount_minor)) as lines
       from journal_lines l join ledger_accounts a on a.id = l.account_id and a.subledger = 'bank'
      where l.document_type = 'payment_order' and l.document_id = :orderId
        and not exists (select 1 from bank_accounts b where b.ledger_account_id = a.id)
        and not exists (select 1 from reconciliation_lines r where r.journal_line_id = l.id)`,
    { orderId },
    trx
  )
  if (found.rest !== 0 || found.siteId === null || found.accountId === null || found.lines === null) return
  await letterLines(
    { siteId: found.siteId, accountId: found.accountId, lines: found.lines, status: 'full', createdBy },
    trx
  )
}
