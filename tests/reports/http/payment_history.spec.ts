import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import writeXlsxFile from 'write-excel-file/node'
import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { settleByHand } from '#app/payments/orders/settle_order'
import { makeSite } from '#tests/factories/books'
import { makePayrollOf } from '#tests/factories/make_payroll_of'
import {
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

type Money = { minor: number; currency: string }
type History = {
  payments: {
    rows: {
      id: number
      payee: string
      concept: string
      document: unknown
      amount: Money | null
      status: { label: string }
    }[]
    total: number
    totals: { amount: Money[] }
  }
}

async function makePaid(treasury: TestTreasury, number: string, cents = 12_100): Promise<number> {
  const invoice = await makeBookedInvoice(treasury, number, cents)
  const order = await makeSentOrder(treasury, invoice.id, cents)
  await settleByHand({
    orderId: order.id,
    settledOn: calendarDate('2026-04-09'),
    actor: treasury.person.actor,
    proof: 'Extracto',
  })
  return order.id
}

type Session = Awaited<ReturnType<typeof makeSignedIn>>['session']

const history = async (client: ApiClient, session: Session, query = '') =>
  (await client.get(`/historypay${query}`).withSession(session).withInertia()).inertiaProps as History

test.group('Payment history', () => {
  test('lists what ended, adds it up by currency and leaves out what is on its way', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const [first, second] = [await makePaid(treasury, 'H-1'), await makePaid(treasury, 'H-2', 24_200)]
    await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'H-3')).id)
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] })

    const { payments } = await history(client, session)

    assert.deepEqual(payments.rows.map(({ id }) => id).toSorted(), [first, second].toSorted())
    assert.deepEqual(payments.totals.amount, [{ minor: 36_300, currency: 'EUR' }])
  })

  test('who was paid narrows it, and each leads to what was paid', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'H-DOC')
    const order = await makeSentOrder(treasury, invoice.id)
    await settleByHand({
      orderId: order.id,
      settledOn: calendarDate('2026-04-09'),
      actor: treasury.person.actor,
      proof: 'Extracto',
    })
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] })

    const providers = await history(client, session, '?payee_type[]=provider')
    const bodies = await history(client, session, '?payee_type[]=public_body')

    assert.deepEqual(
      providers.payments.rows.map(({ id, document }) => [id, document]),
      [[order.id, { label: 'Factura H-DOC', href: `/invoices/${invoice.id}` }]]
    )
    assert.isEmpty(bodies.payments.rows)
    await makePayrollOf(order.id)
    const hidden = await history(client, session)
    assert.deepEqual(
      hidden.payments.rows.map(({ document }) => document),
      [null]
    )
  })

  test('an amount, a day, a state and words narrow it', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    const [small, large] = [await makePaid(treasury, 'H-4', 1_000), await makePaid(treasury, 'H-5', 99_900)]
    const { session } = await makeSignedIn('s1st3ma')
    const site = `site_ids[]=${treasury.siteId}`
    const idsOf = async (query: string) =>
      (await history(client, session, `?${site}&${query}`)).payments.rows.map(({ id }) => id)

    assert.deepEqual(await idsOf('amount_min=500%2C00'), [large])
    assert.deepEqual(await idsOf('amount_max=500%2C00'), [small])
    assert.deepEqual(await idsOf('paid_from=2026-04-10'), [])
    assert.lengthOf(await idsOf('status[]=paid&paid_to=2026-04-09'), 2)
    assert.lengthOf(await idsOf('q=suministros'), 2)
    assert.deepEqual(await idsOf('q=inexistente'), [])
    assert.lengthOf(await idsOf(`iban=${treasury.provider.iban}`), 2)
  })

  test('of a payroll, accounting learns neither payee nor amount, by no filter, order or total', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const id = await makePaid(treasury, 'H-6')
    await makePayrollOf(id)
    const scope = { siteIds: [treasury.siteId] }
    const [accounting, senior] = [
      (await makeSignedIn('c0ntab1l1dad', scope)).session,
      (await makeSignedIn('superC0ntab1l1dad', scope)).session,
    ]

    const { payments } = await history(client, accounting)
    const found = await history(client, accounting, '?q=suministros')
    const byAmount = await history(client, accounting, '?amount_min=1')
    const csv = await client.get('/historypay?export=csv').withSession(accounting)
    const page = await client.get(`/historypay/${id}`).withSession(accounting).withInertia()

    assert.containsSubset(payments.rows[0], { payee: 'Nómina - detalle restringido', amount: null })
    assert.deepEqual(payments.totals.amount, [{ minor: 0, currency: 'EUR' }])
    assert.deepEqual([found.payments.total, byAmount.payments.total], [0, 0])
    assert.notMatch(csv.text(), /121,00|Suministros/)
    assert.match((await client.get('/historypay?export=csv').withSession(senior)).text(), /;121,00;EUR;/)
    assert.notMatch(JSON.stringify(page.inertiaProps), /12100|Suministros/)
    assert.deepEqual((await history(client, senior)).payments.totals.amount, [
      { minor: 12_100, currency: 'EUR' },
    ])
  })

  test('a payment of another company is not there', async ({ client }) => {
    const treasury = await makeTreasury()
    const id = await makePaid(treasury, 'H-7')
    const { session } = await makeSignedIn('aprobador', { siteIds: [(await makeSite()).siteId] })

    const response = await client.get(`/historypay/${id}`).withSession(session).withInertia()

    response.assertStatus(404)
  })

  test('the page of a payment tells what happened to it', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    const id = await makePaid(treasury, 'H-8')
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })

    const page = await client.get(`/historypay/${id}`).withSession(session).withInertia()

    const { events, payment } = page.inertiaProps as {
      events: { event: string }[]
      payment: { document: { label: string } }
    }
    assert.include(
      events.map(({ event }) => event),
      'payment_order.pay'
    )
    assert.equal(payment.document.label, 'Factura H-8')
  })
})

