import db from '@adonisjs/lucid/services/db'
import type { SessionData } from '@adonisjs/session/types'
import { read } from '@e965/xlsx'
import { test } from '@japa/runner'
import { ROLES } from '#app/identity/roles'
import { insertInvoice } from '#app/invoices/intake/insert_invoice'
import { inTransaction } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { openPdf } from '#app/reading/pages/pdf_document'
import { letterOf } from '#app/reports/summary_workbook'
import { makeSite } from '#tests/factories/books'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

type Span = { label: string; from: string | null; to: string | null; minor: number }
type Received = { label: string; from: string; to: string; count: number }
type Open = { invoices: { totals: { pending: { minor: number }[] } } }

const partial = (prop: string, component = 'reports/dashboard/index') => ({
  'x-inertia-partial-component': component,
  'x-inertia-partial-data': prop,
})

test.group('Summary over HTTP', () => {
  test('everybody but user administration reads it', async ({ assert, client }) => {
    const statuses: number[] = []
    for (const role of ROLES)
      statuses.push(
        (
          await client
            .get('/resumen')
            .withSession((await makeSignedIn(role)).session)
            .withInertia()
        ).status()
      )

    assert.deepEqual(statuses, [200, 200, 200, 200, 403])
  })

  test('a foreign company is not there; a malformed period is the year so far', async ({
    assert,
    client,
  }) => {
    const [own, foreign] = [await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [own.siteId] })

    for (const path of ['/resumen', '/resumen/apuntes', '/resumen/vencimientos', '/']) {
      const response = await client
        .get(`${path}?site_ids[]=${foreign.siteId}`)
        .withSession(session)
        .withInertia()
      assert.equal(response.status(), 404, path)
    }
    const odd = await client.get('/resumen?from=2026-99&to=nunca&mode=x').withSession(session).withInertia()
    assert.containsSubset(odd.inertiaProps, {
      from: `${today().slice(0, 4)}-01`,
      to: today().slice(0, 7),
      mode: 'site',
    })
  })

  test('it is handed out as a workbook', async ({ client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const response = await client.get('/resumen?export=xlsx').withSession(session)

    response.assertStatus(200)
    response.assertHeader('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  })

  test('the workbook has what the page compares with, and what changed as formulas', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const year = Number(today().slice(0, 4))
    await makeBookedInvoice(treasury, 'R-2', 24_200)
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })
    const sheetOf = async (query: string) => {
      const asked = client.get(`/resumen?${query}&export=xlsx`).withSession(session)
      asked.request.responseType('blob')
      const { Sheets } = read((await asked).body() as Buffer, { cellFormula: true, sheetStubs: true })
      return Object.values(Sheets)[0] ?? {}
    }
    const textsOf = (sheet: Record<string, { v?: unknown }>) =>
      Object.entries(sheet).flatMap(([at, cell]) => (/^[A-Z]+3$/.test(at) ? [String(cell.v)] : []))

    const compared = await sheetOf(`from=${year}-01&to=${year}-12&compare=year`)
    const alone = await sheetOf(`from=${year}-01&to=${year}-12`)

    const head = textsOf(compared)
    const at = head.indexOf('Facturado: antes')
    assert.equal(head[at - 1], 'Facturado')
    assert.deepEqual(head.slice(at, at + 3), [
      'Facturado: antes',
      'Facturado: variación',
      'Facturado: variación %',
    ])
    assert.notInclude(head.join(), 'Pendiente hoy: antes')
    assert.isFalse(textsOf(alone).some((text) => text.includes('antes')))
    const [now, before, change] = [at - 1, at, at + 1].map((index) => `${letterOf(index)}4`)
    assert.equal(compared[change ?? '']?.f, `${now}-${before}`)
    assert.isTrue(Object.keys(compared).some((cell) => /^A[A-Z]\d/.test(cell)))
    assert.deepEqual([letterOf(25), letterOf(26), letterOf(51), letterOf(52)], ['Z', 'AA', 'AZ', 'BA'])
  })

  test('it is printed on A4 across, with what it says and who printed it', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    await makeBookedInvoice(treasury, 'R-1', 24_200)
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })

    const response = await client
      .get('/resumen?from=2026-01&to=2026-12&compare=year&export=pdf')
      .withSession(session)

    response.assertHeader('content-type', 'application/pdf')
    const document = await openPdf(new Uint8Array(response.body() as Buffer))
    const page = await document.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    assert.deepEqual([Math.round(width), Math.round(height)], [842, 595])
    const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ')
    for (const part of ['Resumen', 'Saldo final', '242,00', 'antes', 'Total', 'Página 1 de 1'])
      assert.include(text, part)
  })
})

