import { test } from '@japa/runner'
import { waiveWait } from '#app/banking/pages/acts/waive_wait'
import { execute, oneRow } from '#app/kernel/database/sql'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { createDirect, type WantedDirect } from '#app/payments/kinds/direct/create_direct'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { statesOf } from '#tests/factories/api_payments'
import { makeAccount } from '#tests/factories/books'
import { makeBeneficiary, makePayingStage, type PayingStage } from '#tests/factories/paying_bank'
import { approveFully, approverOf } from '#tests/factories/payments'

const direct = async (stage: PayingStage, beneficiaryId: number, over: Partial<WantedDirect> = {}) =>
  createDirect(
    {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      payee: { beneficiaryId },
      amountMinor: 45_000,
      currency: 'EUR',
      quoteId: null,
      concept: 'Gestión de licencias',
      purpose: null,
      ledgerAccountId: await makeAccount(stage.siteId, '623'),
      attachmentFileIds: [],
      executionDate: null,
      asDraft: false,
      ...over,
    },
    stage.person.actor
  )

/** As if it had just been verified: it waits from now on. */
const verifyNow = (beneficiaryId: number) =>
  execute(`update provider_beneficiaries set verified_at = now() where id = :beneficiaryId`, {
    beneficiaryId,
  })

const hoursLeft = async (beneficiaryId: number) =>
  (
    await oneRow<{ hours: number }>(
      `select round(extract(epoch from payable_from - verified_at) / 3600)::int as hours from provider_beneficiaries where id = :beneficiaryId`,
      { beneficiaryId }
    )
  ).hours

test.group('A beneficiary that was verified', () => {
  test('waits the hours of the group before its first payment, as an account of a supplier', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const waiting = await makeBeneficiary(stage, { currency: 'EUR', verifiedHoursAgo: 47 })
    const ready = await makeBeneficiary(stage, { currency: 'EUR', verifiedHoursAgo: 49 })
    assert.equal(await hoursLeft(waiting), 48)

    await assert.rejects(
      () => direct(stage, waiting),
      /se verificó hace menos de 48 horas: espere antes del primer pago/
    )
    await approveFully(stage, (await direct(stage, ready)).id)
  })

  test('is paid at once when an approver who did not verify it lifts the wait, who then approves none of its payments', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const beneficiaryId = await makeBeneficiary(stage, { currency: 'EUR', verifiedHoursAgo: 1 })
    const waiver = approverOf(stage)
    await assert.rejects(
      () => waiveWait(beneficiaryId, 'Confirmado por teléfono', stage.person.actor),
      /persona distinta de quien lo verificó/
    )
    await waiveWait(beneficiaryId, 'Confirmado por teléfono', waiver.actor)

    const order = await direct(stage, beneficiaryId)
    await bufferOrder(order.id, stage.creator.actor)

    const { fingerprint } = await PaymentOrder.findOrFail(order.id)
    await assert.rejects(
      () => approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor: waiver.actor }),
      /dio de alta, verificó o cambió la cuenta/
    )
  })

  test('is not paid by the database either while it waits, and nobody shortens the wait alone', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const beneficiaryId = await makeBeneficiary(stage, { currency: 'EUR' })
    const order = await direct(stage, beneficiaryId)
    await approveFully(stage, order.id)
    await execute(
      `update provider_beneficiaries set verified_at = least(now(), (select buffered_at from payment_orders where id = :id)) where id = :beneficiaryId`,
      { id: order.id, beneficiaryId }
    )

    await assert.rejects(
      () =>
        execute(`update payment_orders set status = 'sent', sub_status = 'queued' where id = :id`, {
          id: order.id,
        }),
      /provider_beneficiary_waits/
    )
    await assert.rejects(
      () =>
        execute(`update provider_beneficiaries set payable_from = now() where id = :beneficiaryId`, {
          beneficiaryId,
        }),
      /provider_beneficiary_waits/
    )
    await assert.rejects(
      () =>
        execute(
          `update provider_beneficiaries set payable_from = now(), waived_by = verified_by where id = :beneficiaryId`,
          { beneficiaryId }
        ),
      /provider_beneficiaries_waived_by_another/
    )

    const { heldBack } = await releaseOrders([order.id], approverOf(stage).actor)
    assert.match(heldBack[0]?.reason ?? '', /espere antes del primer pago/)
    assert.deepEqual(await statesOf([order.id]), ['draft'])
  })

  test('and verified anew after a payment had gone into the buffer is not what was approved', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const beneficiaryId = await makeBeneficiary(stage, { currency: 'EUR' })
    const order = await direct(stage, beneficiaryId)
    await approveFully(stage, order.id)
    await verifyNow(beneficiaryId)
    await execute(
      `update provider_beneficiaries set payable_from = now(), waived_by = :waiver where id = :beneficiaryId`,
      { beneficiaryId, waiver: approverOf(stage).id }
    )

    await assert.rejects(
      () =>
        execute(`update payment_orders set status = 'sent', sub_status = 'queued' where id = :id`, {
          id: order.id,
        }),
      /direct_payment_target/
    )
    const { heldBack } = await releaseOrders([order.id], approverOf(stage).actor)

    assert.match(heldBack[0]?.reason ?? '', /se ha verificado de nuevo desde que el pago pasó a la bolsa/)
    assert.deepEqual(await statesOf([order.id]), ['draft'])
    // It is what it is now that goes into the buffer again.
    await bufferOrder(order.id, stage.creator.actor)
  })
})
