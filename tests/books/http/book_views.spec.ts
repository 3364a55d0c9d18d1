import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makePayrollOf } from '#tests/factories/make_payroll_of'
import { makeUser } from '#tests/factories/people'
import { makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

type Balance = {
  rows: {
    code: string
    name: string
    accountId: number | null
    opening: Money
    debit: Money
    credit: Money
    closing: Money
  }[]
  totals: Record<'debit' | 'credit' | 'closing', Money[]>
}
type Money = { minor: number }

let sequence = 0
const post = (
  siteId: number,
  on: string,
  lines: [number, number][],
  more: { journal?: 'nomina'; createdBy?: number } = {}
) =>
  inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate(on),
        journal: 'diversos',
        kind: 'prueba',
        idempotencyKey: `views-${process.pid}-${Date.now()}-${++sequence}`,
        description: 'Asiento de prueba',
        lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
        ...more,
      },
      trx
    )
  )

async function propsOf<Props>(client: ApiClient, session: SessionData, path: string): Promise<Props> {
  const response = await client.get(path).withSession(session).withInertia()
  response.assertStatus(200)
  return response.inertiaProps as Props
}

/** A company whose 2025 is closed: sales of 300,00 € and 120,00 € of expenses, all in cash. */
async function makeClosedBook() {
  const { siteId } = await makeSite()
  const cash = await makeAccount(siteId, '570')
  const expense = await makeAccount(siteId, '629')
  const income = await makeAccount(siteId, '705')
  await post(siteId, '2025-06-10', [[cash, 30_000], [income, -30_000]]) // biome-ignore format: one entry
  await post(siteId, '2025-12-31', [[expense, 12_000], [cash, -12_000]]) // biome-ignore format: one entry
  const { id } = await oneRow<{ id: number }>(
    `select id from fiscal_years where site_id = :siteId and code = '2025'`,
    { siteId }
  )
  await moveFiscalYear(id, 'soft_close', null, SYSTEM)
  await moveFiscalYear(id, 'close', null, SYSTEM)
  const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
  return { siteId, session, yearId: id }
}

const YEAR_2025 = 'level=3&posted_from=2025-01-01&posted_to=2025-12-31'

test.group('A closed year in the books', () => {
  const figuresOf = ({ rows }: Balance) =>
    Object.fromEntries(
      rows.map(({ code, debit, credit, closing }) => [code, [debit.minor, credit.minor, closing.minor]])
    )

  test('sumas y saldos show it before regularización and cierre, and after them on request', async ({
    client,
    assert,
  }) => {
    const { session } = await makeClosedBook()
    const read = async (query: string) =>
      (await propsOf<{ balance: Balance }>(client, session, `/accounts/trial-balance?${YEAR_2025}${query}`))
        .balance

    const before = await read('')
    assert.deepEqual(figuresOf(before), {
      '570': [30_000, 12_000, 18_000],
      '629': [12_000, 0, 12_000],
      '705': [0, 30_000, -30_000],
    })
    assert.deepEqual(
      [before.totals.debit[0]?.minor, before.totals.credit[0]?.minor, before.totals.closing[0]?.minor],
      [42_000, 42_000, 0]
    )
    const after = await read('&closing=after')
    assert.deepEqual(
      after.rows.map(({ closing }) => closing.minor),
      [0, 0, 0, 0]
    )
    assert.equal(after.totals.debit[0]?.minor, after.totals.credit[0]?.minor)
  })

  test('the next year opens with its apertura and adds nothing twice', async ({ client, assert }) => {
    const { session } = await makeClosedBook()
    const read = (days: string) =>
      propsOf<{ balance: Balance }>(client, session, `/accounts/trial-balance?level=3&${days}`)

    const { balance } = await read('posted_from=2026-01-01&posted_to=2026-12-31')
    assert.deepEqual(
      balance.rows.map(({ code, closing }) => [code, closing.minor]),
      [
        ['129', -18_000],
        ['570', 18_000],
      ]
    )
    const both = (await read('posted_from=2025-01-01&posted_to=2026-06-30')).balance
    assert.deepEqual(
      both.rows
        .filter(({ closing }) => closing.minor !== 0)
        .map(({ code, closing }) => [code, closing.minor]),
      [
        ['129', -18_000],
        ['570', 18_000],
      ]
    )
  })

  test('a year that was reopened reads the same as before its close', async ({ client, assert }) => {
    const { session, yearId } = await makeClosedBook()
    const read = async () =>
      figuresOf(
        (await propsOf<{ balance: Balance }>(client, session, `/accounts/trial-balance?${YEAR_2025}`)).balance
      )
    const closed = await read()

    await moveFiscalYear(yearId, 'undo_close', 'Faltaba una factura', SYSTEM)

    assert.deepEqual(await read(), closed)
  })

  test('the plan compares with the year before as it was before its close', async ({ client, assert }) => {
    const { siteId, session } = await makeClosedBook()
    const { expense, cash } = {
      expense: await makeAccount(siteId, '629'),
      cash: await makeAccount(siteId, '570'),
    }
    await post(siteId, '2026-02-01', [[expense, 15_000], [cash, -15_000]]) // biome-ignore format: one entry

    const { nodes } = await propsOf<{
      nodes: { code: string; balance: Money; previous: Money; changeBasisPoints: number }[]
    }>(client, session, '/accounts/plan?posted_from=2026-01-01&posted_to=2026-12-31')
    const group = nodes.find(({ code }) => code === '6')

    assert.deepEqual(
      [group?.balance.minor, group?.previous.minor, group?.changeBasisPoints],
      [15_000, 12_000, 2_500]
    )
  })
})

