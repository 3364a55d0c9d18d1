import type { DemoInvoice } from '#app/demo/documents/demo_invoices'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { execute, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, compareDays, monthOf, today } from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'

const OLD_DAYS = 31

/**
 * Pays what fell due, a batch a month and company; what is younger stands in the buffer, as a draft, or is still to
 * be ordered. Batches of the last weeks wait for their statement.
 */
export async function createDemoPayments(
  sites: DemoSite[],
  invoices: DemoInvoice[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const months = new Map<string, DemoInvoice[]>()
  for (const invoice of invoices.filter((candidate) => candidate.isPayable)) {
    const key = `${monthOf(invoice.issuedOn)}|${invoice.siteId}`
    months.set(key, [...(months.get(key) ?? []), invoice])
  }
  for (const group of months.values()) await payMonth(group, users, day)
  for (const site of sites) await leaveOnTheWay(site, users)
}

async function payMonth(group: DemoInvoice[], users: DemoUsers, day: CalendarDate): Promise<void> {
  const old = group.filter((invoice) => invoice.ageDays > OLD_DAYS)
  const [first] = old
  if (!first) return
  const paidOn = nextTargetDay(
    addDays(
      old
        .map((invoice) => invoice.issuedOn)
        .sort()
        .at(-1) ?? first.issuedOn,
      30
    )
  )
  const sentOn = compareDays(paidOn, day) > 0 ? day : paidOn
  const sentAt = new Date(`${sentOn}T09:00:00Z`)
  const orderIds: number[] = []
  for (const invoice of old) orderIds.push(await approvedOrder(invoice.id, sentAt, users))
  const { batchIds } = await releaseOrders(orderIds, { userId: users.approver, kind: 'user' }, sentAt)
  for (const batchId of batchIds) {
    await markBatchSent(batchId, { userId: users.senior, kind: 'user' }, sentOn)
    await execute(
      `update payment_batches set created_at = :sentOn::date - 1, sent_at = :sentOn where id = :batchId`,
      { batchId, sentOn }
    )
    await execute(
      `update payment_orders set created_at = :sentOn::date - 2, sent_at = :sentOn where batch_id = :batchId`,
      { batchId, sentOn }
    )
  }
}

async function approvedOrder(invoiceId: number, at: Date, users: DemoUsers): Promise<number> {
  const senior = { userId: users.senior, kind: 'user' as const }
  const order = await createOrder({ invoiceId, executionDate: today(at), at }, senior)
  await bufferOrder(order.id, senior, true)
  for (const userId of [users.secondApprover, users.approver, users.system]) {
    const { status, fingerprint } = await PaymentOrder.findOrFail(order.id)
    if (status === 'buffered')
      await approveOrder({
        orderId: order.id,
        shownFingerprint: fingerprint,
        actor: { userId, kind: 'user' },
      })
  }
  return order.id
}

/** Three payments of each company somewhere between the draft and the file. */
async function leaveOnTheWay(site: DemoSite, users: DemoUsers): Promise<void> {
  const senior = { userId: users.senior, kind: 'user' as const }
  const open = await rows<{ id: number }>(
    `select i.id from invoices i where i.site_id = :siteId and i.status = 'booked' and i.payment_state = 'unpaid' and i.open_alarms = 0
       and exists (select 1 from provider_banks b where b.provider_id = i.provider_id and b.verification = 'verified') order by i.due_on limit 3`,
    { siteId: site.id }
  )
  for (const [index, { id }] of open.entries()) {
    const order = await createOrder({ invoiceId: id }, senior)
    if (index > 0) await bufferOrder(order.id, senior, true)
    if (index > 1) {
      const { fingerprint } = await PaymentOrder.findOrFail(order.id)
      await approveOrder({
        orderId: order.id,
        shownFingerprint: fingerprint,
        actor: { userId: users.secondApprover, kind: 'user' },
      })
    }
  }
}
