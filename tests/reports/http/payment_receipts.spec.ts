import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { failOrder } from '#app/payments/orders/fail_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { openPdf } from '#app/reading/pages/pdf_document'
import { makeSite } from '#tests/factories/books'
import { makeApproved, makeApprovedPayment, makeExpenseStage } from '#tests/factories/expenses'
import { makePayrollOf } from '#tests/factories/make_payroll_of'
import {
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

async function makePaid(treasury: TestTreasury, number: string): Promise<number> {
  const order = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, number)).id)
  const settledOn = calendarDate('2026-04-09')
  await settleByHand({ orderId: order.id, settledOn, actor: treasury.person.actor, proof: 'Extracto' })
  return order.id
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const page = await (await openPdf(new Uint8Array(bytes))).getPage(1)
  return (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

test.group('Receipt of a payment', () => {
  test('says who paid whom, how much, when and for what, with only the end of the account', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const id = await makePaid(treasury, 'J-1')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] })

    const response = await client.get(`/historypay/${id}/receipt`).withSession(session)

    response.assertHeader('content-type', 'application/pdf')
    const text = await textOf(response.body() as Buffer)
    for (const part of ['Justificante de pago', '121,00', '09/04/2026', 'Suministros de prueba', 'J-1'])
      assert.include(text, part)
    assert.include(text, `Acabada en ${treasury.provider.iban.slice(-4)}`)
    assert.notInclude(text.replaceAll(' ', ''), treasury.provider.iban)
  })

  test('is mailed to the supplier with the PDF, or says that there is no address', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const id = await makePaid(treasury, 'J-2')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] })
    const mail = () =>
      client.post(`/historypay/${id}/receipt`).withSession(session).withCsrfToken().redirects(0)
    const mails = () =>
      rows<{ to: string; name: string; mime: string }>(
        `select m."to", f.name, f.mime from outgoing_mails m join outgoing_mail_files a on a.mail_id = m.id join files f on f.id = a.file_id
          where m.object_type = 'payment_order' and m.object_id = :id`,
        { id }
      )
    await execute(`update providers set email = null where id = :id`, { id: treasury.provider.id })

    await mail()
    const before = await mails()
    await execute(`update providers set email = 'pagos@proveedor.test' where id = :id`, {
      id: treasury.provider.id,
    })
    await mail()

    assert.isEmpty(before)
    const [sent] = await mails()
    assert.containsSubset(sent, { to: 'pagos@proveedor.test', mime: 'application/pdf' })
    const { event } = await oneRow<{ event: string }>(
      `select event from audit_events where object_type = 'payment_order' and object_id = :id order by id desc limit 1`,
      { id }
    )
    assert.equal(event, 'payment_order.receipt_mailed')
  })

  test('of an expense note is mailed to the employee, and its page leads to the note', async ({
    assert,
    client,
  }) => {
    const stage = await makeExpenseStage()
    const noteId = await makeApproved(stage)
    const { id: order } = await makeApprovedPayment(stage, noteId)
    const { batchIds } = await releaseOrders([order], stage.approvers[0].actor)
    await markBatchSent(batchIds[0] ?? 0, stage.person.actor, today())
    await settleByHand({ orderId: order, settledOn: today(), actor: stage.person.actor, proof: 'Extracto' })
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    await execute(`update employees set email = 'empleada@prueba.test' where id = :id`, {
      id: stage.employee.id,
    })

    const page = await client.get(`/historypay/${order}`).withSession(session).withInertia()
    await client.post(`/historypay/${order}/receipt`).withSession(session).withCsrfToken().redirects(0)

    const { payment } = page.inertiaProps as { payment: { document: { href: string } | null } }
    assert.equal(payment.document?.href, `/payexpenses/${noteId}`)
    const sent = await rows<{ to: string }>(
      `select "to" from outgoing_mails where object_type = 'payment_order' and object_id = :order`,
      { order }
    )
    assert.deepEqual(sent, [{ to: 'empleada@prueba.test' }])
  })

  test('is not there for what was not paid, nor for a payroll that one may not look into', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const { person } = treasury
    const failed = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'J-3')).id)
    await failOrder({ orderId: failed.id, code: 'AC04', comment: 'Cuenta cerrada', actor: person.actor })
    const payroll = await makePaid(treasury, 'J-4')
    await makePayrollOf(payroll)
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] })

    for (const id of [failed.id, payroll]) {
      const response = await client.get(`/historypay/${id}/receipt`).withSession(session).withInertia()
      assert.equal(response.status(), 403, String(id))
    }
  })

  test('a payment that failed is made again as a draft; one that was paid is not', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'J-5')
    const failed = await makeSentOrder(treasury, invoice.id)
    await failOrder({
      orderId: failed.id,
      code: 'AC04',
      comment: 'Cuenta cerrada',
      actor: treasury.person.actor,
    })
    const paid = await makePaid(treasury, 'J-6')
    const { session, person } = await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] })
    const repeat = (id: number) =>
      client.post(`/historypay/${id}/copies`).withSession(session).withCsrfToken().redirects(0)

    const response = await repeat(failed.id)
    await repeat(paid)

    const drafts = await rows<{ id: number; sourceId: number; amountMinor: number; createdBy: number }>(
      `select id, source_id, amount_minor, created_by from payment_orders where site_id = :siteId and status = 'draft'`,
      { siteId: treasury.siteId }
    )
    assert.deepEqual(
      drafts.map(({ id: _id, ...draft }) => draft),
      [{ sourceId: invoice.id, amountMinor: 12_100, createdBy: person.id }]
    )
    assert.equal(response.header('location'), `/payment-orders/${drafts[0]?.id}`)
  })

  test('the payment of an expense note that failed is made again, once', async ({ assert, client }) => {
    const stage = await makeExpenseStage()
    const { id } = await makeApprovedPayment(stage, await makeApproved(stage))
    const { batchIds } = await releaseOrders([id], stage.approvers[0].actor)
    await markBatchSent(batchIds[0] ?? 0, stage.person.actor, today())
    await failOrder({ orderId: id, code: 'AM04', comment: 'Sin saldo', actor: stage.person.actor })
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const repeat = () =>
      client.post(`/historypay/${id}/copies`).withSession(session).withCsrfToken().redirects(0)

    await repeat()
    await repeat()

    const drafts = await rows<{ kind: string; retryOfId: number }>(
      `select kind, retry_of_id from payment_orders where site_id = :siteId and status = 'draft'`,
      { siteId: stage.siteId }
    )
    assert.deepEqual(drafts, [{ kind: 'expense_note', retryOfId: id }])
  })
})

