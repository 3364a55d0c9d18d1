import { inTransaction } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, calendarDate, today } from '#app/kernel/time/calendar_date'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import type { RecurrentInput } from '#app/payments/kinds/recurring/save_recurrent'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeProvider } from '#tests/factories/documents'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { makeBookedInvoice, makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'

export type PaymentStage = TestTreasury & { creator: Person; approvers: Person[] }

export const SENT_ON = calendarDate('2026-03-30')

/** A company with money, a supplier, somebody who prepares payments and three people who approve them without limit. */
export async function makePaymentStage(): Promise<PaymentStage> {
  const treasury = await makeTreasury()
  const approvers = [await makeUser('aprobador'), await makeUser('aprobador'), await makeUser('aprobador')]
  for (const approver of approvers) await letApprove(treasury.siteId, approver, ['payment_supplier'], null)
  return { ...treasury, creator: await makeUser('c0ntab1l1dad'), approvers }
}

/** The approver of that number, beginning with 0. */
export function approverOf({ approvers }: PaymentStage, index = 0): Person {
  const approver = approvers[index]
  if (!approver) throw new Error(`The stage has no approver ${index}`)
  return approver
}

/** The stage with a supplier of its own instead: what one is paid does not count for the other. */
export async function withNewProvider(stage: PaymentStage): Promise<PaymentStage> {
  return { ...stage, provider: await makeProvider(stage.person) }
}

export async function makeDraftOrder(
  stage: PaymentStage,
  number: string,
  totalMinor = 12_100
): Promise<PaymentOrder> {
  const invoice = await makeBookedInvoice(stage, number, totalMinor)
  return createOrder({ invoiceId: invoice.id }, stage.creator.actor)
}

/** Puts a draft through the buffer and lets as many approve it as it needs. */
export async function approveFully(stage: PaymentStage, orderId: number): Promise<PaymentOrder> {
  await bufferOrder(orderId, stage.creator.actor)
  for (const { actor } of stage.approvers) {
    const { status, fingerprint } = await PaymentOrder.findOrFail(orderId)
    if (status === 'buffered') await approveOrder({ orderId, shownFingerprint: fingerprint, actor })
  }
  return PaymentOrder.findOrFail(orderId)
}

export async function makeApprovedOrder(
  stage: PaymentStage,
  number: string,
  totalMinor = 12_100
): Promise<PaymentOrder> {
  const order = await makeDraftOrder(stage, number, totalMinor)
  return approveFully(stage, order.id)
}

/** The order in a file that nobody has marked as sent. Gives it with the key of its batch; throws why it stayed out. */
export async function releaseOne(
  stage: PaymentStage,
  orderId: number
): Promise<{ order: PaymentOrder; batchId: number }> {
  const { batchIds, heldBack } = await releaseOrders([orderId], approverOf(stage).actor)
  const [batchId] = batchIds
  if (batchId === undefined) throw new Error(`Order ${orderId} stayed out: ${JSON.stringify(heldBack)}`)
  return { order: await PaymentOrder.findOrFail(orderId), batchId }
}

/** The order at the bank since SENT_ON. */
export async function sendOne(stage: PaymentStage, orderId: number): Promise<PaymentOrder> {
  const { batchId } = await releaseOne(stage, orderId)
  await markBatchSent(batchId, stage.person.actor, SENT_ON)
  return PaymentOrder.findOrFail(orderId)
}

/** The bank charged it. */
export async function settleOne(
  stage: PaymentStage,
  orderId: number,
  settledOn: CalendarDate = calendarDate('2026-04-01')
): Promise<void> {
  await inTransaction((trx) =>
    settleOrder({ orderId, settledOn, bankAccountId: stage.accountId, actor: stage.person.actor }, trx)
  )
}

/** The rent of a shop, monthly from today and due in three days. */
export const rentAgreement = (
  { siteId, provider }: Pick<TestTreasury, 'siteId' | 'provider'>,
  over: Partial<RecurrentInput> = {}
): RecurrentInput => ({
  siteId,
  providerId: provider.id,
  concept: 'Alquiler del local',
  kind: 'rent',
  amountMode: 'fixed',
  amountMinor: 90_000,
  maxMinor: null,
  frequency: 'monthly',
  day: Number(addDays(today(), 3).slice(8)),
  startOn: today(),
  endOn: null,
  occurrences: null,
  debtorAccountId: null,
  holidayRule: 'next',
  leadDays: 5,
  booking: 'payable',
  expenseAccountId: null,
  revisionMonth: null,
  revisionPercent: null,
  ...over,
})
