import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { releaseHeld } from '#app/invoices/editing/release_held'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { failOrder } from '#app/payments/orders/fail_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { letterByHand } from '#app/reconciliation/actions/lettering/letter_by_hand'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makeInvoice } from '#tests/factories/documents'
import {
  approveByHand,
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

type Money = { minor: number; currency: string }
type Item = {
  id: number
  party: string
  partyKey: string
  open: Money
  late: Money | null
  days: number | null
  description: string
  document: { label: string } | null
}
type Party = {
  party: string
  partyKey: string | null
  count: number
  total: Money
  ahead: Money
  d30: Money
  d60: Money
  d90: Money
  older: Money
}
type Page = {
  items: { rows: Item[]; total: number; totals: { open: Money[] } } | null
  parties: { rows: Party[]; totals: { total: Money[] } } | null
  letterings: { rows: { id: number; code: string; byHand: boolean; actions: string[] }[] } | null
}

async function pageOf(client: ApiClient, session: SessionData, query: string): Promise<Page> {
  const response = await client.get(`/accounts/open-items?${query}`).withSession(session).withInertia()
  response.assertStatus(200)
  return response.inertiaProps as Page
}

async function itemsOf(client: ApiClient, session: SessionData, query = ''): Promise<Item[]> {
  return (await pageOf(client, session, `view=items&${query}`)).items?.rows ?? []
}

function send(
  client: ApiClient,
  session: SessionData,
  method: 'post' | 'delete',
  path: string,
  body: object
): Promise<ApiResponse> {
  return client[method](path)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/accounts/open-items?view=items')
    .redirects(0)
    .json(body) as unknown as Promise<ApiResponse>
}

let sequence = 0
async function post(
  siteId: number,
  on: string,
  lines: [number, number][],
  journal: 'diversos' | 'nomina' = 'diversos'
) {
  const { entryId } = await inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate(on),
        journal,
        kind: 'prueba',
        idempotencyKey: `open-${process.pid}-${Date.now()}-${++sequence}`,
        description: 'Asiento de prueba',
        lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
      },
      trx
    )
  )
  const found = await rows<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId order by line_no`,
    { entryId }
  )
  return found.map(({ id }) => id)
}

/** A company with a customer account and money. */
async function makeBook() {
  const { siteId } = await makeSite()
  const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
  return {
    siteId,
    session,
    customer: await makeAccount(siteId, '430'),
    sales: await makeAccount(siteId, '705'),
  }
}

/** Lines whose held open amount is not what it should be. */
const drift = () =>
  rows(
    `select * from (select * from open_item_amounts(array(select id from journal_lines)) where open_minor <> 0) x full join open_items o using (journal_line_id)
      where x.open_minor is distinct from o.open_minor or x.party is distinct from o.party or x.due_on is distinct from o.due_on or x.late_minor is distinct from o.late_minor or x.late_on is distinct from o.late_on limit 5`
  )
const violated = async () => (await checkInvariants()).filter(({ violations }) => violations > 0)
const outstandingOf = async (id: number) =>
  (await oneRow<{ minor: number }>(`select outstanding_minor as minor from invoices where id = :id`, { id }))
    .minor

/** A booked invoice of 121,00 € of which a guarantee is retained. */
async function makeHeldInvoice(
  { siteId, provider, person }: TestTreasury,
  number: string,
  { retained, until, advance = 0 }: { retained: number; until: string | null; advance?: number }
): Promise<number> {
  const id = await makeInvoice({ siteId, providerId: provider.id, creator: person, number })
  await execute(
    `update invoices set retained_minor = :retained, retained_until = :until, advance_minor = :advance where id = :id`,
    {
      id,
      retained,
      until,
      advance,
    }
  )
  await approveByHand(id)
  await bookInvoice(id, SYSTEM)
  return id
}

test.group('Open items', (group) => {
  group.each.teardown(async () => {
    const [first] = await drift()
    if (first) throw new Error(`Open items drift: ${JSON.stringify(first)}`)
  })

  test('an invoice is open until a payment of it is on its way, and again when that fails', async ({
    client,
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] })
    const invoice = await makeBookedInvoice(treasury, 'LUZ-1')
    const open = async () =>
      (await itemsOf(client, session, 'code=4')).map(({ open: { minor }, document }) => [
        minor,
        document?.label,
      ])

    assert.deepEqual(await open(), [[-12_100, 'Factura LUZ-1']])
    const order = await makeSentOrder(treasury, invoice.id)
    assert.deepEqual(await open(), [])
    await failOrder({ orderId: order.id, code: 'AM04', comment: 'Sin saldo', actor: SYSTEM })
    assert.deepEqual(await open(), [[-12_100, 'Factura LUZ-1']])
    const again = await makeSentOrder(treasury, invoice.id)
    await settleByHand({
      orderId: again.id,
      settledOn: calendarDate('2026-04-10'),
      proof: 'Justificante',
      actor: SYSTEM,
    })
    assert.deepEqual(await open(), [])
  })

  test('parties show their items by how long they have been due', async ({ client, assert }) => {
    const treasury = await makeTreasury()
    await makeBookedInvoice(treasury, 'LUZ-1') // due on 2026-04-09
    await makeBookedInvoice(treasury, 'LUZ-2', 5_000)
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })
    const aged = async (asOf: string) => {
      const { parties } = await pageOf(client, session, `code=4&as_of=${asOf}`)
      const [row] = parties?.rows ?? []
      return (
        row && [
          row.party,
          row.count,
          row.total.minor,
          row.ahead.minor,
          row.d30.minor,
          row.d60.minor,
          row.d90.minor,
          row.older.minor,
        ]
      )
    }

    for (const [day, expected] of [
      ['2026-04-08', [-17_100, 0, 0, 0, 0]],
      ['2026-04-09', [0, -17_100, 0, 0, 0]],
      ['2026-05-09', [0, -17_100, 0, 0, 0]],
      ['2026-05-10', [0, 0, -17_100, 0, 0]],
      ['2026-06-09', [0, 0, 0, -17_100, 0]],
      ['2026-07-09', [0, 0, 0, 0, -17_100]],
    ] as const)
      assert.deepEqual(await aged(day), [treasury.providerName, 2, -17_100, ...expected] as never, day)
  })

  test('what is retained is aged on its own day, and the rest on the due day', async ({ client, assert }) => {
    const treasury = await makeTreasury()
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })
    const held = await makeHeldInvoice(treasury, 'OBRA-1', { retained: 605, until: '2026-06-30' })
    await makeHeldInvoice(treasury, 'OBRA-2', { retained: 1_000, until: null })
    const aged = async (asOf: string) => {
      const { parties } = await pageOf(client, session, `code=4&as_of=${asOf}`)
      const [row] = parties?.rows ?? []
      return row && [row.total, row.ahead, row.d30, row.d60, row.d90, row.older].map(({ minor }) => minor)
    }
    const itemOf = async (query: string) => {
      const found = await itemsOf(client, session, `code=4&${query}`)
      return found.find(({ document }) => document?.label === 'Factura OBRA-1')
    }

    // Due on 2026-04-09: 114,95 and 111,00 €.
    assert.deepEqual(await aged('2026-04-09'), [-24_200, -1_605, -22_595, 0, 0, 0])
    assert.deepEqual(await aged('2026-07-09'), [-24_200, -1_000, -605, 0, 0, -22_595])
    assert.equal((await itemOf('as_of=2026-07-09'))?.late?.minor, -605)
    assert.isUndefined(await itemOf('as_of=2026-06-01&bucket=older'))
    assert.equal((await itemOf('as_of=2026-06-01&bucket=ahead'))?.open.minor, -12_100)
    const order = await makeSentOrder(treasury, held, 11_495)
    await settleByHand({
      orderId: order.id,
      settledOn: calendarDate('2026-04-10'),
      proof: 'Justificante',
      actor: SYSTEM,
    })

    const left = await oneRow<{ dueOn: string; openMinor: number; lateMinor: number }>(
      `select o.due_on, o.open_minor, o.late_minor from open_items o join journal_lines l on l.id = o.journal_line_id where l.document_type = 'invoice' and l.document_id = :held`,
      { held }
    )
    assert.deepEqual(left, { dueOn: '2026-06-30', openMinor: -605, lateMinor: -605 })
    assert.equal((await itemOf('as_of=2026-07-09'))?.days, 9)
  })

  test('what was paid before the invoice is not due, and a part that was paid is not aged', async ({
    client,
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })
    const id = await makeHeldInvoice(treasury, 'ANT-1', { retained: 0, until: null, advance: 2_100 })
    const aged = async () => {
      const [row] = (await pageOf(client, session, 'code=4')).parties?.rows ?? []
      return row && [row.total, row.ahead, row.older].map(({ minor }) => minor)
    }
    assert.deepEqual(await aged(), [-12_100, -2_100, -10_000])

    const order = await makeSentOrder(treasury, id, 4_000)
    await settleByHand({
      orderId: order.id,
      settledOn: calendarDate('2026-04-10'),
      proof: 'Justificante',
      actor: SYSTEM,
    })

    assert.deepEqual(await aged(), [-8_100, -2_100, -6_000])
  })

  test('a guarantee is due from the day of its release, though the invoice was due long before', async ({
    client,
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { session } = await makeSignedIn('aprobador', { siteIds: [treasury.siteId] })
    const held = await makeHeldInvoice(treasury, 'OBRA-3', { retained: 605, until: null })
    const order = await makeSentOrder(treasury, held, 11_495)
    await settleByHand({
      orderId: order.id,
      settledOn: calendarDate('2026-04-10'),
      proof: 'Justificante',
      actor: SYSTEM,
    })
    const row = async () => (await pageOf(client, session, 'code=4')).parties?.rows[0]
    assert.deepEqual([(await row())?.ahead.minor, (await row())?.older.minor], [-605, 0])
    assert.isNull((await itemsOf(client, session, 'code=4'))[0]?.days)

    await releaseHeld({ invoiceId: held, held: 'retention', reason: 'Obra recibida', actor: SYSTEM })

    assert.deepEqual([(await row())?.ahead.minor, (await row())?.d30.minor], [0, -605])
    assert.equal((await itemsOf(client, session, 'code=4'))[0]?.days, 0)
    assert.deepEqual(await violated(), [])
  })

  test('a day in the past shows what was open then, though it was settled or reversed since', async ({
    client,
    assert,
  }) => {
    const { siteId, session, customer, sales } = await makeBook()
    const [sale = 0] = await post(siteId, '2026-03-01', [[customer, 10_000], [sales, -10_000]]) // biome-ignore format: one entry
    const [paid = 0] = await post(siteId, '2026-04-01', [[customer, -10_000], [sales, 10_000]]) // biome-ignore format: one entry
    await letterByHand({
      siteId,
      items: [
        { journalLineId: sale, amountMinor: 10_000 },
        { journalLineId: paid, amountMinor: -10_000 },
      ],
      difference: 'refuse',
      actor: SYSTEM,
    })
    const open = async (day: string) =>
      (await itemsOf(client, session, `code=430&as_of=${day}`)).map((item) => item.open.minor)

    assert.deepEqual(
      [await open('2026-02-28'), await open('2026-03-31'), await open('2026-04-01'), await open(today())],
      [[], [10_000], [], []]
    )
  })

  test('items are lettered by hand, whole or in part, and taken back with a reason', async ({
    client,
    assert,
  }) => {
    const { siteId, session, customer, sales } = await makeBook()
    const [sale = 0] = await post(siteId, '2026-03-01', [[customer, 10_000], [sales, -10_000]]) // biome-ignore format: one entry
    const [paid = 0] = await post(siteId, '2026-04-01', [[customer, -4_000], [sales, 4_000]]) // biome-ignore format: one entry
    const open = async () =>
      (await itemsOf(client, session, 'code=430')).map((item) => [item.id, item.open.minor])

    const unequal = await send(client, session, 'post', '/accounts/letterings', {
      items: [
        { journal_line_id: sale, amount: '100,00' },
        { journal_line_id: paid, amount: '-40,00' },
      ],
    })
    assert.equal(errorAt(unequal, 'items'), 'Las partidas no suman cero: quedan 60,00\u00a0€.')
    await send(client, session, 'post', '/accounts/letterings', {
      items: [
        { journal_line_id: sale, amount: '40,00' },
        { journal_line_id: paid, amount: '-40,00' },
      ],
    })
    assert.deepEqual(await open(), [[sale, 6_000]])

    const [lettering] = (await pageOf(client, session, 'view=letterings')).letterings?.rows ?? []
    assert.containsSubset(lettering, { code: 'A-000001', byHand: true, actions: ['undo'] })
    const path = `/accounts/letterings/${lettering?.id}`
    await send(client, session, 'delete', path, { reason: '' })
    assert.deepEqual(await open(), [[sale, 6_000]])
    await send(client, session, 'delete', path, { reason: 'No era suyo' })
    assert.deepEqual(await open(), [[sale, 10_000], [paid, -4_000]]) // biome-ignore format: two items
    const trail = await rows<{ event: string; reason: string | null }>(
      `select event, reason from audit_events where object_type = 'reconciliation' and object_id = :id order by id`,
      { id: lettering?.id ?? 0 }
    )
    assert.deepEqual(trail, [
      { event: 'reconciliation.lettered', reason: null },
      { event: 'reconciliation.undone', reason: 'No era suyo' },
    ])
    assert.deepEqual(await violated(), [])
  })

  test('what an invoice is lettered with counts as paid, and not any more when that is undone', async ({
    client,
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [treasury.siteId] })
    const invoice = await makeBookedInvoice(treasury, 'LUZ-1')
    const { account } = await oneRow<{ account: number }>(
      `select account_id as account from journal_lines where id = :id`,
      { id: invoice.journalLineId }
    )
    const [advance = 0] = await post(treasury.siteId, '2026-04-01', [[account, 12_100], [await makeAccount(treasury.siteId, '554'), -12_100]]) // biome-ignore format: one entry

    await send(client, session, 'post', '/accounts/letterings', {
      items: [
        { journal_line_id: invoice.journalLineId, amount: '-121,00' },
        { journal_line_id: advance, amount: '121,00' },
      ],
    })
    const { state } = await oneRow<{ state: string }>(
      `select payment_state as state from invoices where id = :id`,
      { id: invoice.id }
    )
    assert.deepEqual([await outstandingOf(invoice.id), state], [0, 'paid'])
    const [lettering] = (await pageOf(client, session, 'view=letterings')).letterings?.rows ?? []
    await send(client, session, 'delete', `/accounts/letterings/${lettering?.id}`, {
      reason: 'Era de otra factura',
    })

    assert.equal(await outstandingOf(invoice.id), 12_100)
    assert.deepEqual(await violated(), [])
  })

  test('a payment in transit is left to the bank reconciliation, and its order as it was', async ({
    client,
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [treasury.siteId] })
    const invoice = await makeBookedInvoice(treasury, 'LUZ-1')
    const order = await makeSentOrder(treasury, invoice.id)
    const { account } = await oneRow<{ account: number }>(
      `select account_id as account from journal_lines where id = :id`,
      { id: order.journalLineId }
    )
    const [contra = 0] = await post(treasury.siteId, '2026-04-10', [[account, 12_100], [await makeAccount(treasury.siteId, '554'), -12_100]]) // biome-ignore format: one entry

    const refused = await send(client, session, 'post', '/accounts/letterings', {
      items: [
        { journal_line_id: order.journalLineId, amount: '-121,00' },
        { journal_line_id: contra, amount: '121,00' },
      ],
    })

    assert.match(errorAt(refused, 'items') ?? '', /use la conciliación bancaria/)
    const { status } = await oneRow<{ status: string }>(`select status from payment_orders where id = :id`, {
      id: order.id,
    })
    assert.equal(status, 'sent')
  })

  test('cents left over are given up only within what the company admits, and come back with the items', async ({
    client,
    assert,
  }) => {
    const { siteId, session, customer, sales } = await makeBook()
    const [sale = 0] = await post(siteId, '2026-03-01', [[customer, 10_050], [sales, -10_050]]) // biome-ignore format: one entry
    const [paid = 0] = await post(siteId, '2026-04-01', [[customer, -10_000], [sales, 10_000]]) // biome-ignore format: one entry
    const body = {
      items: [
        { journal_line_id: sale, amount: '100,50' },
        { journal_line_id: paid, amount: '-100,00' },
      ],
      write_off: true,
    }
    const lossOf = async () =>
      (
        await oneRow<{ minor: number }>(
          `select coalesce(sum(b.base_minor), 0)::bigint as minor from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like '669%'`,
          { siteId }
        )
      ).minor

    const refused = await send(client, session, 'post', '/accounts/letterings', body)
    assert.match(errorAt(refused, 'items') ?? '', /supera la que admite la empresa/)
    await execute(`update sites set max_writeoff_minor = 100 where id = :siteId`, { siteId })
    await send(client, session, 'post', '/accounts/letterings', body)
    assert.deepEqual([await lossOf(), (await itemsOf(client, session, 'code=430')).length], [50, 0])
    const [lettering] = (await pageOf(client, session, 'view=letterings')).letterings?.rows ?? []
    await send(client, session, 'delete', `/accounts/letterings/${lettering?.id}`, {
      reason: 'Se cobró después',
    })

    assert.deepEqual([await lossOf(), (await itemsOf(client, session, 'code=430')).length], [0, 2])
    assert.deepEqual(await violated(), [])
  })

  test('two people never letter one item twice', async ({ assert }) => {
    const { siteId, customer, sales } = await makeBook()
    const [sale = 0] = await post(siteId, '2026-03-01', [[customer, 10_000], [sales, -10_000]]) // biome-ignore format: one entry
    const [first = 0] = await post(siteId, '2026-04-01', [[customer, -10_000], [sales, 10_000]]) // biome-ignore format: one entry
    const [second = 0] = await post(siteId, '2026-04-02', [[customer, -10_000], [sales, 10_000]]) // biome-ignore format: one entry
    const letter = (other: number) =>
      letterByHand({
        siteId,
        items: [
          { journalLineId: sale, amountMinor: 10_000 },
          { journalLineId: other, amountMinor: -10_000 },
        ],
        difference: 'refuse',
        actor: SYSTEM,
      })

    const results = await Promise.allSettled([letter(first), letter(second)])

    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.deepEqual(await violated(), [])
  })

  test('items of different accounts, of another company or gone are refused', async ({ client, assert }) => {
    const [ours, theirs] = [await makeBook(), await makeBook()]
    const supplier = await makeAccount(ours.siteId, '410')
    const [sale = 0] = await post(ours.siteId, '2026-03-01', [[ours.customer, 10_000], [ours.sales, -10_000]]) // biome-ignore format: one entry
    const [debt = 0] = await post(ours.siteId, '2026-03-01', [[supplier, -10_000], [ours.sales, 10_000]]) // biome-ignore format: one entry
    const [foreign = 0] = await post(theirs.siteId, '2026-03-01', [[theirs.customer, -10_000], [theirs.sales, 10_000]]) // biome-ignore format: one entry
    const letter = (other: number) =>
      send(client, ours.session, 'post', '/accounts/letterings', {
        items: [
          { journal_line_id: sale, amount: '100,00' },
          { journal_line_id: other, amount: '-100,00' },
        ],
      })

    assert.match(errorAt(await letter(debt), 'items') ?? '', /misma cuenta/)
    assert.equal((await letter(foreign)).status(), 404)
    assert.deepEqual((await itemsOf(client, ours.session)).map(({ id }) => id).sort(), [sale, debt].sort())
    assert.equal(
      (
        await client
          .get(`/accounts/open-items?site_ids[]=${theirs.siteId}`)
          .withSession(ours.session)
          .withInertia()
      ).status(),
      404
    )
  })

  test('what people are to be paid is one line for c0ntab1l1dad, in every view and file', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeBook()
    const wages = await makeAccount(siteId, '640')
    const ana = await inTransaction((trx) =>
      ensureAccount(
        { siteId, prefix: '4650', subledger: 'employee', subledgerId: 7_001, name: 'Ana Gil' },
        trx
      )
    )
    const [line = 0] = await post(siteId, '2026-03-31', [[ana.id, -150_000], [wages, 150_000]], 'nomina') // biome-ignore format: one entry
    const senior = (await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })).session

    const { parties } = await pageOf(client, session, 'code=465')
    assert.deepEqual(parties?.rows.map(({ party, partyKey, total }) => [party, partyKey, total.minor]), [['Nómina - detalle restringido', null, -150_000]]) // biome-ignore format: one row
    assert.lengthOf(await itemsOf(client, session, 'code=465'), 0)
    assert.lengthOf(await itemsOf(client, senior, 'code=465'), 1)
    for (const view of ['parties', 'items'])
      assert.notInclude(
        (await client.get(`/accounts/open-items?view=${view}&export=csv`).withSession(session)).text(),
        'Ana Gil'
      )
    const refused = await send(client, session, 'post', '/accounts/letterings', {
      items: [
        { journal_line_id: line, amount: '-1' },
        { journal_line_id: line + 1, amount: '1' },
      ],
    })
    assert.equal(refused.status(), 404)
  })

  test('both views go out as XLSX, CSV and PDF', async ({ client, assert }) => {
    const { siteId, session, customer, sales } = await makeBook()
    await post(siteId, addDays(today(), -40), [[customer, 10_000], [sales, -10_000]]) // biome-ignore format: one entry
    for (const view of ['parties', 'items']) {
      const kinds: string[] = []
      for (const format of ['xlsx', 'csv', 'pdf'])
        kinds.push(
          String(
            (
              await client.get(`/accounts/open-items?view=${view}&export=${format}`).withSession(session)
            ).header('content-type')
          )
        )
      assert.match(kinds.join(' '), /spreadsheetml.*text\/csv.*application\/pdf/)
    }
  })
})