async function workbook(rows: string[][]): Promise<Buffer> {
  const file = writeXlsxFile(
    [['Fecha', 'Empresa', 'Beneficiario', 'Importe', 'Referencia'], ...rows].map((row) =>
      row.map((value) => ({ value }))
    )
  )
  return (await file.toBuffer()) as Buffer
}

async function upload(client: ApiClient, session: Session, bytes: Buffer): Promise<string> {
  const response = await client
    .post('/historypay/imports')
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .file('file', bytes, { filename: 'historico.xlsx' })
  return new URL(response.header('location') ?? '', 'http://localhost').searchParams.get('import') ?? ''
}

test.group('Import of payments of before', () => {
  test('shows what it would bring, brings it once and takes it back', async ({ assert, client }) => {
    const { siteId, code } = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')
    const reference = `TR-${siteId}`
    const bytes = await workbook([
      ['15/03/2024', code, 'Lavandería Costa', '1.240,50', reference],
      ['15/03/2024', code, 'Lavandería Costa', '1.240,50', reference],
      ['99/03/2024', code, 'Lavandería Costa', '10,00', ''],
    ])
    const importId = await upload(client, session, bytes)
    const store = (id: string, body: object = {}) =>
      client.post(`/historypay/imports/${id}`).withSession(session).withCsrfToken().redirects(0).json(body)
    const site = `?site_ids[]=${siteId}`

    const preview = await client
      .get(`/historypay/imports/create?import=${importId}`)
      .withSession(session)
      .withInertia()
    const refused = await store(importId)
    const before = await history(client, session, site)
    const done = await store(importId, { leave_out_wrong: true })
    const after = await history(client, session, site)
    const again = await store(await upload(client, session, bytes), { leave_out_wrong: true })
    const { batch } = await oneRow<{ batch: string }>(
      `select import_batch::text as batch from legacy_payments where site_id = :siteId limit 1`,
      { siteId }
    )
    const shown = await client
      .get(`/historypay/${after.payments.rows[0]?.id}`)
      .withSession(session)
      .withInertia()
    await client.delete(`/historypay/imports/${batch}`).withSession(session).withCsrfToken().redirects(0)
    const undone = await history(client, session, site)

    assert.containsSubset((preview.inertiaProps as { preview: object }).preview, {
      newCount: 1,
      repeatedCount: 1,
      errorCount: 1,
      rows: [{ rowNo: 4, error: 'La fecha «99/03/2024» no es válida.' }],
    })
    assert.equal(before.payments.total, 0)
    assert.include(JSON.stringify(refused.flashMessages()), 'fila 4')
    assert.equal(
      done.flashMessages().success,
      '1 pago importado. Ya importado: 1 fila omitida. Con error: 1 fila omitida.'
    )
    assert.containsSubset(after.payments.rows[0], {
      payee: 'Lavandería Costa',
      amount: { minor: 124_050, currency: 'EUR' },
      status: { label: 'Importado' },
    })
    shown.assertStatus(200)
    assert.include(JSON.stringify(again.flashMessages()), 'No hay pagos nuevos que importar.')
    assert.equal(undone.payments.total, 0)
  })

  test('senior accounting imports only for its companies', async ({ assert, client }) => {
    const [own, foreign] = [await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })
    const importId = await upload(
      client,
      session,
      await workbook([['15/03/2024', foreign.code, 'Alguien', '10,00', '']])
    )

    const preview = await client
      .get(`/historypay/imports/create?import=${importId}`)
      .withSession(session)
      .withInertia()

    assert.containsSubset((preview.inertiaProps as { preview: object }).preview, {
      newCount: 0,
      rows: [{ error: 'Empresa desconocida.' }],
    })
  })

  test('the file of somebody else is not there', async ({ client }) => {
    const { code } = await makeSite()
    const first = (await makeSignedIn('s1st3ma')).session
    const second = (await makeSignedIn('s1st3ma')).session
    const importId = await upload(
      client,
      first,
      await workbook([['15/03/2024', code, 'Alguien', '10,00', '']])
    )

    const response = await client
      .get(`/historypay/imports/create?import=${importId}`)
      .withSession(second)
      .withInertia()

    response.assertStatus(404)
  })
})
