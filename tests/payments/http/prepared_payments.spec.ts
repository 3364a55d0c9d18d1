import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { orderOccurrences } from '#app/payments/kinds/recurring/order_occurrences'
import { createRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeDraftOrder, makePaymentStage, type PaymentStage, rentAgreement } from '#tests/factories/payments'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type Shown = { id: number; number: string; origin: string; hindrance: string | null; account: string }

const recurring = (stage: PaymentStage, amountMinor: number | null) =>
  createRecurrent(
    rentAgreement(stage, {
      concept: 'Alquiler del almacén',
      amountMode: amountMinor === null ? 'variable' : 'fixed',
      amountMinor,
      frequency: 'yearly',
      day: Number(today().slice(8)),
      occurrences: 1,
    }),
    stage.person.actor
  )

/** A second account of the company, from which nobody meant to pay. */
async function secondAccount({ siteId, accountId }: PaymentStage): Promise<number> {
  await execute(
    `update bank_accounts set name = 'Primera cuenta', is_payer_default = false where id = :accountId`,
    { accountId }
  )
  return makeBankAccount(siteId)
}

test.group('The review of the drafts for suppliers', () => {
  test('shows invoices and what recurs, and says what still lacks its amount', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const draft = await makeDraftOrder(stage, 'PREP-1')
    await recurring(stage, 90_000)
    await recurring(stage, null)
    await orderOccurrences(today())
    const read = async (session: SessionData) => {
      const page = await client
        .get(`/paysuppliers/process?site_id=${stage.siteId}`)
        .withSession(session)
        .withInertia()
      return (page.inertiaProps as { payments: Shown[] }).payments
    }

    const seen = await read((await makeSignedIn('superC0ntab1l1dad')).session)
    const seenByStaff = await read(await signedIn(stage.creator))

    assert.sameMembers(
      seen.map(({ origin, hindrance }) => `${origin}: ${hindrance}`),
      ['Factura: null', 'Recurrente: null', 'Recurrente: Falta el importe de este vencimiento']
    )
    assert.deepEqual(
      seenByStaff.map(({ number }) => number),
      [draft.number]
    )
  })

  test('a company whose occurrences only wait for their amount is among those to review', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    await recurring(stage, null)
    await orderOccurrences(today())
    const groupOf = async (session: SessionData) => {
      const page = await client.get('/paysuppliers/process').withSession(session).withInertia()
      const { groups } = page.inertiaProps as {
        groups: { siteId: number; payments: number; waiting: number }[]
      }
      return groups.find(({ siteId }) => siteId === stage.siteId)
    }

    const seen = await groupOf((await makeSignedIn('superC0ntab1l1dad')).session)
    const seenByStaff = await groupOf(await signedIn(stage.creator))

    assert.containSubset(seen, { payments: 0, waiting: 1 })
    assert.isUndefined(seenByStaff)
  })

  test('drafts go into the buffer from the account and on the day that were chosen', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const [first, second] = [
      await makeDraftOrder(stage, 'PREP-2'),
      await makeDraftOrder(stage, 'PREP-3', 24_200),
    ]
    const accountId = await secondAccount(stage)
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')

    const response = await client
      .post('/paysuppliers/process')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({
        order_ids: [first.id, second.id],
        debtor_account_id: accountId,
        execution_date: '2027-03-01',
      })

    assert.equal(response.header('location'), '/paysuppliers?tab=buffer')
    for (const before of [first, second]) {
      const order = await PaymentOrder.findOrFail(before.id)
      assert.deepInclude(order.$attributes, {
        status: 'buffered',
        debtorAccountId: accountId,
        executionDate: '2027-03-01',
        lastEditedBy: person.id,
      })
      assert.equal(order.fingerprint, PaymentOrder.fingerprintOf(order))
      assert.notEqual(order.fingerprint, before.fingerprint)
      const events = await rows<{ event: string; diff: object | null }>(
        `select event, diff from audit_events where object_type = 'payment_order' and object_id = :id and event = 'payment_order.redirected'`,
        { id: before.id }
      )
      assert.deepEqual(
        events.map(({ diff }) => diff),
        [
          {
            debtor_account_id: [stage.accountId, accountId],
            execution_date: [before.executionDate, '2027-03-01'],
          },
        ]
      )
    }
  })

  test('what the buffer refuses stays the draft it was, and the others go on', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const [sound, barred] = [
      await makeDraftOrder(stage, 'PREP-4'),
      await makeDraftOrder(stage, 'PREP-5', 24_200),
    ]
    await execute(
      `update invoices set status = 'disputed' where id = (select source_id from payment_orders where id = :id)`,
      { id: barred.id }
    )
    const accountId = await secondAccount(stage)

    const response = await client
      .post('/paysuppliers/process')
      .withSession(await signedIn(stage.creator))
      .withCsrfToken()
      .redirects(0)
      .json({ order_ids: [sound.id, barred.id], debtor_account_id: accountId })

    assert.match(JSON.stringify(response.flashMessages()), /1 pago pasado a la bolsa.*1 no han podido pasar/s)
    assert.equal((await PaymentOrder.findOrFail(sound.id)).status, 'buffered')
    const left = await PaymentOrder.findOrFail(barred.id)
    assert.deepInclude(left.$attributes, { status: 'draft', debtorAccountId: stage.accountId })
    assert.equal(left.fingerprint, barred.fingerprint)
  })

  test('an account of another company is refused at its field, a payment of another company is not there', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const other = await makePaymentStage()
    const order = await makeDraftOrder(stage, 'PREP-6')
    const post = async (session: SessionData) =>
      client
        .post('/paysuppliers/process')
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ order_ids: [order.id], debtor_account_id: other.accountId })

    const refused = await post(await signedIn(stage.creator))
    const { siteId } = await makeSite()
    const foreign = await post((await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })).session)

    assert.match(JSON.stringify([refused.flashMessages(), refused.body()]), /no pertenece a la empresa/)
    assert.equal(foreign.status(), 404)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'draft')
  })
})
