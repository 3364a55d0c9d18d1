import { test } from '@japa/runner'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { settleByHand } from '#app/payments/orders/settle_order'
import { refreshMonthTotals } from '#app/reports/jobs/refresh_month_totals_job'
import { startClean } from '#tests/browser/clean_start'
import { figureLinks, openEntries, readPage } from '#tests/browser/figure_links'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAccount, makeOutsideAccount, makeSite } from '#tests/factories/books'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import { makeInvoice } from '#tests/factories/documents'
import { bookedDebt, publishRate } from '#tests/factories/other_currencies'
import { makeUser } from '#tests/factories/people'
import {
  approveByHand,
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { csvStatement, importBytes } from '#tests/factories/statements'

/**
 * A company with invoices of two years in several states, one in dollars, a credit note, payments in part and in whole, sales, a
 * transfer, payroll, taxes, a loan, an operation of the group, a closed year, and movements of the bank.
 */
async function makeEventfulCompany(name: string): Promise<TestTreasury> {
  const treasury = await makeTreasury()
  const { siteId, accountId, provider, person } = treasury
  const book = (number: string, cents: number) => makeBookedInvoice(treasury, `${name}-${number}`, cents)
  const due = async (number: string, cents: number, days: number) => {
    const { id } = await book(number, cents)
    await changeInvoiceAsOwner(id, { dueOn: addDays(today(), days) })
    return id
  }
  for (const [index, days] of [-120, -75, -45, -3, 0, 5, 12, 40].entries())
    await due(`D${index}`, 10_000 + index * 111, days)
  await publishRate('USD', '2026-03-10', '1.1')
  const dollars = await bookedDebt(treasury, { currency: 'USD', issuedOn: '2026-03-10', totalMinor: 77_700 })
  await changeInvoiceAsOwner(dollars, { dueOn: addDays(today(), -2) })
  const [part, whole] = [await book('P', 30_000), await book('W', 20_000)]
  for (const [invoiceId, cents] of [
    [part.id, 12_345],
    [whole.id, 20_000],
  ] as const) {
    const order = await makeSentOrder(treasury, invoiceId, cents)
    await settleByHand({
      orderId: order.id,
      settledOn: calendarDate('2026-04-09'),
      actor: person.actor,
      proof: 'Extracto',
    })
  }
  await makeSentOrder(treasury, (await book('S', 15_000)).id, 5_000)
  const credit = await makeInvoice({ siteId, providerId: provider.id, creator: person, totalMinor: -6_050 })
  await execute(
    `update invoices set doc_type = 'credit_note', rectifies_invoice_id = :rectified where id = :credit`,
    { credit, rectified: whole.id }
  )
  await approveByHand(credit)
  const past = await makeInvoice({
    siteId,
    providerId: provider.id,
    creator: person,
    totalMinor: 36_300,
    issuedOn: '2025-03-15',
  })
  await approveByHand(past)
  const waiting = await makeInvoice({ siteId, providerId: provider.id, creator: person, totalMinor: 7_700 })
  await execute(`update invoices set status = 'pending_approval', submitted_at = now() where id = :waiting`, {
    waiting,
  })
  await makeInvoice({ siteId, providerId: provider.id, creator: person, totalMinor: 8_800 })
  await postYear(treasury)
  await importBytes(
    accountId,
    csvStatement([
      { on: '2026-02-03', cents: -12_100, text: `RECIBO ${name}`, balance: 987_900 },
      { on: '2026-02-20', cents: 50_000, text: `ABONO ${name}`, balance: 1_037_900 },
      { on: '2026-03-02', cents: 20_000, text: `ABONO MARZO ${name}`, balance: 1_057_900 },
    ])
  )
  return treasury
}

async function postYear({ siteId, accountId }: TestTreasury): Promise<void> {
  const { bank } = await oneRow<{ bank: number }>(
    `select ledger_account_id as bank from bank_accounts where id = :accountId`,
    { accountId }
  )
  const account = (prefix: string) => makeAccount(siteId, prefix)
  const entries = [
    {
      on: '2026-01-31',
      journal: 'nomina',
      kind: 'test',
      lines: [await account('640'), await account('465')],
    },
    { on: '2026-02-28', journal: 'ventas', kind: 'test', lines: [bank, await account('705')] },
    { on: '2026-04-20', journal: 'impuestos', kind: 'test', lines: [await account('4750'), bank] },
    { on: '2026-05-04', journal: 'prestamos', kind: 'test', lines: [bank, await account('520')] },
    { on: '2026-06-01', journal: 'banco', kind: 'bank.transfer', lines: [await account('5729'), bank] },
    {
      on: '2026-06-02',
      journal: 'banco',
      kind: 'test',
      lines: [await makeOutsideAccount(siteId, '5523'), bank],
    },
    { on: today(), journal: 'ventas', kind: 'test', lines: [bank, await account('705')] },
    { on: '2025-12-31', journal: 'cierre', kind: 'year.close', lines: [await account('100'), bank] },
    { on: '2026-01-01', journal: 'apertura', kind: 'year.open', lines: [bank, await account('100')] },
  ] as const
  for (const [index, { on, journal, kind, lines }] of entries.entries())
    await inTransaction((trx) =>
      postEntry(
        {
          siteId,
          postedOn: calendarDate(on),
          journal,
          kind,
          idempotencyKey: `drill:${siteId}:${index}`,
          description: `Asiento ${journal}`,
          lines: lines.map((accountId, side) => ({
            accountId,
            amountMinor: (side === 0 ? 1 : -1) * (40_000 + index * 1_001),
          })),
        },
        trx
      )
    )
}

test.group('Figures of the reports and the entries behind them', (group) => {
  startClean(group)

  test('every figure with a link on Dashboard, Resumen and the report is the sum of what the link lists', async ({
    assert,
  }) => {
    const [first, second] = [await makeEventfulCompany('UNO'), await makeEventfulCompany('DOS')]
    await refreshMonthTotals()
    await makeEventfulCompany('TRES')
    const dollars = await makeSite()
    await execute(`update sites set base_currency = 'USD' where id = :siteId`, { siteId: dollars.siteId })
    const siteIds = [first.siteId, second.siteId, dollars.siteId]
    const shell = await ShellPage.open(await makeUser('s1st3ma'))
    const scope = siteIds.map((id) => `site_ids[]=${id}`).join('&')
    const year = `from=2026-01&to=2026-12&${scope}`
    const pages = [
      `/?${scope}`,
      ...['site', 'month', 'provider', 'category', 'center'].map((mode) => `/resumen?${year}&mode=${mode}`),
      `/resumen?${year}&eliminates=1`,
      `/resumen?from=2025-01&to=2026-12&compare=year&${scope}`,
      `/sites/${first.siteId}/report?from=2026-01-01&to=2026-12-31&fresh=1`,
    ]
    const wrong: string[] = []
    const walked: Record<string, number> = {}

    for (const path of pages) {
      await shell.visit(path)
      await openEntries(shell.page)
      const links = await figureLinks(shell.page)
      walked[path] = links.length
      for (const link of links) {
        const listed = await readPage(shell.page, link.href)
        const told = listed.answers(link)
        if (told !== null) wrong.push(`${path.split('?')[0]}: «${link.text}» → ${link.href}: ${told}`)
      }
    }

    assert.deepEqual(wrong, [])
    for (const [path, links] of Object.entries(walked)) assert.isAbove(links, 5, path)
  }).timeout(300_000)

  test('a block that fails says so, and «Reintentar» brings it without the rest of the page', async ({
    assert,
  }) => {
    await makeEventfulCompany('CUATRO')
    const shell = await ShellPage.of(await makeUser('s1st3ma'))
    let failures = 0
    await shell.page.route('**/*', async (route) => {
      const asked = route.request().headers()['x-inertia-partial-data'] ?? ''
      const response = asked.includes('ageing') && failures === 0 ? await route.fetch() : null
      if (!response) return route.continue()
      failures++
      const page = (await response.json()) as { props: Record<string, unknown>; rescuedProps?: string[] }
      const { ageing, ...props } = page.props
      assert.isDefined(ageing)
      await route.fulfill({ response, json: { ...page, props, rescuedProps: ['ageing'] } })
    })
    await shell.visit('/')
    const failed = shell.page.getByRole('alert').filter({ hasText: 'No se pudo cargar este bloque.' })
    await failed.waitFor()

    await failed.getByRole('button', { name: 'Reintentar' }).click()
    await shell.page.getByRole('table', { name: 'Pendiente por antigüedad' }).waitFor()

    assert.equal(failures, 1)
    assert.equal(await failed.count(), 0)
  }).timeout(60_000)
})
