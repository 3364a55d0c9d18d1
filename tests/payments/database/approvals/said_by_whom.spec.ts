import { test } from '@japa/runner'
import User from '#app/identity/models/user'
import { listOf } from '#app/kernel/lists/listing'
import { today } from '#app/kernel/time/calendar_date'
import { bufferOrder, rejectOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent, noteDownload } from '#app/payments/batches/send_batch'
import { runProgress } from '#app/payments/kinds/payroll/run_progress'
import { failOrder } from '#app/payments/orders/fail_order'
import { ordersList } from '#app/payments/orders/page/list_orders'
import { orderPage } from '#app/payments/orders/page/order_page'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { proofFacts } from '#app/payments/proofs/proof_facts'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
  settleOne,
} from '#tests/factories/payments'

const REQUEST = {
  page: 1,
  perPage: 10,
  sort: 'number',
  direction: 'desc',
  cursor: null,
  exactCount: false,
} as const

async function rowOf(stage: PaymentStage, id: number) {
  const filter = { where: ['o.id = :id'], bindings: { id } }
  const { rows } = await listOf(
    ordersList(
      { id: approverOf(stage).id, role: 'aprobador', siteIds: 'all' },
      { name: 'pagos', showsWorth: false }
    ),
    REQUEST,
    filter
  )
  return { label: rows[0]?.status.label, notices: rows[0]?.notices ?? [] }
}

const pageOf = async (stage: PaymentStage, id: number) =>
  orderPage(await PaymentOrder.findOrFail(id), await User.findOrFail(approverOf(stage).id))

test.group('What is said of a payment', () => {
  test('in a file is what people did with the file, never that it was sent', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'SW-1')).id)
    const labels = [(await rowOf(stage, order.id)).label]
    await noteDownload(batchId, stage.person.actor)
    labels.push((await rowOf(stage, order.id)).label)
    await markBatchSent(batchId, stage.person.actor)
    labels.push((await rowOf(stage, order.id)).label)

    assert.deepEqual(labels, [
      'Sin enviar · fichero generado',
      'Sin enviar · fichero descargado',
      'Marcado como enviado',
    ])
    const page = await pageOf(stage, order.id)
    assert.equal(page.order.status.label, 'Marcado como enviado')
    const { name } = await User.findOrFail(stage.person.id)
    assert.equal(page.order.sending?.by, name)
    assert.equal(page.events[0]?.name, 'payment_order.handed_over')
  })

  test('in its proof tells what a person marked from what the bank says', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'SW-2')).id)
    await markBatchSent(batchId, stage.person.actor)
    await settleByHand({
      orderId: order.id,
      settledOn: today(),
      actor: stage.person.actor,
      proof: 'Visto en la banca electrónica',
    })

    const { events, attempts } = await proofFacts(order.id)
    const steps = events.map(({ step }) => step)
    assert.includeMembers(steps, [
      'Marcado como enviado por una persona',
      'Marcado como pagado por una persona',
    ])
    assert.notInclude(steps.join(), 'Admitido')
    assert.notInclude(events.map(({ change }) => change).join(), 'En cola')
    const { name } = await User.findOrFail(stage.person.id)
    assert.equal(attempts[0]?.badge.label, `Marcado como enviado por ${name}`)
    assert.equal((await rowOf(stage, order.id)).label, 'Marcado como pagado')
  })

  test('tells a movement of the statement and a refusal by hand apart', async ({ assert }) => {
    const stage = await makePaymentStage()
    const first = await releaseOne(stage, (await makeApprovedOrder(stage, 'SW-3')).id)
    await markBatchSent(first.batchId, stage.person.actor)
    await settleOne(stage, first.order.id, today())
    const second = await releaseOne(stage, (await makeApprovedOrder(stage, 'SW-4', 9_900)).id)
    await markBatchSent(second.batchId, stage.person.actor)
    await failOrder({
      orderId: second.order.id,
      code: 'AM04',
      comment: 'Sin saldo',
      actor: stage.person.actor,
    })

    const last = async (id: number) => (await proofFacts(id)).events.at(-1)?.step
    assert.equal(await last(first.order.id), 'Pagado, según el extracto')
    assert.equal(await last(second.order.id), 'Marcado como fallido por una persona')
  })

  test('that was refused is who refused it and why, until somebody goes on with it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { id } = await makeDraftOrder(stage, 'SW-5')
    await bufferOrder(id, stage.creator.actor)
    const approver = approverOf(stage)
    await rejectOrder(id, 'Falta el albarán', approver.actor)

    const { name } = await User.findOrFail(approver.id)
    assert.deepInclude(await rowOf(stage, id), { label: 'Rechazado' })
    assert.include((await rowOf(stage, id)).notices, `Rechazado por ${name}: Falta el albarán`)
    const { order } = await pageOf(stage, id)
    assert.deepInclude(order.rejection, { by: name, reason: 'Falta el albarán' })

    await bufferOrder(id, stage.creator.actor)
    assert.equal((await rowOf(stage, id)).label, 'En bolsa')
    assert.isNull((await pageOf(stage, id)).order.rejection)
  })

  test('of a payroll names no batch where there is none', ({ assert }) => {
    const none = { rejection: null, batches: [] }
    const line = { status: 'sent', subStatus: 'queued', channel: 'sepa_file' } as const
    assert.equal(runProgress([line], none).progress, 'Sus pagos: 1 en una remesa sin enviar.')
    assert.equal(
      runProgress([{ ...line, status: 'failed', subStatus: null }], none).progress,
      'Sus pagos: 1 fallidos o devueltos.'
    )
    const refused = runProgress([], { rejection: { by: 'Aurora', reason: 'Faltan horas.' }, batches: [] })
    assert.equal(refused.status.label, 'Rechazada')
    assert.include(refused.progress ?? '', 'La rechazó Aurora: Faltan horas.')
  })
})
