import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, row } from '#app/kernel/database/sql'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import { reportXlsx } from '#app/kernel/documents/report_xlsx'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { monthWithin, reportPeriod, yearBefore } from '#app/kernel/time/report_period'
import { settleOrder } from '#app/payments/orders/settle_order'
import { openPdf } from '#app/reading/pages/pdf_document'
import { paymentPeriod } from '#app/reports/site_report/payment_period'
import type { BlockCell } from '#app/reports/site_report/report_block'
import { reportTables } from '#app/reports/site_report/report_tables'
import type { SiteReport } from '#app/reports/site_report/site_report'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import {
  approveByHand,
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes } from '#tests/factories/statements'

const PERIOD = 'from=2026-01-01&to=2026-06-30'

/** A company with invoices of this year and the last, of two suppliers and categories, and a statement. */
async function makeBusyCompany(): Promise<TestTreasury> {
  const treasury = await makeTreasury()
  const { siteId, person, accountId } = treasury
  const other = await makeProvider(person)
  const first = await makeBookedInvoice(treasury, `A-${Date.now()}`, 12_100)
  await makeBookedInvoice(treasury, `B-${Date.now()}`, 24_200)
  for (const [issuedOn, totalMinor] of [
    ['2026-02-01', 60_500],
    ['2025-03-15', 36_300],
    ['2025-12-31', 99_999],
  ] as const) {
    await approveByHand(
      await makeInvoice({ siteId, providerId: other.id, creator: person, issuedOn, totalMinor })
    )
  }
  const waiting = await makeInvoice({ siteId, providerId: other.id, creator: person, totalMinor: 7_700 })
  await execute(`update invoices set status = 'pending_approval' where id = :waiting`, { waiting })
  const category = await row<{ id: number }>(
    `select id from categories where name <> 'Electricidad' order by id limit 1`
  )
  await execute(`update invoices set category_id = :category where id = :id`, {
    category: category?.id ?? null,
    id: first.id,
  })
  await importBytes(
    accountId,
    csvStatement([
      { on: '2026-02-03', cents: -12_100, text: 'RECIBO LUZ', balance: 987_900 },
      { on: '2026-02-20', cents: 50_000, text: 'ABONO TPV', balance: 1_037_900 },
      { on: '2026-03-02', cents: 20_000, text: 'ABONO TPV MARZO', balance: 1_057_900 },
    ])
  )
  return treasury
}

type Listed = {
  total: number
  totals?: Record<string, { minor: number }[]>
  rows: { amount?: { minor: number } }[]
}

/** What a drill-down shows: how many rows, the sum of a column. */
async function drill(client: ApiClient, session: SessionData, href: string, prop: string): Promise<Listed> {
  const response = await client
    .get(`${href}${href.includes('?') ? '&' : '?'}per_page=100`)
    .withSession(session)
    .withInertia()
  response.assertStatus(200)
  return (response.inertiaProps as Record<string, Listed>)[prop] as Listed
}

const sumOf = (list: Listed, name: string) => list.totals?.[name]?.[0]?.minor ?? 0
const rowsSum = (list: Listed) => list.rows.reduce((sum, { amount }) => sum + (amount?.minor ?? 0), 0)

const rowsOf = ({ blocks }: SiteReport, key: string) => blocks.find((block) => block.key === key)?.rows ?? []
const figuresOf = (cells: BlockCell[]) =>
  cells.flatMap((cell) => (cell === null || typeof cell === 'string' ? [] : [cell]))

async function readReport(client: ApiClient, session: SessionData, siteId: number): Promise<SiteReport> {
  const response = await client
    .get(`/sites/${siteId}/report?${PERIOD}&fresh=1`)
    .withSession(session)
    .withInertia()
  return (response.inertiaProps as { report: SiteReport }).report
}

