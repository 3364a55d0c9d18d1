import { confirmAsSecond } from '#app/demo/group/demo_approvals'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { execute, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { setPaidFor } from '#app/sites/actions/set_paid_for'

const SENT_DAYS_BACK = 10
/** Older ones are paid with those of their month. */
const YOUNG_DAYS = 31

const person = (userId: number) => ({ userId, kind: 'user' as const })

/**
 * The holding pays suppliers of two hotels from its own account: one payment is with its bank, another waits for the approvals
 * of both companies.
 */
export async function createDemoHoldingPayments(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const [holding, ...hotels] = sites
  if (!holding) return
  const paidFor = hotels.slice(0, 2)
  await setPaidFor(
    {
      payerId: holding.id,
      siteIds: paidFor.map(({ id }) => id),
      reason: 'La matriz adelanta pagos a los hoteles mientras cobran la temporada',
    },
    person(users.system)
  )
  await confirmAsSecond(users)
  const sentOn = nextTargetDay(addDays(day, -SENT_DAYS_BACK))
  const sentAt = new Date(`${sentOn}T09:00:00Z`)
  const young = { from: addDays(day, -YOUNG_DAYS), before: sentOn }
  for (const [place, hotel] of paidFor.entries()) {
    const [invoice] = await payable(hotel.id, young)
    if (!invoice) continue
    const order = await createOrder(
      {
        invoiceId: invoice.id,
        debtorAccountId: holding.bankAccountId,
        ...(place === 0 ? { executionDate: today(sentAt), at: sentAt } : {}),
      },
      person(users.senior)
    )
    await bufferOrder(order.id, person(users.senior), true)
    if (place === 0) await send(order.id, { sentOn, sentAt, users })
  }
}

/** An invoice of these days that nobody has ordered to be paid. */
function payable(
  siteId: number,
  { from, before }: { from: CalendarDate; before: CalendarDate }
): Promise<{ id: number }[]> {
  return rows<{ id: number }>(
    `select i.id from invoices i where i.site_id = :siteId and i.status = 'booked' and i.payment_state = 'unpaid' and i.open_alarms = 0 and i.issued_on >= :from and i.issued_on < :before and i.currency = 'EUR'
        and not exists (select 1 from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id)
        and exists (select 1 from provider_banks b where b.provider_id = i.provider_id and b.verification = 'verified') order by i.due_on limit 1`,
    { siteId, from, before }
  )
}

async function send(
  orderId: number,
  { sentOn, sentAt, users }: { sentOn: CalendarDate; sentAt: Date; users: DemoUsers }
): Promise<void> {
  for (const userId of [users.secondApprover, users.approver, users.system]) {
    const { status, fingerprint } = await PaymentOrder.findOrFail(orderId)
    if (status === 'buffered')
      await approveOrder({ orderId, shownFingerprint: fingerprint, actor: person(userId) })
  }
  const { batchIds } = await releaseOrders([orderId], person(users.approver), sentAt)
  for (const batchId of batchIds) {
    await markBatchSent(batchId, person(users.senior), sentOn)
    await execute(
      `update payment_batches set created_at = :sentOn::date - 1, sent_at = :sentOn where id = :batchId`,
      { batchId, sentOn }
    )
  }
}