test.group('Companies out of scope in the reports', () => {
  test('nothing of them is listed, counted, exported, offered or opened', async ({ assert, client }) => {
    const [own, foreign] = [await makeTreasury(), await makeTreasury()]
    const [mine, theirs] = [await makePaid(own, 'PROPIA-1'), await makePaid(foreign, 'AJENA-1')]
    await makeBookedInvoice(foreign, 'AJENA-2')
    const { session } = await makeSignedIn('aprobador', { siteIds: [own.siteId] })
    const { code, account } = await oneRow<{ code: string; account: number }>(
      `select s.code, b.id as account from sites s join bank_accounts b on b.site_id = s.id where s.id = :id`,
      { id: foreign.siteId }
    )
    const get = (path: string) => client.get(path).withSession(session).withInertia()
    const year = 'from=2026-01&to=2026-12'

    for (const path of [
      `/historypay/${theirs}`,
      `/historypay/${theirs}/receipt`,
      `/sites/${foreign.siteId}/report`,
      `/sites/${foreign.siteId}/report?export=pdf`,
      `/sites/${foreign.siteId}/logo`,
      `/resumen?${year}&site_ids[]=${foreign.siteId}`,
      `/resumen?${year}&export=pdf&site_ids[]=${foreign.siteId}`,
      `/resumen/apuntes?measure=closing&${year}&site_ids[]=${foreign.siteId}`,
      `/resumen/vencimientos?export=csv&site_ids[]=${foreign.siteId}`,
      `/?site_ids[]=${foreign.siteId}`,
    ])
      assert.equal((await get(path)).status(), 404, path)
    for (const path of [`/historypay/${theirs}/receipt`, `/historypay/${theirs}/copies`])
      assert.equal(
        (await client.post(path).withSession(session).withInertia().withCsrfToken().redirects(0)).status(),
        404,
        path
      )
    for (const path of [
      '/',
      `/resumen?${year}`,
      `/resumen?${year}&mode=provider`,
      `/resumen/apuntes?measure=closing&${year}`,
      '/resumen/vencimientos',
      '/historypay',
      '/sites',
    ]) {
      const text = JSON.stringify((await get(path)).inertiaProps)
      for (const word of ['AJENA', `"${code}"`, `"value":"${account}","label":"${code} `])
        assert.notInclude(text, word, path)
    }
    for (const path of ['/historypay', '/resumen/vencimientos', `/resumen/apuntes?measure=settled&${year}`]) {
      const csv = await client.get(`${path}${path.includes('?') ? '&' : '?'}export=csv`).withSession(session)
      assert.notMatch(csv.text(), new RegExp(`AJENA|${code}`), path)
    }
    const { payments } = (await get(`/historypay?site_ids[]=${foreign.siteId}&site_ids[]=${own.siteId}`))
      .inertiaProps as { payments: { rows: { id: number }[]; total: number } }
    assert.deepEqual([payments.rows.map(({ id }) => id), payments.total], [[mine], 1])
  })

  test('accounting opens neither the report nor the mark of its own company: they belong to Empresas', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })

    for (const path of [`/sites/${siteId}/report`, `/sites/${siteId}/logo`])
      assert.equal((await client.get(path).withSession(session).withInertia()).status(), 403, path)
  })
})
