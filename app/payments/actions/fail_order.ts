import type { Actor } from '#app/audit/record_event'
import { settleInvoice } from '#app/invoices/actions/settle_invoice'
import { type CalendarDate, today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/sql'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import type { DraftLine } from '#app/ledger/journal_draft'
import { holdFunds, lockOrder, moveOrder, refreshSource } from '#app/payments/actions/move_order'
import { refreshBatch } from '#app/payments/actions/refresh_batch'
import { describeReturnReason } from '#app/payments/files/return_reasons'
import type PaymentOrder from '#app/payments/models/payment_order'
import { preparePosting } from '#app/payments/queries/prepare_posting'

type Input = { orderId: number; code: string; comment: string; actor: Actor }

/** The bank refused it before executing: what was posted as sent is reversed, the document is payable again. */
export async function failOrder({ orderId, code, comment, actor }: Input): Promise<void> {
  if (!code) throw new DomainError('E_CODE', 'Indique el código del rechazo.', { field: 'code' })
  await inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (order.subStatus === 'unknown')
      throw new DomainError(
        'E_UNKNOWN',
        'El resultado de este pago aún no se conoce: confírmelo antes con el banco.'
      )
    await moveOrder(order, 'fail', actor, trx, {
      reason: comment,
      set: { subStatus: null, failureCode: code, failureMessage: describeReturnReason(code) },
    })
    await afterMoney(order, trx)
    const sent = await entryOf(`payment_order:${orderId}:sent:1`, trx)
    if (sent)
      await reverseEntry({ entryId: sent, reason: `Pago fallido: ${code}`, createdBy: actor.userId }, trx)
  })
}

/** The bank gave the money back after executing: the debt is open again, in full. */
export async function returnOrder({
  orderId,
  code,
  comment,
  actor,
  returnedOn = today(),
}: Input & { returnedOn?: CalendarDate }): Promise<void> {
  if (!code) throw new DomainError('E_CODE', 'Indique el código de la devolución.', { field: 'code' })
  await inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    await moveOrder(order, 'return', actor, trx, {
      reason: comment,
      set: { failureCode: code, failureMessage: describeReturnReason(code) },
    })
    if (order.sourceType === 'invoice') await settleInvoice(order.sourceId, -order.amountMinor, actor, trx)
    await afterMoney(order, trx)
    const posting = await preparePosting(order, returnedOn, actor.userId, trx)
    const money = {
      currency: order.currency,
      documentType: 'payment_order',
      documentId: order.id,
      ...(posting.counterpartyType && posting.counterpartyId
        ? { counterpartyType: posting.counterpartyType, counterpartyId: posting.counterpartyId }
        : {}),
    }
    await postEntry(
      {
        siteId: order.siteId,
        postedOn: returnedOn,
        journal: 'banco',
        kind: 'payment.returned',
        idempotencyKey: `payment_order:${orderId}:returned:1`,
        description: `Pago devuelto ${order.number} de ${order.creditorName}`.slice(0, 250),
        sourceType: 'payment_order',
        sourceId: orderId,
        createdBy: actor.userId,
        lines: [
          { accountId: posting.bankLedgerAccountId, amountMinor: order.amountMinor, ...money },
          { accountId: posting.liabilityAccountId, amountMinor: -order.amountMinor, ...money },
          ...(await withholdingBack(orderId, [posting.bankLedgerAccountId, posting.transitAccountId], trx)),
        ],
      },
      trx
    )
  })
}

async function afterMoney(order: PaymentOrder, trx: Transaction): Promise<void> {
  await holdFunds(order, 'none', trx)
  await refreshSource(order, trx)
  if (order.batchId) await refreshBatch(order.batchId, trx)
}

/** Withholding that fell due with the payment is not due any more: its lines the other way round. */
async function withholdingBack(
  orderId: number,
  moneyAccounts: number[],
  trx: Transaction
): Promise<DraftLine[]> {
  return rows<DraftLine>(
    `select l.account_id, -l.amount_minor as amount_minor, l.currency, l.document_type, l.document_id
       from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.idempotency_key = :key and not (l.account_id = any(:moneyAccounts::bigint[])) order by l.line_no`,
    { key: `payment_order:${orderId}:settled:1`, moneyAccounts },
    trx
  )
}

async function entryOf(key: string, trx: Transaction): Promise<number | null> {
  const entry = await row<{ id: number }>(
    `select id from journal_entries where idempotency_key = :key`,
    { key },
    trx
  )
  return entry?.id ?? null
}
