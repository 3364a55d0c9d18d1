import type { Actor } from '#app/audit/record_event'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatDay } from '#app/kernel/time/calendar_date'
import { returnOrder } from '#app/payments/orders/fail_order'
import type { LockedMatch } from '#app/reconciliation/actions/lock_line'
import type { ResolvedItem } from '#app/reconciliation/actions/resolve_items'
import type { NewMatch } from '#app/reconciliation/actions/write_match'

/** The longest code of a reason; what is longer is a bank's own words. */
const CODE_LENGTH_MAX = 10
/** "Reason in free text" of ISO 20022: the bank gave no code. */
const WITHOUT_CODE = 'NARR'

/**
 * The payments that a movement brings back are returned, on its day and for the reason that the bank gives: what they paid
 * is owed again. Gives the lines on the bank's account, to be matched with it. Throws E_NOT_CHARGED for one that the bank
 * has not been seen to charge: its charge is reconciled first.
 */
export async function takeBack(
  { line, account }: LockedMatch,
  items: readonly ResolvedItem[],
  actor: Actor,
  trx: Transaction
): Promise<NewMatch[]> {
  const matches: NewMatch[] = []
  for (const { kind, documentId } of items) {
    if (kind !== 'returned_payment' || documentId === null) continue
    await refuseUncharged(documentId, trx)
    await returnOrder(
      {
        orderId: documentId,
        code: await returnCode(line.id, trx),
        comment: `Devuelto por el banco el ${formatDay(line.bookedOn)}: ${line.rawText}`.slice(0, 300),
        actor,
        returnedOn: line.bookedOn,
      },
      trx
    )
    const posted = await oneRow<NewMatch>(
      `select l.id as journal_line_id, l.amount_minor from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.idempotency_key = :key and l.account_id = :ledgerAccountId`,
      { key: `payment_order:${documentId}:returned:1`, ledgerAccountId: account.ledgerAccountId },
      trx
    )
    matches.push(posted)
  }
  return matches
}

async function refuseUncharged(orderId: number, trx: Transaction): Promise<void> {
  const { number, status } = await oneRow<{ number: string; status: string }>(
    `select number, status from payment_orders where id = :orderId`,
    { orderId },
    trx
  )
  if (status === 'sent')
    throw new DomainError(
      'E_NOT_CHARGED',
      `El pago ${number} aún no consta cargado: concilie antes su cargo y después su devolución.`
    )
}

async function returnCode(lineId: number, trx: Transaction): Promise<string> {
  const { code } = await oneRow<{ code: string | null }>(
    `select raw ->> 'returnReason' as code from bank_statement_lines where id = :lineId`,
    { lineId },
    trx
  )
  return code && code.length <= CODE_LENGTH_MAX ? code : WITHOUT_CODE
}
