import type { Actor } from '#app/audit/record_event'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays, formatDay, today } from '#app/kernel/time/calendar_date'
import { lockPartners, postMirrored, reverseMirrored } from '#app/ledger/actions/post_mirrored'
import { type DraftLine, entryText } from '#app/ledger/journal_draft'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { describeReturnReason, returnReasonLabel } from '#app/payments/files/return_reasons'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import { refillReserve } from '#app/payments/kinds/supplier/draw_reserve'
import { doubtAccount } from '#app/payments/orders/checks/doubt_account'
import { takeOutOfLoan } from '#app/payments/orders/lending/take_out_of_loan'
import { lockPaidDocument } from '#app/payments/orders/lock_paid_document'
import { holdFunds, lockOrderWithBatch, moveOrder, refreshSource } from '#app/payments/orders/move_order'
import type { Said } from '#app/payments/orders/page/order_steps'
import { returnedWorth, withoutFee } from '#app/payments/orders/page/payment_worth'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { notSent, refuseUnanswered } from '#app/payments/orders/settle_order'
import { letterReturned } from '#app/payments/postings/letter_payment'
import {
  type AccruedWithholding,
  bankMoney,
  debtMoney,
  exchangeLines,
  withheldLines,
} from '#app/payments/postings/payment_posting'
import { preparePosting, withholdingDue } from '#app/payments/postings/prepare_posting'

type Input = { orderId: number; code: string; comment: string; actor: Actor }

/**
 * Somebody says that the bank refused it before executing. Throws E_NOT_SENT while its file is not marked as sent: a file
 * that is made may still reach the bank; E_UNKNOWN and E_API where only the bank itself can tell.
 */
export async function failOrder(input: Input): Promise<void> {
  if (!input.code) throw new DomainError('E_CODE', 'Indique el código del rechazo.', { field: 'code' })
  await inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(input.orderId, trx)
    if (order.subStatus === 'queued' || order.subStatus === 'vop_pending_decision') throw notSent(order)
    refuseUnanswered(order)
    await failLocked(order, { ...input, said: 'person' }, trx)
  })
}

/** What was posted as sent is reversed, the document is payable again. For a locked order that the bank refused. */
export async function failLocked(
  order: PaymentOrder,
  { code, comment, actor, said }: Omit<Input, 'orderId'> & { said: Said },
  trx: Transaction
): Promise<void> {
  await moveOrder(order, 'fail', actor, trx, {
    reason: comment,
    said,
    set: { subStatus: null, failureCode: code, failureMessage: failureText({ code, comment, said }) },
  })
  await afterMoney(order, trx)
  await doubtAccount(order, code, actor, trx)
  const sent = await entryOf(`payment_order:${order.id}:sent:1`, trx)
  if (!sent) return
  await takeOutOfLoan(order, `Pago fallido: ${order.number}`, actor, trx)
  await lockPartners({ siteId: order.siteId, entryIds: [sent] }, trx)
  await reverseMirrored({ entryId: sent, reason: `Pago fallido: ${code}`, createdBy: actor.userId }, trx)
}

/** What people read of it: a reason of ISO 20022 by its name; of a code of the provider's own what it means and what to do about it. */
const failureText = ({ code, comment, said }: Pick<Input, 'code' | 'comment'> & { said: Said }): string =>
  said === 'bank' && comment !== '' && returnReasonLabel(code) === null ? comment : describeReturnReason(code)

/** The bank gave the money back after executing: the debt is open again, in full. */
export async function returnOrder(
  {
    orderId,
    code,
    comment,
    actor,
    returnedOn = today(),
    said = 'person',
  }: Input & { returnedOn?: CalendarDate; said?: Said },
  outer?: Transaction
): Promise<void> {
  if (!code) throw new DomainError('E_CODE', 'Indique el código de la devolución.', { field: 'code' })
  await inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    refuseWrongDay(order, returnedOn)
    await lockPaidDocument(order, trx)
    const withholding = await withholdingDue(order, -order.amountMinor, trx)
    await moveOrder(order, 'return', actor, trx, {
      reason: comment,
      said,
      set: { failureCode: code, failureMessage: failureText({ code, comment, said }) },
    })
    await kindPaying(order.sourceType).settle(order.sourceId, -order.amountMinor, actor, trx, returnedOn)
    await afterMoney(order, trx)
    await doubtAccount(order, code, actor, trx)
    await takeOutOfLoan(order, `Pago devuelto por el banco: ${order.number}`, actor, trx)
    const postedOn = await postReturn(order, { returnedOn, withholding, actor }, trx)
    await refillReserve(order, postedOn, actor, trx)
    await letterReturned(order, actor.userId, trx)
  }, outer)
}

