import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { setPaidFor } from '#app/sites/actions/set_paid_for'
import { makePaymentStage, type PaymentStage, SENT_ON } from '#tests/factories/payments'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { confirmOpen } from '#tests/factories/second_person'
import { makeBookedInvoice, makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'

export type PayerStage = {
  debtor: PaymentStage
  payer: TestTreasury
  /** Who approves for the payer alone, and for both. */
  people: { payer: Person; both: Person }
}

/** A company that owes, another one that may pay for it, and somebody who approves for each of them and for both. */
export async function makePayerStage(): Promise<PayerStage> {
  const debtor = await makePaymentStage()
  const payer = await makeTreasury()
  const people = { payer: await makeUser('aprobador'), both: await makeUser('aprobador') }
  await letApprove(payer.siteId, people.payer, ['payment_supplier'], null)
  for (const { siteId } of [debtor, payer]) await letApprove(siteId, people.both, ['payment_supplier'], null)
  await letPayFor(payer.siteId, [debtor.siteId])
  return { debtor, payer, people }
}

/** Lets a company pay for others, by two people. */
export async function letPayFor(payerId: number, siteIds: number[]): Promise<void> {
  const { actor } = await makeUser('s1st3ma')
  await setPaidFor({ payerId, siteIds, reason: 'Caja única del grupo' }, actor)
  await confirmOpen(payerId)
}

/** A supplier's invoice of the debtor, to be paid by the payer. */
export async function makePayerDraft(
  { debtor, payer }: PayerStage,
  number: string,
  withholdingMinor = 0
): Promise<PaymentOrder> {
  const invoice = await makeBookedInvoice(debtor, number, 12_100, withholdingMinor)
  return createOrder({ invoiceId: invoice.id, debtorAccountId: payer.accountId }, debtor.creator.actor)
}

/** Each approves what the payment is then. */
export async function approveAs(orderId: number, people: readonly Person[]): Promise<PaymentOrder> {
  for (const { actor } of people) {
    const { fingerprint } = await PaymentOrder.findOrFail(orderId)
    await approveOrder({ orderId, shownFingerprint: fingerprint, actor })
  }
  return PaymentOrder.findOrFail(orderId)
}

/** In the buffer, where the first payment to a supplier needs two of each company. */
export async function makePayerBuffered(found: PayerStage, number: string): Promise<PaymentOrder> {
  const order = await makePayerDraft(found, number)
  return bufferOrder(order.id, found.debtor.creator.actor)
}

/** At the payer's bank since SENT_ON. */
export async function makePayerSent(found: PayerStage, number: string): Promise<PaymentOrder> {
  const order = await makePayerApproved(found, number)
  const { batchIds } = await releaseOrders([order.id], found.people.both.actor)
  await markBatchSent(batchIds[0] ?? 0, found.payer.person.actor, SENT_ON)
  return PaymentOrder.findOrFail(order.id)
}

/** Approved by two people with rights in both companies. */
export async function makePayerApproved(found: PayerStage, number: string): Promise<PaymentOrder> {
  const order = await makePayerBuffered(found, number)
  const second = await makeUser('aprobador')
  for (const { siteId } of [found.debtor, found.payer])
    await letApprove(siteId, second, ['payment_supplier'], null)
  return approveAs(order.id, [found.people.both, second])
}
