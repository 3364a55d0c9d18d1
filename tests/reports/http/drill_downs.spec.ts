import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { createRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import type { ReportBlock } from '#app/reports/site_report/report_block'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import { makeApprovedOrder, makePaymentStage, rentAgreement } from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type Money = { minor: number; currency: string }
type Listed<Row> = { rows: Row[]; total: number; totals?: Record<string, Money[]> }
type Session = Awaited<ReturnType<typeof makeSignedIn>>['session']

/** What a page shows, by its address. */
async function read<Props>(client: ApiClient, session: Session, path: string): Promise<Props> {
  return (await client.get(path).withSession(session).withInertia()).inertiaProps as Props
}

/** A block of the start page that comes later. */
async function block<Value>(client: ApiClient, session: Session, name: string): Promise<Value> {
  const response = await client
    .get('/')
    .withSession(session)
    .withInertiaPartialReload('reports/dashboard/index', [name])
  return (response.inertiaProps as Record<string, Value>)[name] as Value
}

const sumOf = (amounts: readonly Money[]) => amounts.reduce((sum, { minor }) => sum + minor, 0)

test.group('What stands behind the figures of the start page', () => {
  test('the forecast of each week is today’s accounts less the invoices and recurring payments that its page lists', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const { siteId, person } = treasury
    for (const [index, days] of [-20, 0, 4, 9, 30, 80].entries()) {
      const { id } = await makeBookedInvoice(treasury, `PREV-${index}`, 10_000 + index)
      await changeInvoiceAsOwner(id, { dueOn: addDays(today(), days) })
    }
    await createRecurrent(rentAgreement(treasury, { amountMinor: 70_000, day: 5 }), person.actor)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    type Week = { from: string | null; to: string; minor: number; recurrentMinor: number; balance: number }
    const weeks = await block<Week[]>(client, session, 'forecast')
    const accounts = await read<{ accounts: Listed<{ balance: Money }> }>(
      client,
      session,
      '/accounts?currency=EUR'
    )
    const cash = sumOf(accounts.accounts.rows.map(({ balance }) => balance))

    assert.isAbove(weeks.filter(({ recurrentMinor }) => recurrentMinor > 0).length, 1)
    for (const { from, to, minor, recurrentMinor, balance } of weeks) {
      type Page = {
        recurrents: { amount: Money }[]
        balance: Money
        recurrent: Money
        due: { amount: Money }
      }
      const until = await read<Page>(client, session, `/resumen/prevision?until=${to}`)
      const due = await read<{ invoices: Listed<{ pending: Money }> }>(
        client,
        session,
        `/resumen/vencimientos?due_to=${to}&books=EUR&per_page=100`
      )
      const listed =
        cash -
        sumOf(due.invoices.rows.map(({ pending }) => pending)) -
        sumOf(until.recurrents.map(({ amount }) => amount))
      assert.deepEqual([until.balance.minor, listed], [balance, balance], `until ${to}`)
      const week = await read<Page>(
        client,
        session,
        `/resumen/prevision?until=${to}${from ? `&from=${from}` : ''}`
      )
      assert.equal(sumOf(week.recurrents.map(({ amount }) => amount)), recurrentMinor)
      assert.deepEqual([week.recurrent.minor, week.due.amount.minor], [recurrentMinor, minor])
    }
  })

  test('what nobody has identified for over fifteen days is told, and its link lists it', async ({
    assert,
    client,
  }) => {
    const { siteId, accountId, person } = await makeTreasury()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    const bookUnknown = async (on: string) => {
      await importBytes(accountId, csvStatement([{ on, cents: 35_000, text: `ABONO ${on}` }]))
      const line = (await linesOf(accountId)).at(-1)
      await bookDirect({
        lineId: line?.id ?? 0,
        accountCode: '5559',
        description: 'Por identificar',
        actor: person.actor,
      })
    }
    type Work = { unidentified: { code: string; count: number; days: number } | null }

    await bookUnknown(addDays(today(), -3))
    const recent = await block<Work>(client, session, 'reconciliation')
    await bookUnknown(addDays(today(), -20))
    const { unidentified } = await block<Work>(client, session, 'reconciliation')

    assert.isNull(recent.unidentified)
    assert.deepInclude(unidentified, { count: 2, days: 20 })
    const { items } = await read<{ items: Listed<unknown> }>(
      client,
      session,
      `/accounts/open-items?view=items&code=${unidentified?.code}`
    )
    assert.lengthOf(items.rows, 2)
  })

  test('what is held of an account is the payments its page lists, and the rest is what is available', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    await makeApprovedOrder(stage, 'RET-1', 12_100)
    await makeApprovedOrder(stage, 'RET-2', 34_500)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    type Treasury = { companies: { balance: number; held: number; available: number }[] }
    const { companies } = await block<Treasury>(client, session, 'treasury')
    const [company] = companies
    const { holds } = await read<{ holds: Listed<{ amount: Money }> }>(
      client,
      session,
      `/resumen/retenido?account_id=${stage.accountId}`
    )

    assert.equal(company?.held, 46_600)
    assert.equal(sumOf(holds.rows.map(({ amount }) => amount)), company?.held)
    assert.deepEqual(
      [
        holds.totals?.balance?.[0]?.minor,
        holds.totals?.amount?.[0]?.minor,
        holds.totals?.available?.[0]?.minor,
      ],
      [company?.balance, company?.held, company?.available]
    )
    assert.equal((company?.balance ?? 0) - (company?.held ?? 0), company?.available)
  })

  test('nobody looks into accounts that are not theirs', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'RET-3')
    const stranger = await makeSignedIn('superC0ntab1l1dad', { siteIds: [(await makeTreasury()).siteId] })
    const hidden = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_view) values (:id, :userId, false)`,
      { id: stage.accountId, userId: hidden.person.id }
    )
    const path = `/resumen/retenido?account_id=${stage.accountId}`
    type Page = { holds: Listed<{ payee: string; orderId: number | null }> }

    for (const { session } of [stranger, hidden]) {
      const { holds } = await read<Page>(client, session, path)
      assert.deepEqual([holds.rows, holds.total, holds.totals?.balance], [[], 0, []])
    }
    const foreign = await client
      .get(`/resumen/retenido?site_ids[]=${stage.siteId}`)
      .withSession(stranger.session)
    foreign.assertStatus(404)
    const junior = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const { holds } = await read<Page>(client, junior.session, path)
    assert.equal(holds.rows[0]?.orderId, order.id)
    ;(await client.get('/resumen/prevision').withSession(junior.session)).assertStatus(403)
  })

  test('each severity of alarms counts what the list of alarms shows', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    const { id } = await makeBookedInvoice(treasury, 'ALA-1')
    await execute(
      `insert into invoice_alarms (invoice_id, rule_code, fingerprint, severity, message) values (:id, 'Z1', 'z', 'high', 'Prueba'), (:id, 'Z2', 'z', 'blocking', 'Prueba')`,
      { id }
    )
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [treasury.siteId] })

    type Alarms = { severities: { severity: string; count: number }[] }
    const { severities } = await block<Alarms>(client, session, 'alarms')

    assert.isAbove(severities.length, 1)
    for (const { severity, count } of severities) {
      const { alarms } = await read<{ alarms: Listed<unknown> }>(
        client,
        session,
        `/analisar-facturas?severity[]=${severity}&site_ids[]=${treasury.siteId}`
      )
      assert.equal(alarms.total, count, severity)
    }
  })
})

test.group('What stands behind the report of a company', () => {
  test('its payments, what is pending, taxes and balances of the group are what their lists add up to', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const { siteId, accountId, person } = treasury
    const [paid, open] = [
      await makeBookedInvoice(treasury, 'PMP-1', 12_100),
      await makeBookedInvoice(treasury, 'PMP-2', 24_200),
    ]
    await importBytes(accountId, csvStatement([{ on: '2026-04-20', cents: -12_100, text: 'RECIBO PMP-1' }]))
    const [line] = await linesOf(accountId)
    await acceptMatch({
      lineId: line?.id ?? 0,
      items: [{ journalLineId: paid.journalLineId, amountMinor: -12_100 }],
      actor: person.actor,
    })
    const { session } = await makeSignedIn('s1st3ma')
    type Report = {
      report: {
        paymentPeriod: { paidMinor: number; paidHref: string; pendingMinor: number; pendingHref: string }
        blocks: ReportBlock[]
      }
    }
    const { report } = await read<Report>(
      client,
      session,
      `/sites/${siteId}/report?from=2026-01-01&to=2026-12-31&fresh=1`
    )
    const { paidMinor, paidHref, pendingMinor, pendingHref } = report.paymentPeriod

    const { payments } = await read<{ payments: Listed<{ amount: Money }> }>(client, session, paidHref)
    assert.deepEqual([paidMinor, sumOf(payments.rows.map(({ amount }) => amount))], [12_100, 12_100])
    const { invoices } = await read<{ invoices: Listed<{ id: number; pending: Money }> }>(
      client,
      session,
      pendingHref
    )
    assert.deepEqual([pendingMinor, invoices.rows.map(({ id }) => id)], [24_200, [open.id]])
    const taxes = (report.blocks.find(({ key }) => key === 'taxes')?.rows ?? []).flatMap(({ cells }) =>
      cells.flatMap((cell) => (typeof cell === 'string' || cell === null ? [] : [cell]))
    )
    assert.isNotEmpty(taxes)
    for (const { value, href } of taxes) {
      const { lines } = await read<{ lines: Listed<{ debit: Money | null; credit: Money | null }> }>(
        client,
        session,
        href
      )
      const listed = lines.rows.reduce(
        (sum, row) => sum + (row.debit?.minor ?? 0) - (row.credit?.minor ?? 0),
        0
      )
      assert.equal(listed, (value as Money).minor, href)
    }
    const { session: other } = await makeSignedIn('aprobador', { siteIds: [(await makeTreasury()).siteId] })
    ;(await client.get(paidHref).withSession(other)).assertStatus(404)
  })
})

test.group('What waits for a second person', () => {
  test('bank details, entries by hand and stand-ins: each is told to who may decide, and to nobody who had a hand in it', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const { siteId } = treasury
    const author = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    const other = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    const junior = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    const { id } = await oneRow<{ id: number }>(
      `insert into manual_entries (site_id, posted_on, description, lines, total_minor, created_by)
       values (:siteId, :day, 'Ajuste de prueba', '[{}, {}]', 5000, :userId) returning id`,
      { siteId, day: today(), userId: author.person.id }
    )
    type Page = { waiting: { items: { kind: string; id: number }[] } }
    const tells = async ({ session }: typeof author) =>
      (await read<Page>(client, session, `/?site_ids[]=${siteId}&waiting=all`)).waiting.items.some(
        (item) => item.kind === 'manual_entry' && item.id === id
      )

    assert.deepEqual([await tells(author), await tells(other), await tells(junior)], [false, true, false])
  })

  test('the start page tells the first of what waits and that there is more, and all of it when asked', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { siteId } = await makeTreasury()
    const author = await makeUser('superC0ntab1l1dad')
    cleanup(async () => {
      await execute(`delete from manual_entries where site_id = :siteId`, { siteId })
    })
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    await execute(
      `insert into manual_entries (site_id, posted_on, description, lines, total_minor, created_by, created_at)
       select :siteId, :day, 'Ajuste ' || n, '[{}, {}]', 5000, :userId, now() - interval '10 years' from generate_series(1, 15) n`,
      { siteId, day: today(), userId: author.id }
    )
    type Page = { waiting: { items: { kind: string }[]; isCut: boolean } }

    const first = (await read<Page>(client, session, `/?site_ids[]=${siteId}`)).waiting
    const all = (await read<Page>(client, session, `/?site_ids[]=${siteId}&waiting=all`)).waiting

    assert.deepEqual([first.items.length, first.isCut, all.isCut], [12, true, false])
    assert.isAtLeast(all.items.filter(({ kind }) => kind === 'manual_entry').length, 15)
  })
})
