import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { oneRow, row, rows } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
} from '#tests/factories/payments'
import { makeApprovedRun, makePayrollStage, ordersOfRun } from '#tests/factories/payroll'
import { letApprove } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

const NEXT = nextTargetDay(addDays(today(), 40))

const modify = (client: ApiClient, session: SessionData, order: PaymentOrder, given: object = {}) =>
  client
    .put(`/payment-orders/${order.id}`)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .form({
      fingerprint: order.fingerprint,
      debtor_account_id: order.debtorAccountId,
      execution_date: NEXT,
      reason: 'El proveedor da más plazo',
      ...given,
    })

const sendBack = (client: ApiClient, session: SessionData, to: string, orders: PaymentOrder[]) =>
  client
    .put(`/payment-orders/${to}`)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .form({ 'order_ids[]': orders.map(({ id }) => id), reason: 'Se paga en la remesa siguiente' })

const stored = (order: PaymentOrder) => PaymentOrder.findOrFail(order.id)

const approvalsOf = async ({ id }: PaymentOrder) =>
  (
    await oneRow<{ valid: number }>(
      `select count(*)::int as valid from approval_decisions where document_type = 'payment_order' and document_id = :id and revoked_at is null`,
      { id }
    )
  ).valid

const holdOf = ({ id }: PaymentOrder) =>
  row(
    `select 1 from account_holds where document_type = 'payment_order' and document_id = :id and released_at is null`,
    { id }
  )

const buffered = async (stage: PaymentStage, number: string) => {
  const { id } = await makeDraftOrder(stage, number)
  return bufferOrder(id, stage.creator.actor)
}

test.group('Payments that have not left are modified', () => {
  test('an approved payment that is modified is a draft again, without approvals and without money set aside', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'MOD-1')
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')

    const response = await modify(client, session, order)

    assert.match(JSON.stringify(response.flashMessages()), /modificado: vuelve a borrador/)
    const now = await stored(order)
    assert.deepEqual([now.status, now.executionDate, now.lastEditedBy], ['draft', NEXT, person.id])
    assert.notEqual(now.fingerprint, order.fingerprint)
    assert.equal(await approvalsOf(order), 0)
    assert.isNull(await holdOf(order))
  })

  test('whoever modified a payment does not approve it', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const { session, person } = await makeSignedIn('s1st3ma')
    await letApprove(stage.siteId, person, ['payment_supplier'], null)
    const order = await buffered(stage, 'MOD-2')
    await modify(client, session, order)
    const again = await bufferOrder(order.id, stage.creator.actor)

    await assert.rejects(
      () => approveOrder({ orderId: order.id, shownFingerprint: again.fingerprint, actor: person.actor }),
      /en el que ha intervenido/
    )
  })

  test('of the pay buffer nothing is modified without saying why, nor what somebody else changed meanwhile', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const order = await buffered(stage, 'MOD-3')
    const session = await signedIn(stage.creator)

    const silent = await modify(client, session, order, { reason: '' })
    const stale = await modify(client, session, order, { fingerprint: 'a'.repeat(64) })

    assert.match(JSON.stringify(silent.flashMessages()), /Indique el motivo/)
    assert.match(JSON.stringify(stale.flashMessages()), /ha cambiado desde que lo abrió/)
    assert.equal((await stored(order)).status, 'buffered')
    await modify(client, session, order)
    assert.equal((await stored(order)).status, 'draft')
  })

  test('neither colleagues of its creator nor approvers modify it, and an account of another company is refused', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const order = await buffered(stage, 'MOD-4')
    const { siteId } = await makeSite()
    const elsewhere = await makeBankAccount(siteId)

    const colleague = await modify(client, (await makeSignedIn('c0ntab1l1dad')).session, order)
    const approver = await modify(client, await signedIn(approverOf(stage)), order)
    const stranger = await modify(client, await signedIn(stage.creator), order, {
      debtor_account_id: elsewhere,
    })

    for (const refused of [colleague, approver])
      assert.match(JSON.stringify(refused.flashMessages()), /No puede modificar/)
    assert.match(JSON.stringify(stranger.flashMessages()), /no pertenece a la empresa/)
    const now = await stored(order)
    assert.deepEqual([now.status, now.debtorAccountId], ['buffered', order.debtorAccountId])
  })

  test('what is in a file is not modified', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const { order } = await releaseOne(stage, (await makeApprovedOrder(stage, 'MOD-5')).id)

    await modify(client, (await makeSignedIn('s1st3ma')).session, order)

    assert.equal((await stored(order)).status, 'sent')
  })
})

test.group('Payments are sent back from the pay buffer', () => {
  test('several are taken out at once; one that has left is named and stays', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const { order: left } = await releaseOne(stage, (await makeApprovedOrder(stage, 'QUI-1', 12_300)).id)
    const approved = await makeApprovedOrder(stage, 'QUI-2', 12_400)
    const waiting = await buffered(stage, 'QUI-3')
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const response = await sendBack(client, session, 'removals', [approved, waiting, left])

    const told = JSON.stringify(response.flashMessages())
    assert.match(told, /2 pagos quitados de la bolsa/)
    for (const { number } of [approved, waiting]) assert.include(told, number)
    assert.match(told, new RegExp(`1 no se han podido quitar. El pago ${left.number} ya no está en la bolsa`))
    for (const order of [approved, waiting]) assert.equal((await stored(order)).status, 'draft')
    assert.equal((await stored(left)).status, 'sent')
    assert.equal(await approvalsOf(approved), 0)
    assert.isNull(await holdOf(approved))
  })

  test('several are rejected for one reason, which each of them keeps', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const orders = [await buffered(stage, 'REC-1'), await buffered(await makePaymentStage(), 'REC-2')]

    await sendBack(client, (await makeSignedIn('aprobador')).session, 'rejections', orders)

    for (const order of orders) {
      const event = await oneRow<{ reason: string }>(
        `select reason from audit_events where object_type = 'payment_order' and object_id = :id and event = 'payment_order.reject'`,
        { id: order.id }
      )
      const mails = await rows<{ to: string; body: string }>(
        `select m."to", m.body from outgoing_mails m join users u on u.email = m."to" where u.id = :id and m.object_type = 'payment_order' and m.object_id = :orderId`,
        { id: order.createdBy, orderId: order.id }
      )
      assert.equal((await stored(order)).status, 'draft')
      assert.lengthOf(mails, 1)
      assert.match(mails[0]?.body ?? '', /vuelve a borrador[\s\S]*Motivo: Se paga en la remesa siguiente/)
      assert.equal(event.reason, 'Se paga en la remesa siguiente')
    }
  })

  test('people of another company take nothing out', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const order = await buffered(stage, 'QUI-4')
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })

    const response = await sendBack(client, session, 'removals', [order])

    assert.equal(response.status(), 404)
    assert.equal((await stored(order)).status, 'buffered')
  })

  test('a salary that is taken out leaves its run, which goes on without it', async ({ assert, client }) => {
    const stage = await makePayrollStage(2)
    const runId = await makeApprovedRun(stage)
    const [first] = await ordersOfRun(runId)
    if (!first) throw new Error('The run has no payments')
    const order = await PaymentOrder.findOrFail(first.id)

    await sendBack(client, (await makeSignedIn('superC0ntab1l1dad')).session, 'removals', [order])

    const left = await ordersOfRun(runId)
    assert.equal((await stored(order)).status, 'draft')
    assert.deepEqual([left.length, left.some(({ id }) => id === order.id)], [1, false])
  })
})
