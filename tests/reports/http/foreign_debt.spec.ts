import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { bookPart } from '#app/ledger/fx/book_part'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { sumSiteFigures } from '#app/reports/queries/sum_site_figures'
import type { SiteReport } from '#app/reports/site_report/site_report'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import { makeInvoice } from '#tests/factories/documents'
import { bookedDebt, openForeignAccount, paidByHand, publishRate } from '#tests/factories/other_currencies'
import { makePaymentStage, type PaymentStage, SENT_ON } from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type Row = { id: number; pending: MoneyJson; worth: MoneyJson }
type Listed = { rows: Row[]; total: number; totals: Record<string, MoneyJson[]> }
type Span = { label: string; from: string | null; to: string | null; minor: number; count: number }

const ISSUED_ON = '2026-03-10'
const PAID_ON = '2026-04-02'

/** 1.000,01 CHF at 0,94 are 1.063,84 €; 333,33 of them are paid, which is 354,61 € of it. */
const LEFT = { minor: 66_668, currency: 'CHF' }
const LEFT_WORTH = 106_384 - 35_461

/** A company that owes euros, and francs of an invoice that is partly paid; all due three days ago. */
async function makeDebts(): Promise<PaymentStage & { francs: number }> {
  const stage = await makePaymentStage()
  await openForeignAccount(stage.siteId, 'CHF', calendarDate(ISSUED_ON))
  const francs = await bookedDebt(stage, { currency: 'CHF', issuedOn: ISSUED_ON, totalMinor: 100_001 })
  await paidByHand(stage, francs, { amountMinor: 33_333, settledOn: PAID_ON })
  const euros = await makeBookedInvoice(stage, 'EN-EUROS', 12_100)
  for (const id of [francs, euros.id]) await changeInvoiceAsOwner(id, { dueOn: addDays(today(), -3) })
  return { ...stage, francs }
}

/** Pays part of a debt in francs with a movement of the account in euros. */
async function payInEuros(
  { accountId, person }: PaymentStage,
  invoiceId: number,
  { francs, euros }: { francs: number; euros: number }
): Promise<void> {
  const { debt } = await oneRow<{ debt: number }>(
    `select id as debt from journal_lines where document_type = 'invoice' and document_id = :invoiceId and currency = 'CHF'`,
    { invoiceId }
  )
  await importBytes(accountId, csvStatement([{ on: PAID_ON, cents: -euros, text: 'CAMBIO CHF' }]))
  const lineId = (await linesOf(accountId)).at(-1)?.id ?? 0
  await acceptMatch({
    lineId,
    items: [{ journalLineId: debt, amountMinor: -francs }],
    actor: person.actor,
  })
}

async function read<Props>(client: ApiClient, session: SessionData, path: string): Promise<Props> {
  return (await client.get(path).withSession(session).withInertia()).inertiaProps as Props
}

async function block<Value>(client: ApiClient, session: SessionData, name: string): Promise<Value> {
  const response = await client
    .get('/')
    .withSession(session)
    .withInertiaPartialReload('reports/dashboard/index', [name])
  return (response.inertiaProps as Record<string, Value>)[name] as Value
}

/** What a list of debts adds up to in euros, by its rows and by its total: both are one. */
function listedWorth({ rows: listed, totals }: Listed): number {
  const ofRows = listed.reduce((sum, { worth }) => sum + worth.minor, 0)
  const [total] = totals.worth ?? []
  if (total?.minor !== ofRows || total.currency !== 'EUR')
    throw new Error(`The rows add up to ${ofRows}, the total says ${JSON.stringify(totals.worth)}`)
  return ofRows
}

