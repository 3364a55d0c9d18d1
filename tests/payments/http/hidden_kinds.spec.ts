import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { NewProcedure } from '#app/legal/actions/save_procedure'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { makeLegalStage, makeOpenProcedure, makePayableCost } from '#tests/factories/legal'
import { approveFully, type PaymentStage, releaseOne } from '#tests/factories/payments'
import { makeBookedInvoice, makeSentOrder } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

type Shown = { total: { minor: number }; count: number }
type Tab = { number: string }[]

async function releasedCost(stage: PaymentStage, given: Partial<NewProcedure> = {}) {
  const procedureId = await makeOpenProcedure(stage, given)
  const costId = await makePayableCost(stage, procedureId)
  const { id } = await orderLegalCost(costId, {}, stage.creator.actor)
  await approveFully(stage, id)
  return releaseOne(stage, id)
}

const read = (client: ApiClient, path: string, session: SessionData) =>
  client.get(path).withSession(session).withInertia().redirects(0)

test.group('Payments that are not for everybody', () => {
  test('accounting finds a batch where something in it is theirs, and reads that alone', async ({
    assert,
    client,
  }) => {
    const stage = await makeLegalStage()
    const { order, batchId } = await releasedCost(stage)
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const senior = (await makeSignedIn('superC0ntab1l1dad')).session
    const listed = async (who: SessionData) => {
      const page = await read(client, `/payment-batches?site_ids[]=${stage.siteId}&per_page=100`, who)
      const { rows } = (page.inertiaProps as { batches: { rows: (Shown & { id: number })[] } }).batches
      return rows.find(({ id }) => id === batchId)
    }

    ;(await read(client, `/payment-batches/${batchId}`, session)).assertStatus(404)
    assert.isUndefined(await listed(session))

    const { id: invoiceId } = await makeBookedInvoice(stage, 'VELO-1')
    const own = await makeSentOrder(stage, invoiceId, 12_100, batchId)
    const page = await read(client, `/payment-batches/${batchId}`, session)
    const { batch, orders } = page.inertiaProps as { batch: Shown; orders: Tab }
    assert.deepEqual(
      orders.map(({ number }) => number),
      [own.number]
    )
    assert.deepEqual([batch.count, batch.total.minor], [1, 12_100])
    assert.notInclude(page.text(), order.number)
    const row = await listed(session)
    assert.deepEqual([row?.count, row?.total.minor], [1, 12_100])

    const whole = await read(client, `/payment-batches/${batchId}`, senior)
    assert.include(whole.text(), order.number)
  })

  test('a supplier’s page lists the payments of which its reader may know the payee', async ({
    assert,
    client,
  }) => {
    const stage = await makeLegalStage()
    const responsible = await makeSignedIn('superC0ntab1l1dad')
    const open = (await releasedCost(stage)).order
    const secret = (
      await releasedCost(stage, { confidential: true, responsibleUserId: responsible.person.id })
    ).order
    const { id: invoiceId } = await makeBookedInvoice(stage, 'VELO-2')
    const supplier = await makeSentOrder(stage, invoiceId)
    const seenBy = async (session: SessionData) => {
      const page = await client
        .get(`/providers/${stage.provider.id}/edit`)
        .withSession(session)
        .header('x-inertia-partial-component', 'providers/providers/edit')
        .header('x-inertia-partial-data', 'activity')
        .withInertia()
      const { payments } = (page.inertiaProps as { activity: { payments: Tab } }).activity
      const numbers = payments.map(({ number }) => number)
      return [supplier, open, secret].map(({ number }) => numbers.includes(number))
    }

    assert.deepEqual(await seenBy((await makeSignedIn('aprobador')).session), [true, true, true])
    assert.deepEqual(await seenBy(responsible.session), [true, true, true])
    assert.deepEqual(await seenBy((await makeSignedIn('superC0ntab1l1dad')).session), [true, true, false])
    assert.deepEqual(await seenBy((await makeSignedIn('c0ntab1l1dad')).session), [true, false, false])
  })

  test('money that is held for them says how much and not for whom', async ({ assert, client }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost(stage, procedureId)
    const { id } = await orderLegalCost(costId, {}, stage.creator.actor)
    const order = await approveFully(stage, id)
    const text = async (role: 'c0ntab1l1dad' | 'superC0ntab1l1dad') =>
      (
        await read(client, `/resumen/retenido?site_ids[]=${stage.siteId}`, (await makeSignedIn(role)).session)
      ).text()

    const shown = await text('c0ntab1l1dad')
    assert.include(shown, 'Pago - detalle restringido')
    assert.notInclude(shown, order.creditorName)
    assert.include(await text('superC0ntab1l1dad'), order.creditorName)
  })
})