test.group('Blocks of the start page', () => {
  test('ageing and forecast are the sums of the lists behind them', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    for (const [index, days] of [-120, -75, -45, -3, 0, 12, 40].entries()) {
      const { id } = await makeBookedInvoice(treasury, `B-${index}`, 1_000 * (index + 1))
      await changeInvoiceAsOwner(id, { dueOn: addDays(today(), days) })
    }
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [treasury.siteId] })
    const block = async (prop: string) =>
      (await client.get('/').withSession(session).withInertia().headers(partial(prop))).inertiaProps[
        prop
      ] as Span[]
    const listed = async ({ from, to }: Span) => {
      const query = new URLSearchParams({
        currency: 'EUR',
        ...(from ? { due_from: from } : {}),
        ...(to ? { due_to: to } : {}),
      })
      const page = await client.get(`/resumen/vencimientos?${query}`).withSession(session).withInertia()
      return (page.inertiaProps as Open).invoices.totals.pending[0]?.minor ?? 0
    }

    const [ageing, forecast] = [await block('ageing'), await block('forecast')]

    assert.deepEqual(
      ageing.map(({ minor }) => minor),
      [18_000, 4_000, 3_000, 2_000, 1_000]
    )
    assert.lengthOf(forecast, 13)
    assert.equal(
      forecast.reduce((sum, { minor }) => sum + minor, 0),
      28_000
    )
    for (const span of [...ageing, ...forecast]) assert.equal(await listed(span), span.minor, span.label)
  })

  test('the balance of each day is what the lines until it add up to', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })
    const response = await client.get('/').withSession(session).withInertia().headers(partial('treasury'))
    const { days, companies } = response.inertiaProps.treasury as {
      days: { on: string; balance: number }[]
      companies: { balance: number }[]
    }

    const on = days[7]?.on ?? ''
    const lines = await client
      .get(`/resumen/apuntes?measure=closing&from=${on.slice(0, 7)}&to=${on.slice(0, 7)}&posted_to=${on}`)
      .withSession(session)
      .withInertia()

    assert.lengthOf(days, 30)
    assert.equal(days.at(-1)?.balance, 1_000_000)
    assert.equal(companies[0]?.balance, 1_000_000)
    assert.equal(
      (lines.inertiaProps.lines as { totals: { amount: { minor: number }[] } }).totals.amount[0]?.minor,
      days[7]?.balance
    )
  })

  test('each role gets its own blocks', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const orders: Record<string, string[]> = {}
    for (const role of ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad'] as const) {
      const { session } = await makeSignedIn(role, { siteIds: [siteId] })
      const page = await client.get('/').withSession(session).withInertia()
      orders[role] = (page.inertiaProps.layout as { order: string[] }).order
    }

    assert.include(orders.s1st3ma ?? [], 'reconciliation')
    assert.notInclude(orders.aprobador ?? [], 'reconciliation')
    assert.notInclude(orders.c0ntab1l1dad ?? [], 'forecast')
    assert.include(orders.superC0ntab1l1dad ?? [], 'forecast')
  })

  test('invoices are counted by the day they came in, as the list behind the figure counts them', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    // Issued months ago, and brought in today.
    await makeBookedInvoice(treasury, 'B-RECIBIDA')
    const siteIds = [treasury.siteId]
    const receivedBy = async (session: SessionData) => {
      const response = await client.get('/').withSession(session).withInertia().headers(partial('invoices'))
      const { received } = response.inertiaProps.invoices as { received: Received[] }
      for (const { from, to, count } of received) {
        const list = await client
          .get(`/invoices?received_from=${from}&received_to=${to}`)
          .withSession(session)
          .withInertia()
        assert.equal((list.inertiaProps as { invoices: { total: number } }).invoices.total, count)
      }
      return received.map(({ label, count }) => [label, count])
    }
    const own = await makeSignedIn('superC0ntab1l1dad', { siteIds, sharedInbox: false })
    const withInbox = await makeSignedIn('superC0ntab1l1dad', { siteIds })

    assert.deepEqual(await receivedBy(own.session), [
      ['Recibidas este mes', 1],
      ['Recibidas el mes anterior', 0],
    ])
    await inTransaction((trx) =>
      insertInvoice(
        { siteId: null, source: 'upload', priority: 'normal', name: 'sin-empresa.pdf' },
        own.person.actor,
        trx
      )
    )
    assert.isAbove(Number((await receivedBy(withInbox.session))[0]?.[1]), 1)
  })

  test('accounting is told how many invoices have alarms, and no more', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId], sharedInbox: false })

    const response = await client.get('/').withSession(session).withInertia().headers(partial('alarms'))

    assert.deepEqual(response.inertiaProps.alarms, { count: 0, severities: [], blocking: [] })
  })

  test('order, what is hidden and the companies are kept for each person', async ({ assert, client }) => {
    const [first, second, foreign] = [await makeSite(), await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('aprobador', { siteIds: [first.siteId, second.siteId] })
    const put = (body: object) =>
      client.put('/dashboard/layout').withSession(session).withCsrfToken().redirects(0).json(body)

    await put({ order: ['alarms', 'waiting'], hidden: ['accounts'] })
    await put({ site_ids: [second.siteId] })
    const refused = await put({ site_ids: [foreign.siteId] })
    const { inertiaProps } = await client.get('/').withSession(session).withInertia()

    const layout = inertiaProps.layout as { order: string[]; hidden: string[] }
    assert.deepEqual([layout.order.slice(0, 2), layout.hidden], [['alarms', 'waiting'], ['accounts']])
    assert.deepEqual(inertiaProps.siteIds, [second.siteId])
    assert.equal(refused.status(), 404)
  })

  test('a block that fails leaves the others standing and says so', async ({ assert, client, cleanup }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const owner = db.connection('owner')
    await owner.rawQuery('alter table invoice_alarms rename to invoice_alarms_away')
    cleanup(() => owner.rawQuery('alter table invoice_alarms_away rename to invoice_alarms'))

    const response = await client
      .get('/')
      .withSession(session)
      .withInertia()
      .headers(partial('invoices,alarms'))

    response.assertStatus(200)
    assert.isDefined(response.inertiaProps.invoices)
    assert.notProperty(response.inertiaProps, 'alarms')
    assert.deepEqual((response.body() as { rescuedProps: string[] }).rescuedProps, ['alarms'])
  })
})
