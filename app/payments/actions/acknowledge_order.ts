import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import type { CalendarDate } from '#app/kernel/calendar_date'
import type { Transaction } from '#app/kernel/sql'
import { postEntry } from '#app/ledger/actions/post_entry'
import type PaymentOrder from '#app/payments/models/payment_order'
import { paymentSentPosting } from '#app/payments/postings/payment_posting'
import { debtWorth } from '#app/payments/queries/payment_worth'
import { preparePosting } from '#app/payments/queries/prepare_posting'
import { type SentStep, sentWorkflow } from '#app/payments/workflows/payment_order_workflow'

/** Makes a step within `sent` on a locked order and writes it down. Throws E_TRANSITION from any other sub-state. */
export async function stepSent(
  order: PaymentOrder,
  { step, reason = null }: { step: SentStep; reason?: string | null },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const from = order.subStatus ?? 'queued'
  order.subStatus = sentWorkflow.next(from, step)
  await order.save()
  await recordEvent(
    {
      actor,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event:
        step === 'hand_over' || step === 'acknowledge'
          ? 'payment_order.acknowledged'
          : `payment_order.${step}`,
      from: `sent.${from}`,
      to: `sent.${order.subStatus}`,
      reason,
    },
    trx
  )
}

/**
 * The bank has it and will execute it: its debt goes in transit (`payment.sent`, area 28 §2). Again it changes nothing:
 * the posting has a key of its own.
 */
export async function acknowledgeOrder(
  order: PaymentOrder,
  { step, on }: { step: 'hand_over' | 'acknowledge'; on: CalendarDate },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  order.acknowledgedAt = DateTime.now()
  await stepSent(order, { step }, actor, trx)
  const posting = await preparePosting(order, on, actor.userId, trx)
  await postEntry(paymentSentPosting(posting, await debtWorth(order, posting, trx)), trx)
}