test.group('The report of a company', () => {
  test('each figure is the sum of what its link lists', async ({ assert, client }) => {
    const { siteId } = await makeBusyCompany()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const report = await readReport(client, session, siteId)

    const invoices = await drill(client, session, report.invoices.href, 'invoices')
    assert.deepEqual(
      [report.invoices.count, report.invoices.amount.minor],
      [invoices.total, sumOf(invoices, 'total')]
    )
    assert.deepEqual([report.invoices.count, report.invoices.amount.minor], [3, 12_100 + 24_200 + 60_500])
    assert.lengthOf(report.providers, 2)
    for (const provider of report.providers) {
      const list = await drill(client, session, provider.href, 'invoices')
      assert.deepEqual([provider.count, provider.amount.minor], [list.total, sumOf(list, 'total')])
    }
    assert.isAbove(report.categories.length, 1)
    for (const { amount, href, before, beforeHref } of report.categories) {
      assert.equal(amount.minor, sumOf(await drill(client, session, href, 'invoices'), 'base'))
      assert.equal(before?.minor, sumOf(await drill(client, session, beforeHref ?? '', 'invoices'), 'base'))
    }
    for (const { id, count, amount, href } of report.waiting) {
      const list = await drill(client, session, href, id === 'orders' ? 'orders' : 'invoices')
      assert.equal(count, list.total, id)
      if (amount) assert.equal(amount.minor, sumOf(list, id === 'orders' ? 'amount' : 'total'), id)
    }
    const accounts = await drill(client, session, report.balancesHref, 'accounts')
    assert.equal(
      report.balances.reduce((sum, { balance }) => sum + balance.minor, 0),
      sumOf(accounts, 'balance')
    )
  })

  test('received and paid of each month, and what is reconciled, are the movements of the account', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeBusyCompany()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const report = await readReport(client, session, siteId)
    const { flows } = report

    assert.deepEqual(
      flows.map(({ month, received, paid }) => [month, received.minor, paid.minor]),
      [
        ['2026-02', 50_000, -12_100],
        ['2026-03', 20_000, 0],
      ]
    )
    for (const { received, receivedHref, paid, paidHref } of flows) {
      assert.equal(received.minor, rowsSum(await drill(client, session, receivedHref, 'movements')))
      assert.equal(paid.minor, rowsSum(await drill(client, session, paidHref, 'movements')))
    }
    const reconciled = rowsOf(report, 'reconciliations')
    assert.isNotEmpty(reconciled)
    for (const { cells } of reconciled)
      for (const { value, href } of figuresOf(cells))
        assert.equal(value, (await drill(client, session, href, 'movements')).total, href)
  })

  test('the average payment period weighs paid and pending amounts by their days', async ({ assert }) => {
    const treasury = await makeTreasury()
    const { siteId, accountId } = treasury
    const paid = await makeBookedInvoice(treasury, `P-${Date.now()}`, 10_000)
    const pending = await makeBookedInvoice(treasury, `Q-${Date.now()}`, 30_000)
    for (const [id, day] of [
      [paid.id, '2026-03-11'],
      [pending.id, '2026-03-21'],
    ] as const)
      await execute(`update invoices set received_at = (:day || ' 12:00+01')::timestamptz where id = :id`, {
        id,
        day,
      })
    const order = await makeSentOrder(treasury, paid.id, 10_000)
    const settledOn = calendarDate('2026-04-10')
    await inTransaction((trx) =>
      settleOrder({ orderId: order.id, settledOn, bankAccountId: accountId, actor: SYSTEM }, trx)
    )

    const period = await paymentPeriod(siteId, {
      from: calendarDate('2026-04-01'),
      to: settledOn,
    })

    // Paid: 100,00 € after 30 days; pending: 300,00 € for 20 days; (30 × 100 + 20 × 300) / 400 = 22,5.
    assert.include(period, {
      paidMinor: 10_000,
      paidRatio: '30.00',
      pendingMinor: 30_000,
      pendingRatio: '20.00',
      pmp: '22.50',
    })
  })

  test('it is printed on A4 with page x of y, and exported as a workbook', async ({ assert, client }) => {
    const { siteId } = await makeBusyCompany()
    const { session } = await makeSignedIn('s1st3ma')
    const answered = async (format: string) =>
      (await client.get(`/sites/${siteId}/report?${PERIOD}&export=${format}`).withSession(session)).headers()
    const tables = reportTables(await readReport(client, session, siteId))
    const head = { title: 'Informe de Empresa', subtitle: 'NIF', printed: 'Ana Pérez · 01/07/2026 10:00' }

    const pdf = await reportPdf(tables, head)
    const xlsx = await reportXlsx(tables)

    assert.equal((await answered('pdf'))['content-type'], 'application/pdf')
    assert.match(String((await answered('xlsx'))['content-disposition']), /informe-.*\.xlsx/)
    const document = await openPdf(new Uint8Array(pdf))
    const page = await document.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    assert.deepEqual([Math.round(width), Math.round(height)], [595, 842])
    const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ')
    for (const part of [
      'Informe de Empresa',
      'Ana Pérez',
      'Saldos a hoy',
      'Cobros y pagos por mes',
      `Página 1 de ${document.numPages}`,
      '968,00',
    ])
      assert.include(text, part)
    assert.equal(xlsx.subarray(0, 2).toString(), 'PK')
  })

  test('a period that makes no sense is this year', async ({ assert }) => {
    const day = calendarDate('2026-05-10')
    const year = { from: '2026-01-01', to: '2026-05-10' }

    assert.deepEqual(reportPeriod('2026-04-01', '2026-03-01', day), year as never)
    assert.deepEqual(reportPeriod('abril', undefined, day), year as never)
    const april = { from: calendarDate('2026-04-10'), to: calendarDate('2026-04-20') }
    assert.deepEqual(reportPeriod(april.from, april.to, day), april)
    assert.deepEqual(yearBefore(april), { from: calendarDate('2025-04-10'), to: calendarDate('2025-04-20') })
    assert.deepEqual(monthWithin('2026-04', april), april)
  })
})
