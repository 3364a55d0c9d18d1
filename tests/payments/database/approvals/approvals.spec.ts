import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { approveOrder, bufferOrder, cancelOrder } from '#app/payments/approvals/decide_order'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { waiveCooling } from '#app/providers/actions/provider_banks'
import { makeProvider } from '#tests/factories/documents'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  withNewProvider,
} from '#tests/factories/payments'
import { letApprove, makeUser } from '#tests/factories/people'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

const fingerprintOf = async (id: number) => (await PaymentOrder.findOrFail(id)).fingerprint

async function buffered(stage: PaymentStage, number: string, totalMinor?: number) {
  const { id } = await makeDraftOrder(stage, number, totalMinor)
  return bufferOrder(id, stage.creator.actor)
}

test.group('Approving payments', () => {
  test('whoever verified the account of the payee does not approve a payment to it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const verifier = approverOf(stage)
    const order = await buffered({ ...stage, provider: await makeProvider(verifier) }, 'E-1')

    await assert.rejects(
      async () =>
        approveOrder({
          orderId: order.id,
          shownFingerprint: await fingerprintOf(order.id),
          actor: verifier.actor,
        }),
      /usted ha creado|ha intervenido/
    )
  })

  test('whoever waived the wait of the account does not approve a payment to it, even if another changed it since', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const waiver = approverOf(stage)
    const { id: providerId, bankId } = stage.provider
    await waiveCooling({ providerId, bankId }, 'Pago urgente de nóminas', waiver.actor)
    await execute(`update provider_banks set last_changed_by = :by where id = :bankId`, {
      by: stage.creator.id,
      bankId,
    })
    const order = await buffered(stage, 'E-2')

    await assert.rejects(
      async () =>
        approveOrder({
          orderId: order.id,
          shownFingerprint: await fingerprintOf(order.id),
          actor: waiver.actor,
        }),
      /usted ha creado|ha intervenido/
    )
  })

  test('a debt split into payments needs the approvals of the whole', async ({ assert }) => {
    const stage = await makePaymentStage()
    const first = await buffered(stage, 'P-1', 300_000)
    const second = await buffered(stage, 'P-2', 310_000)

    assert.equal((second.requiredApprovals ?? 0) - (first.requiredApprovals ?? 0), 1)
  })

  test('parts of one invoice add up whenever they were ordered', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'P-3', 600_000)
    const [first, second] = [
      await createOrder({ invoiceId: invoice.id, amountMinor: 300_000 }, stage.creator.actor),
      await createOrder({ invoiceId: invoice.id, amountMinor: 299_000 }, stage.creator.actor),
    ]
    const one = await bufferOrder(first.id, stage.creator.actor)
    await execute(`update payment_orders set created_at = now() - interval '60 days' where id = :id`, {
      id: first.id,
    })
    const two = await bufferOrder(second.id, stage.creator.actor)

    assert.equal((two.requiredApprovals ?? 0) - (one.requiredApprovals ?? 0), 1)
  })

  test('two payments to one payee buffered at the same moment see each other', async ({ assert }) => {
    const stage = await makePaymentStage()
    const drafts = [await makeDraftOrder(stage, 'P-5', 300_000), await makeDraftOrder(stage, 'P-6', 310_000)]

    const both = await Promise.all(drafts.map(({ id }) => bufferOrder(id, stage.creator.actor)))

    const required = both.map((order) => order.requiredApprovals ?? 0).toSorted()
    assert.equal((required[1] ?? 0) - (required[0] ?? 0), 1)
  })

  test('twenty clicks at once give each approver one approval and the payment no more than it needs', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await buffered(stage, 'C-1', 900_000)
    const shownFingerprint = await fingerprintOf(order.id)

    await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        approveOrder({ orderId: order.id, shownFingerprint, actor: approverOf(stage, index % 3).actor })
      )
    )

    const given = await rows<{ userId: number; times: number }>(
      `select user_id, count(*)::int as times from approval_decisions where document_type = 'payment_order' and document_id = :id group by user_id`,
      { id: order.id }
    )
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
    assert.equal(given.length, order.requiredApprovals)
    assert.isTrue(given.every(({ times }) => times === 1))
  })

  test('approvals given at the same moment stay within the limit of the day together', async ({ assert }) => {
    const stage = await makePaymentStage()
    const limited = await makeUser('aprobador')
    await letApprove(stage.siteId, limited, ['payment_supplier'], null, 20_000)
    const orders = [
      await buffered(stage, 'L-1'),
      await buffered(await withNewProvider(stage), 'L-2'),
      await buffered(await withNewProvider(stage), 'L-3'),
    ]

    const tries = await Promise.allSettled(
      orders.map(async ({ id }) =>
        approveOrder({ orderId: id, shownFingerprint: await fingerprintOf(id), actor: limited.actor })
      )
    )

    assert.equal(tries.filter((attempt) => attempt.status === 'fulfilled').length, 1)
  })

  test('accounting staff cancel their own drafts, and nothing that was buffered', async ({ assert }) => {
    const stage = await makePaymentStage()
    const other = await makeUser('c0ntab1l1dad')
    const draft = await makeDraftOrder(stage, 'K-1')
    const approved = await makeApprovedOrder(await withNewProvider(stage), 'K-2')

    await assert.rejects(() => cancelOrder(draft.id, 'No procede ahora', other.actor), /No puede cancelar/)
    await assert.rejects(
      () => cancelOrder(approved.id, 'No procede ahora', stage.creator.actor),
      /No puede cancelar/
    )
    await cancelOrder(draft.id, 'No procede ahora', stage.creator.actor)
    await cancelOrder(approved.id, 'No procede ahora', stage.person.actor)

    assert.equal((await PaymentOrder.findOrFail(draft.id)).status, 'cancelled')
    assert.equal((await PaymentOrder.findOrFail(approved.id)).status, 'cancelled')
  })

  test('the attempt to pay a blocked account is on record although it was refused', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await makeDraftOrder(stage, 'B-1')
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Cuenta de prueba')`,
      { iban: order.creditorIban }
    )

    await assert.rejects(() => bufferOrder(order.id, stage.creator.actor), /lista negra/)

    const { noted } = await oneRow<{ noted: number }>(
      `select count(*)::int as noted from iban_blacklist_hits where object_type = 'payment_order' and object_id = :id and outcome = 'blocked' and user_id = :userId`,
      { id: order.id, userId: stage.creator.id }
    )
    assert.equal(noted, 1)
  })

  test('a payment of the same amount to the same account asks to confirm that it is not a duplicate', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    await makeDraftOrder(stage, 'T-1')
    const twin = await makeDraftOrder(stage, 'T-2')

    await assert.rejects(() => bufferOrder(twin.id, stage.creator.actor), /no es un pago duplicado/)
    const order = await bufferOrder(twin.id, stage.creator.actor, true)

    assert.equal(order.status, 'buffered')
  })

  test('the same payment ordered by another company of the group is found too, without its number', async ({
    assert,
  }) => {
    const [here, there] = [await makePaymentStage(), await makePaymentStage()]
    const other = await makeDraftOrder({ ...there, provider: here.provider }, 'T-3')
    const order = await makeDraftOrder(here, 'T-4')

    const refusal = await bufferOrder(order.id, here.creator.actor).catch((error: Error) => error.message)

    assert.include(refusal, 'en otra empresa del grupo')
    assert.notInclude(refusal, other.number)
  })
})
