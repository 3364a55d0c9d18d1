import { test } from '@japa/runner'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { keepPayeeAnswer, verifyPayees } from '#app/payments/orders/checks/verify_payee'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { type ApiStage, makeApiStage } from '#tests/factories/api_payments'
import { approveFully, makeDraftOrder } from '#tests/factories/payments'

async function withStage(work: (stage: ApiStage) => Promise<void>): Promise<void> {
  const stage = await makeApiStage()
  try {
    await work(stage)
  } finally {
    await stage.close()
  }
}

async function draft(stage: ApiStage, number: string): Promise<PaymentOrder> {
  const order = await makeDraftOrder(stage, number)
  return PaymentOrder.findOrFail(order.id)
}

const holdAs = (stage: ApiStage, holderName: string) =>
  execute(`update provider_banks set holder_name = :holderName where provider_id = :id`, {
    holderName,
    id: stage.provider.id,
  })

test.group('The name on the account', () => {
  test('that matches lets the payment through', async ({ assert }) => {
    await withStage(async (stage) => {
      const order = await draft(stage, 'VOP-1')
      stage.bank.holders.set(order.creditorIban ?? '', order.creditorName)

      await bufferOrder(order.id, stage.creator.actor)

      const { vopResult, status } = await PaymentOrder.findOrFail(order.id)
      assert.deepEqual([vopResult, status], ['match', 'buffered'])
    })
  })

  test('in another alphabet is asked for and sent in Latin letters', async ({ assert }) => {
    await withStage(async (stage) => {
      await holdAs(stage, 'Ξενοδοχεία Αιγαίου Α.Ε.')
      const order = await draft(stage, 'VOP-GR')
      stage.bank.holders.set(order.creditorIban ?? '', 'Ξενοδοχεία Αιγαίου Α.Ε.')

      await bufferOrder(order.id, stage.creator.actor)

      const { vopResult, creditorName } = await PaymentOrder.findOrFail(order.id)
      assert.deepEqual([vopResult, creditorName], ['match', 'Xenodocheia Aigaioy A.E.'])
    })
  })

  test('without Latin letters is asked for before there is a payment', async ({ assert }) => {
    await withStage(async (stage) => {
      await holdAs(stage, 'شركة A.E.')
      await assert.rejects(
        () => draft(stage, 'VOP-AR'),
        /El nombre del beneficiario «شركة A\.E\.» tiene letras sin equivalencia .*: escríbalo en letras latinas/
      )
      await holdAs(stage, '. .')
      await assert.rejects(() => draft(stage, 'VOP-DOTS'), /«\. \.» no tiene ninguna letra/)
    })
  })

  test('that nearly matches is told and confirmed by somebody, and asks for one more approval', async ({
    assert,
  }) => {
    await withStage(async (stage) => {
      const order = await draft(stage, 'VOP-2')
      stage.bank.holders.set(order.creditorIban ?? '', `${order.creditorName} Sociedad`)

      await assert.rejects(
        () => bufferOrder(order.id, stage.creator.actor),
        new RegExp(`el titular es «${order.creditorName} Sociedad»`)
      )
      assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'draft')

      await bufferOrder(order.id, stage.creator.actor, false, true)
      const found = await PaymentOrder.findOrFail(order.id)
      assert.equal(found.vopConfirmedBy, stage.creator.id)
      assert.include(found.reinforcedReasons, 'El titular no coincide')
    })
  })

  test('is not taken for that of another account which the payment got meanwhile', async ({ assert }) => {
    await withStage(async (stage) => {
      const order = await draft(stage, 'VOP-9')
      const asked = { iban: 'ES9121000418450200051332', name: order.creditorName }

      await inTransaction((trx) =>
        keepPayeeAnswer(order.id, asked, { result: 'match', officialName: null }, trx)
      )

      assert.isNull((await PaymentOrder.findOrFail(order.id)).vopResult)
    })
  })

  test('of somebody else asks for a reason of who approves and one more approval', async ({ assert }) => {
    await withStage(async (stage) => {
      const order = await draft(stage, 'VOP-3')
      stage.bank.holders.set(order.creditorIban ?? '', 'Zapatería Quirós')
      await bufferOrder(order.id, stage.creator.actor)
      const { fingerprint, reinforcedReasons } = await PaymentOrder.findOrFail(order.id)
      const approve = (comment: string | null) =>
        approveOrder({
          orderId: order.id,
          shownFingerprint: fingerprint,
          comment,
          actor: stage.approvers[0]?.actor ?? stage.person.actor,
        })

      assert.include(reinforcedReasons, 'El titular no coincide')
      await assert.rejects(() => approve(null), /Indique por qué lo aprueba/)
      await approve('Confirmado por teléfono con su gerente')
    })
  })

  test('that cannot be asked for is a warning, not an obstacle', async ({ assert }) => {
    await withStage(async (stage) => {
      const order = await draft(stage, 'VOP-4')
      stage.bank.holders.set(order.creditorIban ?? '', null)
      await bufferOrder(order.id, stage.creator.actor)
      assert.equal((await PaymentOrder.findOrFail(order.id)).vopResult, 'not_possible')

      const away = await draft(stage, 'VOP-5')
      await stage.close()
      await verifyPayees([away.id])
      assert.equal((await PaymentOrder.findOrFail(away.id)).vopResult, 'not_possible')
    })
  })

  test('that is another at the release than when it was approved sends the payment back', async ({
    assert,
  }) => {
    await withStage(async (stage) => {
      const order = await draft(stage, 'VOP-6')
      await approveFully(stage, order.id)
      stage.bank.holders.set(order.creditorIban ?? '', 'Zapatería Quirós')
      const actor = stage.approvers[0]?.actor ?? stage.person.actor

      await execute(`update payment_orders set vop_at = now() - interval '24 hours' where id = :id`, {
        id: order.id,
      })
      const { released } = await releaseOrders([order.id], actor)

      const found = await PaymentOrder.findOrFail(order.id)
      assert.equal(released, 0)
      assert.deepEqual(
        [found.status, found.holdReason, found.vopResult],
        ['draft', 'vop_no_match', 'no_match']
      )
      assert.lengthOf(stage.bank.find(order.number), 0)
    })
  })

  test('is not asked for again within the day', async ({ assert }) => {
    await withStage(async (stage) => {
      const order = await draft(stage, 'VOP-7')
      stage.bank.holders.set(order.creditorIban ?? '', order.creditorName)
      await verifyPayees([order.id])
      stage.bank.holders.set(order.creditorIban ?? '', 'Zapatería Quirós')
      await verifyPayees([order.id])

      assert.equal((await PaymentOrder.findOrFail(order.id)).vopResult, 'match')
    })
  })
})
