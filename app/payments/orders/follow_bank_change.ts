import type { ChangedBank } from '#app/accounts/payee_bank_followers'
import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { paymentLines, type Told, tellLeadsOfMany } from '#app/payments/bank/tell_leads'
import { freezeFiles } from '#app/payments/batches/freeze_files'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { backToDraft } from '#app/payments/orders/back_to_draft'
import { isInBuffer } from '#app/payments/orders/controllers/payment_order_actions'
import { lockOrderWithBatch, refreshSource } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { CHANGED_AFTER_SENT } from '#app/payments/orders/payment_order_workflow'
import { withdrawOrder } from '#app/payments/orders/withdraw_order'

/** Why an account is not paid to any more, and what is said of it. */
const WHY = {
  iban_changed: 'La cuenta bancaria del beneficiario ha cambiado.',
  bank_unverified: 'La cuenta bancaria del beneficiario ya no está verificada o en uso.',
} as const
type Why = keyof typeof WHY

/**
 * An account that is not paid to any more, or was replaced as the default (area 28 §12): payments to it that have not left are
 * drafts again, their approvals void; a file that nobody has marked as sent is frozen; what waits for its turn by network is
 * withdrawn. What has left cannot be stopped here, and somebody is alarmed once.
 */
export async function followBankChange(bank: ChangedBank): Promise<void> {
  const sent: PaymentOrder[] = []
  const withdrawn: PaymentOrder[] = []
  const found = await ordersTo(bank)
  for (const [why, orders] of Map.groupBy(found, (order) => order.why))
    await freezeFiles(
      orders.map(({ id }) => id),
      { hold: why, reason: WHY[why] },
      SYSTEM
    )
  for (const { id, why } of found) {
    const { order, became } = await inTransaction((trx) => followOne(id, why, trx))
    if (became === 'sent') sent.push(order)
    if (became === 'withdrawn') withdrawn.push(order)
  }
  await inTransaction(async (trx) => {
    if (sent.length > 0) await tellLeadsOfMany(sent, SENT_MAIL, trx)
    if (withdrawn.length > 0) await tellLeadsOfMany(withdrawn, WITHDRAWN_MAIL, trx)
  })
}

const SENT_MAIL = {
  subject: 'La cuenta de un beneficiario cambió después de enviarle un pago',
  body: (payments: readonly Told[]) =>
    `${CHANGED_AFTER_SENT}. El dinero va a la cuenta anterior:\n\n${paymentLines(payments)}\n\nCompruébelo con el beneficiario y, si no debe pagarse, llame hoy al banco.`,
}

const WITHDRAWN_MAIL = {
  subject: 'Pagos anulados antes de enviarse: la cuenta del beneficiario cambió',
  body: (payments: readonly Told[]) =>
    `Esperaban su turno hacia el banco y no han salido:\n\n${paymentLines(payments)}\n\nSus documentos pueden pagarse de nuevo a la cuenta vigente. Entre en Caudal para revisarlos.`,
}

/**
 * Payments on their way to the account, by key, and why they may not go there. What the list of blocked accounts stops has its own sweep; an account that
 * an invoice names itself is no matter of the default.
 */
async function ordersTo({
  payee,
  payeeId,
  iban,
  isReplaced = false,
}: ChangedBank): Promise<{ id: number; why: Why }[]> {
  const banks = payee === 'provider' ? 'provider_banks' : 'employee_banks'
  return rows<{ id: number; why: Why }>(
    `select o.id, case when b.disabled_at is not null or b.verification <> 'verified' then 'bank_unverified' else 'iban_changed' end as why from payment_orders o join ${banks} b on b.${payee}_id = o.creditor_id and b.iban = o.creditor_iban
        left join invoices i on o.source_type = 'invoice' and i.id = o.source_id
      where o.creditor_type = :payee and o.creditor_id = :payeeId and o.creditor_iban = :iban and o.status in ('buffered', 'approved', 'sent')
        and coalesce(o.hold_reason, '') not in ('iban_changed', 'bank_unverified') and b.verification <> 'blacklisted'
        and (b.disabled_at is not null or b.verification <> 'verified' or (:isReplaced and not b.is_default and i.provider_bank_id is null))
      order by o.id`,
    { payee, payeeId, iban, isReplaced }
  )
}

type Followed = { order: PaymentOrder; became: 'draft' | 'withdrawn' | 'sent' | null }

/** Under its lock: it may have left or ended meanwhile. */
async function followOne(orderId: number, why: Why, trx: Transaction): Promise<Followed> {
  const order = await lockOrderWithBatch(orderId, trx)
  if (isInBuffer(order)) {
    order.holdReason = why
    await backToDraft(order, 'reopen', WHY[why], SYSTEM, trx)
    await refreshSource(order, trx)
    return { order, became: 'draft' }
  }
  if (order.status !== 'sent') return { order, became: null }
  if (order.subStatus === 'queued') {
    if (order.channel !== 'api') return { order, became: null }
    await withdrawOrder(order, WHY[why], SYSTEM, trx)
    if (order.batchId !== null) await refreshBatch(order.batchId, trx)
    return { order, became: 'withdrawn' }
  }
  order.holdReason = 'iban_changed'
  await order.save()
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: 'payment_order.iban_changed',
      reason: WHY[why],
    },
    trx
  )
  return { order, became: 'sent' }
}
