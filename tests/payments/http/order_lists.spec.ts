import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { makeLegalStage, makeOpenProcedure, makePayableCost } from '#tests/factories/legal'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  releaseOne,
} from '#tests/factories/payments'
import { makeApprovedRun, makePayrollStage, ordersOfRun } from '#tests/factories/payroll'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type Listed = { orders: { rows: { number: string }[]; choices: { states: { value: string }[] } } }

const listed = async (client: ApiClient, path: string, session: SessionData) => {
  const page = await client.get(path).withSession(session).withInertia()
  return (page.inertiaProps as Listed).orders.rows.map(({ number }) => number)
}

const fileOf = async (client: ApiClient, path: string, session: SessionData) => {
  const response = await client.get(path).withSession(session).redirects(0)
  return { status: response.status(), text: response.text() ?? '' }
}

test.group('Lists of payments: filters', () => {
  test('payments are found by the account charged, by who approved them and by their state', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const approved = await makeApprovedOrder(stage, 'FIL-1')
    const other = await makeApprovedOrder(await makePaymentStage(), 'FIL-2')
    const session = await signedIn(stage.creator)
    const find = (query: string) =>
      listed(client, `/paysuppliers?tab=buffer&site_ids[]=${stage.siteId}&${query}`, session)

    assert.deepEqual(await find(`account_id=${stage.accountId}`), [approved.number])
    assert.deepEqual(await find(`account_id=${other.debtorAccountId}`), [])
    assert.deepEqual(await find('status[]=approved'), [approved.number])
    assert.deepEqual(await find('status[]=buffered'), [])
    const deciders = await Promise.all(
      stage.approvers.map(({ id }) => find(`approver_id=${id}`).then((found) => found.length))
    )
    assert.equal(
      deciders.reduce((sum, found) => sum + found, 0),
      approved.requiredApprovals
    )
  })

  test('what is due is found by the words «vencidos», «hoy» and «7 días», whatever day it is', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const days = [-1, 0, 7, 8]
    const orders = []
    for (const [index, offset] of days.entries()) {
      const order = await makeDraftOrder(stage, `DUE-${index}`, 10_000 + index)
      await execute(`update payment_orders set execution_date = :day where id = :id`, {
        id: order.id,
        day: addDays(today(), offset),
      })
      orders.push(order.number)
    }
    const [past, now, week, later] = orders
    const session = await signedIn(stage.creator)
    const find = async (due: string) =>
      (
        await listed(client, `/paysuppliers?tab=draft&site_ids[]=${stage.siteId}&due=${due}`, session)
      ).toSorted()

    assert.deepEqual(await find('overdue'), [past])
    assert.deepEqual(await find('today'), [now])
    assert.deepEqual(await find('week'), [now, week])
    assert.deepEqual(await find('nonsense'), [past, now, week, later])
  })
})

test.group('Lists of payments: files', () => {
  test('the file of a list has the payments of its filters, with their amounts in euros', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeDraftOrder(stage, 'FIC-1', 123_456)
    const other = await makeDraftOrder(await makePaymentStage(), 'FIC-2')
    const session = await signedIn(stage.creator)

    const { text } = await fileOf(
      client,
      `/paysuppliers?tab=draft&site_ids[]=${stage.siteId}&export=csv`,
      session
    )

    assert.match(text, new RegExp(`${order.number};.*;1234,56;EUR;`))
    assert.notInclude(text, other.number)
  })

  test('the payee of a confidential procedure is hidden in the file as it is in the list', async ({
    assert,
    client,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage, { confidential: true })
    const costId = await makePayableCost(stage, procedureId)
    const order = await orderLegalCost(costId, {}, stage.creator.actor)
    const path = `/paylegalprocedures?tab=draft&site_ids[]=${stage.siteId}&export=csv`

    const senior = await fileOf(client, path, (await makeSignedIn('superC0ntab1l1dad')).session)
    const lead = await fileOf(client, path, (await makeSignedIn('aprobador')).session)
    const staff = await fileOf(client, path, (await makeSignedIn('c0ntab1l1dad')).session)

    assert.include(senior.text, order.number)
    for (const secret of [order.creditorName, order.remittance, (order.creditorIban ?? '').slice(-4)])
      assert.notInclude(senior.text.replaceAll(order.number, ''), secret)
    assert.include(lead.text, order.creditorName)
    assert.equal(staff.status, 403)
  })

  test('salaries are in no file of accounting staff, and their batch comes to what is not a salary', async ({
    assert,
    client,
  }) => {
    const stage = await makePayrollStage(1)
    const runId = await makeApprovedRun(stage)
    const [salary] = await ordersOfRun(runId)
    const { batchId } = await releaseOne(
      { approvers: stage.approvers } as unknown as Parameters<typeof releaseOne>[0],
      salary?.id ?? 0
    )
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const senior = (await makeSignedIn('superC0ntab1l1dad')).session
    const batches = `/payment-batches?site_ids[]=${stage.siteId}&export=csv`

    const refused = await fileOf(client, '/paypayrolls?tab=sent&export=csv', session)
    const suppliers = await fileOf(
      client,
      `/paysuppliers?tab=sent&site_ids[]=${stage.siteId}&export=csv`,
      session
    )
    const own = await fileOf(client, batches, session)
    const whole = await fileOf(client, batches, senior)
    const salaries = await fileOf(
      client,
      `/paypayrolls?tab=sent&site_ids[]=${stage.siteId}&export=csv`,
      senior
    )

    assert.equal(refused.status, 403)
    assert.notInclude(suppliers.text, 'OP-')
    assert.isAbove(batchId, 0)
    assert.notInclude(own.text, 'RM-')
    assert.include(whole.text, 'RM-')
    assert.include(salaries.text, 'OP-')
  })
})

test.group('Proofs of several payments', () => {
  test('they come in one archive, for senior accounting and above', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const orders = [await makeApprovedOrder(stage, 'ZIP-1', 11_000), await makeApprovedOrder(stage, 'ZIP-2')]
    const path = `/payment-orders/proofs?${orders.map(({ id }) => `ids[]=${id}`).join('&')}`

    const asked = client.get(path).withSession(await signedIn(approverOf(stage)))
    asked.request.responseType('blob')
    const response = await asked
    const staff = await client
      .get(path)
      .withSession(await signedIn(stage.creator))
      .redirects(0)

    response.assertHeader('content-type', 'application/zip')
    const archive = (response.body() as Buffer).toString('latin1')
    assert.isTrue(archive.startsWith('PK'))
    for (const { number } of orders) assert.include(archive, `${number}.pdf`)
    assert.equal(staff.status(), 403)
  })

  test('none of a payment whose payee is hidden, nor of another company', async ({ assert, client }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage, { confidential: true })
    const order = await orderLegalCost(await makePayableCost(stage, procedureId), {}, stage.creator.actor)
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const stranger = (await makeSignedIn('aprobador', { siteIds: [(await makePaymentStage()).siteId] }))
      .session
    const path = `/payment-orders/proofs?ids[]=${order.id}`

    const hidden = await client.get(path).withSession(session).redirects(0)
    const elsewhere = await client.get(path).withSession(stranger).redirects(0)

    assert.equal(hidden.status(), 302)
    assert.match(JSON.stringify(hidden.flashMessages()), /procedimiento reservado/)
    assert.equal(elsewhere.status(), 404)
  })
})