test.group('Views of the journal', () => {
  test('the diario of one person', async ({ client, assert }) => {
    const { siteId } = await makeSite()
    const [cash, income] = [await makeAccount(siteId, '570'), await makeAccount(siteId, '705')]
    const [one, other] = [await makeUser('superC0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]
    for (const person of [one, other, one])
      await post(siteId, '2026-03-01', [[cash, 100], [income, -100]], { createdBy: person.id }) // biome-ignore format: one entry
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const { entries, users } = await propsOf<{ entries: { total: number }; users: { value: string }[] }>(
      client,
      session,
      `/accounts/journal?created_by=${one.id}`
    )

    assert.equal(entries.total, 2)
    assert.include(
      users.map(({ value }) => value),
      String(other.id)
    )
  })

  test('the libro diario has each entry with its lines, in order of days', async ({ client, assert }) => {
    const { siteId } = await makeSite()
    const [cash, income] = [await makeAccount(siteId, '570'), await makeAccount(siteId, '705')]
    const person = await makeUser('superC0ntab1l1dad')
    for (const [day, cents] of [['2026-03-02', 250], ['2026-03-01', 100]] as const)
      await post(siteId, day, [[cash, cents], [income, -cents]], { createdBy: person.id }) // biome-ignore format: one entry
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const file = await client.get('/accounts/journal?export=csv').withSession(session)
    const lines = file
      .text()
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'))
    const [head = [], ...body] = lines
    const of = (line: string[], heading: string) => line[head.indexOf(heading)]

    assert.deepEqual(
      body.map((line) => ['Fecha', 'Cuenta', 'Debe', 'Haber'].map((heading) => of(line, heading))),
      [
        ['2026-03-01', '57000000', '1,00', ''],
        ['2026-03-01', '70500000', '', '1,00'],
        ['2026-03-02', '57000000', '2,50', ''],
        ['2026-03-02', '70500000', '', '2,50'],
      ]
    )
  })

  test('a payment of payroll says nothing to c0ntab1l1dad, in any view, file or search', async ({
    client,
    assert,
  }) => {
    const treasury = await makeTreasury()
    const { siteId, accountId } = treasury
    const invoice = await makeBookedInvoice(treasury, 'NOM-1')
    const order = await makeSentOrder(treasury, invoice.id)
    await makePayrollOf(order.id)
    const { kind } = await oneRow<{ kind: string }>(`select kind from payment_orders where id = :id`, {
      id: order.id,
    })
    assert.equal(kind, 'payroll')
    const { entry, transit } = await oneRow<{ entry: number; transit: number }>(
      `select entry_id as entry, account_id as transit from journal_lines where id = :id`,
      { id: order.journalLineId }
    )
    const [clerk, senior] = [
      (await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })).session,
      (await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })).session,
    ]
    const texts = async (session: SessionData) => {
      const parts: string[] = []
      for (const path of [
        '/accounts/journal',
        `/accounts/journal/${entry}`,
        `/accounts/plan/${transit}/ledger`,
        `/accounts/${accountId}/edit?tab=ledger`,
        '/accounts/open-items?view=items&code=5550',
      ])
        parts.push(JSON.stringify(await propsOf<object>(client, session, path)))
      for (const path of [
        '/accounts/journal',
        `/accounts/plan/${transit}/ledger`,
        '/accounts/open-items?view=items',
      ])
        parts.push(
          (await client.get(`${path}${path.includes('?') ? '&' : '?'}export=csv`).withSession(session)).text()
        )
      return parts
    }

    for (const text of await texts(clerk)) assert.notInclude(text, order.number)
    assert.include((await texts(senior)).join(' '), order.number)
    const searched = await propsOf<{ entries: { total: number } }>(
      client,
      clerk,
      `/accounts/journal?q=${order.number}`
    )
    assert.equal(searched.entries.total, 0)
  })

  test('the mayor of what one person is to be paid is closed to c0ntab1l1dad, and its row in sumas y saldos is one', async ({
    client,
    assert,
  }) => {
    const { siteId } = await makeSite()
    const wages = await makeAccount(siteId, '640')
    const people = []
    for (const [id, name] of [
      [8001, 'Ana Gil'],
      [8002, 'Luis Rey'],
    ] as const)
      people.push(
        (
          await inTransaction((trx) =>
            ensureAccount({ siteId, prefix: '4650', subledger: 'employee', subledgerId: id, name }, trx)
          )
        ).id
      )
    const [ana = 0, luis = 0] = people
    await post(siteId, '2026-01-31', [[wages, 300_000], [ana, -100_000], [luis, -200_000]], { journal: 'nomina' }) // biome-ignore format: one entry
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })

    const { balance } = await propsOf<{ balance: Balance }>(
      client,
      session,
      '/accounts/trial-balance?level=full'
    )
    assert.deepEqual(
      balance.rows.map(({ name, accountId, closing }) => [name, accountId === null, closing.minor]),
      [
        ['Nómina - detalle restringido', true, -300_000],
        ['Cuenta 640', false, 300_000],
      ]
    )
    ;(await client.get(`/accounts/plan/${ana}/ledger`).withSession(session).withInertia()).assertStatus(403)
  })
})
