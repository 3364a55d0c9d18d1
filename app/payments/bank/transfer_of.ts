import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, maxDay, today } from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import type { KnownTransfer, Transfer } from '#app/payments/gateway/transfer_gateway'

/** A payment order in the words of the transfer gateway. */
export async function transferOf(orderId: number, trx?: Transaction): Promise<Transfer> {
  const { executionOn, ...transfer } = await oneRow<Transfer & { executionOn: CalendarDate }>(
    `select o.number as order_number, o.end_to_end_id, o.amount_minor, o.currency, s.legal_name::text as debtor_name, b.iban as debtor_iban, o.creditor_name, o.creditor_iban,
        o.remittance, o.execution_date as execution_on, o.speed
       from payment_orders o join bank_accounts b on b.id = o.debtor_account_id join sites s on s.id = b.site_id where o.id = :orderId`,
    { orderId },
    trx
  )
  return { ...transfer, executionOn: nextTargetDay(maxDay(executionOn, today())) }
}

/** Whether a transfer of the bank is this one and no other that happens to carry its number. */
export function isSameTransfer(transfer: Transfer, known: KnownTransfer): boolean {
  return (
    known.orderNumber === transfer.orderNumber &&
    known.amountMinor === transfer.amountMinor &&
    known.currency === transfer.currency &&
    known.creditorIban === transfer.creditorIban
  )
}
