import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { postMirrored } from '#app/ledger/actions/post_mirrored'
import { enqueueLending } from '#app/payments/orders/lending/lend_sent_job'
import { debtWorth } from '#app/payments/orders/page/payment_worth'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { type SentStep, sentWorkflow } from '#app/payments/orders/payment_order_workflow'
import { debtorSentPosting, paymentSentPosting } from '#app/payments/postings/payment_posting'
import { preparePosting } from '#app/payments/postings/prepare_posting'

/** Makes a step within `sent` on a locked order and writes it down. Throws E_TRANSITION from any other sub-state. */
export async function stepSent(
  order: PaymentOrder,
  { step, reason = null }: { step: SentStep; reason?: string | null },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const from = order.subStatus ?? 'queued'
  order.subStatus = sentWorkflow.next(from, step)
  if (from === 'awaiting_authorisation' && order.holdReason === 'authorisation_expired')
    order.merge({ holdReason: null, heldSince: null })
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
 * The bank has it and will execute it: its debt goes in transit (`payment.sent`, area 28 §2), in the book of another company of the
 * group too where it is owed to that one. Again it changes nothing: the posting has a key of its own.
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
  const debtMinor = await debtWorth(order, posting, trx)
  await postMirrored(paymentSentPosting(posting, debtMinor), trx, debtorSentPosting(posting, debtMinor))
  await enqueueLending(order, trx)
}