type Returned = { returnedOn: CalendarDate; withholding: AccruedWithholding | null; actor: Actor }

/** The entry of the money that came back; gives the day it is booked on, which is a later one where the month is closed. */
async function postReturn(
  order: PaymentOrder,
  { returnedOn, withholding, actor }: Returned,
  trx: Transaction
): Promise<CalendarDate> {
  const posting = withoutFee(await preparePosting(order, returnedOn, actor.userId, trx))
  const bank = bankMoney(posting)
  const worth = await returnedWorth(posting, trx)
  const money = {
    currency: order.currency,
    documentType: 'payment_order',
    documentId: order.id,
    ...(posting.counterpartyType && posting.counterpartyId
      ? { counterpartyType: posting.counterpartyType, counterpartyId: posting.counterpartyId }
      : {}),
  }
  const debt = {
    accountId: posting.liabilityAccountId,
    baseMinor: -worth.heldMinor,
    ...money,
    ...negative(debtMoney(posting, worth.heldMinor)),
  }
  await postMirrored(
    {
      siteId: order.payerSiteId,
      postedOn: posting.postedOn,
      journal: 'banco',
      kind: 'payment.returned',
      idempotencyKey: `payment_order:${order.id}:returned:1`,
      description: entryText(
        `Pago devuelto ${order.number} de ${order.creditorName}`,
        returnedOn,
        posting.postedOn
      ),
      sourceType: 'payment_order',
      sourceId: order.id,
      createdBy: actor.userId,
      lines: [
        {
          accountId: posting.bankLedgerAccountId,
          amountMinor: bank.minor,
          baseMinor: worth.bankMinor,
          ...money,
          currency: bank.currency,
        },
        posting.between ? taken(posting.between.owed) : debt,
        ...exchangeLines(posting, worth, worth.heldMinor - worth.bankMinor),
        ...(posting.between ? [] : withheldLines(posting, withholding)),
      ],
    },
    trx,
    posting.between
      ? [
          {
            siteId: order.siteId,
            journal: 'banco',
            kind: 'payment.returned.debtor',
            description: entryText(
              `Devuelto a quien lo pagó por la empresa: ${order.number} a ${order.creditorName}`,
              returnedOn,
              posting.postedOn
            ),
            lines: [taken(posting.between.owes), debt, ...withheldLines(posting, withholding)],
          },
        ]
      : []
  )
  return posting.postedOn
}

const negative = ({ amountMinor, currency }: { amountMinor: number; currency: string }) => ({
  amountMinor: -amountMinor,
  currency,
})

async function afterMoney(order: PaymentOrder, trx: Transaction): Promise<void> {
  await holdFunds(order, 'none', trx)
  await refreshSource(order, trx)
  if (order.batchId) await refreshBatch(order.batchId, trx)
}

/** What two companies owed each other by the payment, taken back. */
const taken = (line: DraftLine): DraftLine => ({ ...line, amountMinor: -line.amountMinor })

/** Money comes back after it left, and not on a day that has not come. */
function refuseWrongDay({ status, paidAt }: PaymentOrder, returnedOn: CalendarDate): void {
  if (compareDays(returnedOn, today()) > 0)
    throw new DomainError('E_DAY', 'La fecha no puede ser posterior a hoy.', { field: 'on' })
  const paidOn = paidAt && today(paidAt.toJSDate())
  if (status !== 'sent' && paidOn && compareDays(returnedOn, paidOn) < 0)
    throw new DomainError('E_DAY', `El pago se ejecutó el ${formatDay(paidOn)}.`, { field: 'on' })
}

async function entryOf(key: string, trx: Transaction): Promise<number | null> {
  const entry = await row<{ id: number }>(
    `select id from journal_entries where idempotency_key = :key`,
    { key },
    trx
  )
  return entry?.id ?? null
}