test.group('Debt in another currency in the figures', (group) => {
  group.setup(async () => {
    for (const [day, rate] of [
      [ISSUED_ON, '0.94'],
      [SENT_ON, '0.95'],
      [PAID_ON, '0.93'],
      [today(), '0.9'],
    ] as const)
      await publishRate('CHF', day, rate)
  })

  test('the parts of a debt are worth the whole to the cent, as the book has it', async ({ assert }) => {
    const debts = [
      [100_001, 'CHF', '0.94'],
      [7, 'CHF', '11.3'],
      [-100_001, 'CHF', '0.94'],
      [99_999, 'JPY', '163.77'],
    ] as const
    for (const [total, currency, rate] of debts) {
      const { whole } = await oneRow<{ whole: number }>(
        `select worth_in_base(:total, :currency, :rate) as whole`,
        { total, currency, rate }
      )
      const lefts = [total, 0, Math.trunc(total / 2), Math.trunc(total / 3), Math.sign(total)]
      const told = await rows<{ worth: number }>(
        `select worth_left(left_minor, :total, :currency, :rate) as worth from unnest(:lefts::bigint[]) with ordinality u(left_minor, n) order by n`,
        { total, currency, rate, lefts }
      )
      const line = { lineMinor: total, lineBaseMinor: whole, takenMinor: 0 }
      assert.deepEqual(
        told.map(({ worth }) => worth),
        lefts.map((left) => (left === total ? whole : whole - bookPart(line, total - left))),
        `${total} ${currency}`
      )
    }
  })

  test('ageing, forecast and what is overdue count it in euros, and their lists show both amounts', async ({
    assert,
    client,
  }) => {
    const stage = await makeDebts()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    const ageing = await block<Span[]>(client, session, 'ageing')
    const weeks = await block<(Span & { balance: number })[]>(client, session, 'forecast')
    const { figures } = await read<{ figures: { overdueMinor: MoneyJson; overdue: number } }>(
      client,
      session,
      '/'
    )

    const late = ageing.find(({ label }) => label === '1 a 30 días')
    const { invoices } = await read<{ invoices: Listed }>(
      client,
      session,
      `/resumen/vencimientos?due_from=${late?.from}&due_to=${late?.to}&books=EUR`
    )
    assert.deepEqual([late?.minor, late?.count], [LEFT_WORTH + 12_100, 2])
    assert.equal(listedWorth(invoices), late?.minor)
    const francs = invoices.rows.find(({ id }) => id === stage.francs)
    assert.deepEqual([francs?.pending, francs?.worth], [LEFT, { minor: LEFT_WORTH, currency: 'EUR' }])
    assert.deepEqual(invoices.totals.pending, [{ minor: 12_100, currency: 'EUR' }, LEFT])

    const [first] = weeks
    const { due, cash, balance } = await read<{
      due: { amount: MoneyJson }
      cash: MoneyJson
      balance: MoneyJson
    }>(client, session, `/resumen/prevision?until=${first?.to}`)
    const accounts = await read<{ equivalent: { balance: MoneyJson } }>(client, session, '/accounts')
    assert.deepEqual([first?.minor, due.amount.minor], [late?.minor, late?.minor])
    assert.deepEqual(cash, accounts.equivalent.balance)
    assert.equal(balance.minor, cash.minor - due.amount.minor)
    assert.equal(balance.minor, first?.balance)

    const payable = await read<{ invoices: Listed }>(
      client,
      session,
      `/paysuppliers?due_to=${addDays(today(), -1)}&books=EUR`
    )
    assert.deepEqual([figures.overdueMinor.minor, figures.overdue], [LEFT_WORTH + 12_100, 2])
    assert.equal(listedWorth(payable.invoices), figures.overdueMinor.minor)
  })

  test('pending and overdue of the summary count it, by company and by supplier', async ({
    assert,
    client,
  }) => {
    const { siteId, provider } = await makeDebts()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    for (const mode of ['site', 'provider']) {
      type Summary = { table: { rows: { key: string; cells: Record<string, { minor: number }> }[] } }
      const { table } = await read<Summary>(
        client,
        session,
        `/resumen?from=2026-01&to=${today().slice(0, 7)}&mode=${mode}`
      )
      const row = table.rows.find(({ key }) => key === String(mode === 'site' ? siteId : provider.id))
      const { invoices } = await read<{ invoices: Listed }>(
        client,
        session,
        `/resumen/vencimientos?books=EUR&due_to=${addDays(today(), -1)}&${mode === 'site' ? `site_ids[]=${siteId}` : `provider_id=${provider.id}`}`
      )
      assert.deepEqual(
        [row?.cells.pending?.minor, row?.cells.overdue?.minor, listedWorth(invoices)],
        [LEFT_WORTH + 12_100, LEFT_WORTH + 12_100, LEFT_WORTH + 12_100],
        mode
      )
    }
  })

  test('the report of a company counts what it received, paid, owes and decides in the currency of its books', async ({
    assert,
    client,
  }) => {
    const stage = await makeDebts()
    const { siteId, person } = stage
    const charged = await bookedDebt(stage, { currency: 'CHF', issuedOn: ISSUED_ON, totalMinor: 50_000 })
    await payInEuros(stage, charged, { francs: 20_000, euros: 21_500 })
    const waiting = await bookedDebt(stage, { currency: 'CHF', issuedOn: ISSUED_ON, totalMinor: 30_000 })
    await createOrder({ invoiceId: waiting, amountMinor: 10_000 }, stage.creator.actor).then(({ id }) =>
      bufferOrder(id, stage.creator.actor)
    )
    const undecided = await makeInvoice({
      siteId,
      providerId: stage.provider.id,
      creator: person,
      totalMinor: 40_000,
      issuedOn: ISSUED_ON,
    })
    const { lockVersion } = await Invoice.findOrFail(undecided)
    await changeHeader({ invoiceId: undecided, actor: SYSTEM, lockVersion, currency: 'CHF' })
    await execute(
      `update invoices set status = 'pending_approval', submitted_at = now() where id = :undecided`,
      {
        undecided,
      }
    )
    const { session } = await makeSignedIn('s1st3ma')

    const { report } = await read<{ report: SiteReport }>(
      client,
      session,
      `/sites/${siteId}/report?from=2026-01-01&to=2026-12-31&fresh=1`
    )

    const worthOf = async (href: string, list = 'invoices', sum = 'worth') =>
      ((await read<Record<string, Listed>>(client, session, href))[list]?.totals[sum] ?? [])[0]
    const { invoices, paymentPeriod: period, providers, categories, waiting: decisions } = report
    assert.equal(report.currency, 'EUR')
    // 1.063,84 + 531,91 + 319,15 of francs at 0,94 and 121,00 of euros.
    assert.deepEqual(invoices.amount, { minor: 106_384 + 53_191 + 31_915 + 12_100, currency: 'EUR' })
    assert.deepEqual(await worthOf(invoices.href), invoices.amount)
    assert.deepEqual(await worthOf(providers[0]?.href ?? ''), providers[0]?.amount)
    for (const { href, amount } of categories)
      assert.deepEqual(await worthOf(href, 'invoices', 'baseWorth'), amount)
    // 333,33 by an order and 200,00 by a movement in euros, at what they were booked at.
    assert.equal(period.paidMinor, 35_461 + 21_276)
    assert.equal((await worthOf(period.paidHref, 'payments'))?.minor, period.paidMinor)
    assert.equal(period.pendingMinor, LEFT_WORTH + 12_100 + (53_191 - 21_276) + 31_915)
    assert.equal((await worthOf(period.pendingHref))?.minor, period.pendingMinor)
    for (const { id, href, amount } of decisions.filter(({ amount: told }) => told))
      assert.deepEqual(await worthOf(href, id === 'orders' ? 'orders' : 'invoices'), amount, id)
    assert.deepEqual(
      decisions.map(({ amount }) => amount?.minor),
      [42_553, 11_111, undefined]
    )
  })

  test('so do a supplier and the list of companies, to the same cent', async ({ assert, client }) => {
    const { siteId, provider } = await makeDebts()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    const pending = { minor: LEFT_WORTH + 12_100, currency: 'EUR' }

    const page = await read<{ figures: { pending: MoneyJson } }>(
      client,
      session,
      `/providers/${provider.id}/edit`
    )
    const { providers } = await read<{ providers: { rows: { id: number; pending: MoneyJson }[] } }>(
      client,
      session,
      `/providers?q=${provider.iban}`
    )
    const figures = await sumSiteFigures([siteId], 0)

    assert.deepEqual(page.figures.pending, pending)
    assert.deepEqual(providers.rows.find(({ id }) => id === provider.id)?.pending, pending)
    assert.deepEqual(figures[siteId]?.payable, pending)
  })

  test('the books stay sound', async ({ assert }) => {
    await makeDebts()
    const broken = [...(await checkInvariants()), ...(await checkDerived())]
    assert.isEmpty(broken.filter(({ violations }) => violations > 0))
  })
})
