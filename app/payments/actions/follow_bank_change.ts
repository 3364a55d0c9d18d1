import type { ChangedBank } from '#app/accounts/payee_bank_followers'
import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { inTransaction, rows, type Transaction } from '#app/kernel/sql'
import { backToDraft } from '#app/payments/actions/back_to_draft'
import { lockOrderWithBatch, refreshSource } from '#app/payments/actions/move_order'
import { paymentLines, tellLeadsOfMany } from '#app/payments/actions/tell_leads'
import type PaymentOrder from '#app/payments/models/payment_order'
import { isInBuffer } from '#app/payments/workflows/payment_order_actions'
import { CHANGED_AFTER_SENT } from '#app/payments/workflows/payment_order_workflow'

const REASON = 'La cuenta bancaria del beneficiario ha cambiado.'

/**
 * An account that is not paid to any more, or was replaced as the default (area 28 §12): payments to it that have not left are
 * drafts again, their approvals void; those that have left cannot be stopped here, and somebody is alarmed once.
 */
export async function followBankChange(bank: ChangedBank): Promise<void> {
  const sent: PaymentOrder[] = []
  for (const id of await ordersTo(bank)) {
    const order = await inTransaction((trx) => followOne(id, trx))
    if (order) sent.push(order)
  }
  if (sent.length === 0) return
  await inTransaction((trx) =>
    tellLeadsOfMany(
      sent,
      {
        subject: 'La cuenta de un beneficiario cambió después de enviarle un pago',
        body: (payments) =>
          `${CHANGED_AFTER_SENT}. El dinero va a la cuenta anterior:\n\n${paymentLines(payments)}\n\nCompruébelo con el beneficiario y, si no debe pagarse, llame hoy al banco o anule su remesa si aún no la ha enviado.`,
      },
      trx
    )
  )
}

/**
 * Payments on their way to the account, by key. What the list of blocked accounts stops has its own sweep; an account that
 * an invoice names itself is no matter of the default.
 */
async function ordersTo({ payee, payeeId, iban, isReplaced = false }: ChangedBank): Promise<number[]> {
  const banks = payee === 'provider' ? 'provider_banks' : 'employee_banks'
  const found = await rows<{ id: number }>(
    `select o.id from payment_orders o join ${banks} b on b.${payee}_id = o.creditor_id and b.iban = o.creditor_iban
        left join invoices i on o.source_type = 'invoice' and i.id = o.source_id
      where o.creditor_type = :payee and o.creditor_id = :payeeId and o.creditor_iban = :iban and o.status in ('buffered', 'approved', 'sent')
        and o.hold_reason is distinct from 'iban_changed' and b.verification <> 'blacklisted'
        and (b.disabled_at is not null or b.verification <> 'verified' or (:isReplaced and not b.is_default and i.provider_bank_id is null))
      order by o.id`,
    { payee, payeeId, iban, isReplaced }
  )
  return found.map(({ id }) => id)
}

/** Under its lock: it may have left or ended meanwhile. Gives the order when it is too late to stop it. */
async function followOne(orderId: number, trx: Transaction): Promise<PaymentOrder | null> {
  const order = await lockOrderWithBatch(orderId, trx)
  if (!isInBuffer(order) && order.status !== 'sent') return null
  order.holdReason = 'iban_changed'
  if (order.status !== 'sent') {
    await backToDraft(order, 'reopen', REASON, SYSTEM, trx)
    await refreshSource(order, trx)
    return null
  }
  await order.save()
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: 'payment_order.iban_changed',
      reason: REASON,
    },
    trx
  )
  return order
}
