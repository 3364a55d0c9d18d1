import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { postEntry } from '#app/ledger/actions/post_entry'
import { createSite } from '#app/sites/actions/create_site'
import { cif, makeAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'
import { uniqueNumber } from '#tests/factories/unique_numbers'

type Money = { minor: number }
type BalanceRow = { id: string; code: string; name: string; site: string | null } & Record<
  'opening' | 'debit' | 'credit' | 'closing',
  Money
>
type Balance = { rows: BalanceRow[]; totals: Record<'opening' | 'debit' | 'credit' | 'closing', Money[]> }
type PlanRow = { key: string; kind: string; code: string; name: string } & Record<
  'debit' | 'credit' | 'balance' | 'previous',
  Money
>

const NAME = 'Resultado de ejercicios sin cerrar'
const LEVELS = ['1', '2', '3', '4', 'full'] as const

let sequence = 0
const post = (siteId: number, on: string, lines: [number, number][]) =>
  inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate(on),
        journal: 'diversos',
        kind: 'prueba',
        idempotencyKey: `unclosed-${process.pid}-${Date.now()}-${++sequence}`,
        description: 'Asiento de prueba',
        lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
      },
      trx
    )
  )

/** In cash: sales of 300,00 € and 120,00 € of expenses in one year, 500,00 € and 50,00 € in the next. */
async function keepBooks(siteId: number, [first, second]: [string, string]) {
  const cash = await makeAccount(siteId, '570')
  const expense = await makeAccount(siteId, '629')
  const income = await makeAccount(siteId, '705')
  await post(siteId, `${first}-10`, [[cash, 30_000], [income, -30_000]]) // biome-ignore format: one entry
  await post(siteId, `${first}-20`, [[expense, 12_000], [cash, -12_000]]) // biome-ignore format: one entry
  await post(siteId, `${second}-10`, [[cash, 50_000], [income, -50_000]]) // biome-ignore format: one entry
  await post(siteId, `${second}-20`, [[expense, 5_000], [cash, -5_000]]) // biome-ignore format: one entry
  const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
  return { siteId, session, cash, expense, income }
}

async function makeBooks() {
  const { siteId } = await makeSite()
  return keepBooks(siteId, ['2025-06', '2026-02'])
}

async function propsOf<Props>(client: ApiClient, session: SessionData, path: string): Promise<Props> {
  const response = await client.get(path).withSession(session).withInertia()
  response.assertStatus(200)
  return response.inertiaProps as Props
}

const balanceOf = async (client: ApiClient, session: SessionData, days: string, level = '3') =>
  (
    await propsOf<{ balance: Balance }>(
      client,
      session,
      `/accounts/trial-balance?level=${level}&per_page=all&${days}`
    )
  ).balance

const figures = ({ rows }: Balance) =>
  Object.fromEntries(
    rows.map(({ code, name, opening, debit, credit, closing }) => [
      name === NAME ? 'sin cerrar' : code.slice(0, 3),
      [opening, debit, credit, closing].map(({ minor }) => minor),
    ])
  )

const YEAR_2026 = 'posted_from=2026-01-01&posted_to=2026-12-31'
const YEAR_2025 = 'posted_from=2025-01-01&posted_to=2025-12-31'

async function move(siteId: number, code: string, ...verbs: ('soft_close' | 'close' | 'undo_close')[]) {
  const { id } = await oneRow<{ id: number }>(
    `select id from fiscal_years where site_id = :siteId and code = :code`,
    { siteId, code }
  )
  for (const verb of verbs) await moveFiscalYear(id, verb, 'Prueba', SYSTEM)
}

test.group('A year after one that is not closed', () => {
  test('income and expense begin at zero, and what is not closed stands in a line of its own', async ({
    client,
    assert,
  }) => {
    const { session } = await makeBooks()

    for (const level of ['3', 'full'])
      assert.deepEqual(figures(await balanceOf(client, session, YEAR_2026, level)), {
        'sin cerrar': [-18_000, 0, 0, -18_000],
        '570': [18_000, 50_000, 5_000, 63_000],
        '629': [0, 5_000, 0, 5_000],
        '705': [0, 0, 50_000, -50_000],
      })
    assert.deepEqual(figures(await balanceOf(client, session, YEAR_2025)), {
      '570': [0, 30_000, 12_000, 18_000],
      '629': [0, 12_000, 0, 12_000],
      '705': [0, 0, 30_000, -30_000],
    })
  })

  test('every column adds up at every level, whatever the days', async ({ client, assert }) => {
    const { session } = await makeBooks()

    for (const days of [
      YEAR_2026,
      YEAR_2025,
      'posted_from=2025-06-15&posted_to=2026-02-15',
      'posted_from=2026-02-11&posted_to=2026-02-28',
      'posted_from=2024-01-01&posted_to=2026-12-31',
      'posted_from=2027-03-01&posted_to=2027-03-31',
      'posted_from=2031-01-01&posted_to=2031-12-31',
    ])
      for (const level of LEVELS) {
        const { rows, totals } = await balanceOf(client, session, days, level)
        const sum = (of: (row: BalanceRow) => number) => rows.reduce((total, row) => total + of(row), 0)
        assert.equal(
          sum(({ opening }) => opening.minor),
          0,
          `${days} ${level}: openings`
        )
        assert.equal(
          sum(({ closing }) => closing.minor),
          0,
          `${days} ${level}: balances`
        )
        assert.equal(
          sum(({ debit }) => debit.minor),
          sum(({ credit }) => credit.minor),
          `${days} ${level}: sums`
        )
        assert.equal(totals.closing[0]?.minor, 0)
        assert.equal(totals.debit[0]?.minor, totals.credit[0]?.minor)
        for (const { opening, debit, credit, closing, code } of rows)
          assert.equal(closing.minor, opening.minor + debit.minor - credit.minor, `${days} ${level} ${code}`)
      }
  })

  test('the books of the whole group add up, too', async ({ client, assert }) => {
    await makeBooks()
    const { session } = await makeSignedIn('s1st3ma')

    for (const level of LEVELS) {
      const { totals } = await balanceOf(client, session, YEAR_2026, level)
      assert.deepEqual([totals.opening[0]?.minor, totals.closing[0]?.minor], [0, 0])
      assert.equal(totals.debit[0]?.minor, totals.credit[0]?.minor)
    }
  })

  test('of several companies each begins its year at zero, whichever of them closed the one before', async ({
    client,
    assert,
  }) => {
    const [open, closed, july] = [
      await makeBooks(),
      await makeBooks(),
      await keepBooks((await makeSite()).siteId, ['2025-09', '2026-03']),
    ]
    await move(closed.siteId, '2025', 'soft_close', 'close')
    const siteIds = [open.siteId, closed.siteId, july.siteId]
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds })

    for (const level of LEVELS) {
      const { rows, totals } = await balanceOf(client, session, YEAR_2026, level)
      const sum = (first: string, of: (row: BalanceRow) => Money) =>
        rows
          .filter(({ code, name }) => code.startsWith(first) && name !== NAME)
          .reduce((total, row) => total + of(row).minor, 0)
      for (const group of ['6', '7'])
        assert.equal(
          sum(group, ({ opening }) => opening),
          0,
          `${level} ${group}`
        )
      assert.equal(
        sum('6', ({ closing }) => closing),
        15_000,
        level
      )
      assert.equal(
        sum('7', ({ closing }) => closing),
        -150_000,
        level
      )
      const left = rows.filter(({ name }) => name === NAME).map(({ closing }) => closing.minor)
      assert.equal(
        left.reduce((total, minor) => total + minor, 0),
        -36_000,
        `${level}: of the two that are not closed`
      )
      assert.deepEqual([totals.opening[0]?.minor, totals.closing[0]?.minor], [0, 0], level)
    }
  })

  test('a range over two years reads as if the first had been regularized on its last day', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeBooks()
    const days = 'posted_from=2025-06-15&posted_to=2026-02-15'

    const open = figures(await balanceOf(client, session, days))
    assert.deepEqual(open, {
      'sin cerrar': [0, 0, 18_000, -18_000],
      '570': [30_000, 50_000, 12_000, 68_000],
      '629': [0, 12_000, 12_000, 0],
      '705': [-30_000, 30_000, 50_000, -50_000],
    })
    await move(siteId, '2025', 'soft_close', 'close')
    const closed = figures(await balanceOf(client, session, days))
    assert.deepEqual([closed['629'], closed['705']], [open['629'], open['705']])
    assert.deepEqual(closed['129']?.at(-1), -18_000)
    assert.notProperty(closed, 'sin cerrar')
  })

  test('closing moves the line into the account for the result, and reopening brings it back', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeBooks()
    const read = async () => {
      const all = figures(await balanceOf(client, session, YEAR_2026))
      return Object.fromEntries(
        Object.entries(all)
          .map(([code, row]) => [code, row.at(-1)] as const)
          .filter(([, closing]) => closing !== 0)
      )
    }
    const before = await read()

    await move(siteId, '2025', 'soft_close', 'close')
    const { 'sin cerrar': unclosed, ...others } = before
    assert.deepEqual(await read(), { ...others, '129': unclosed })

    await move(siteId, '2025', 'undo_close')
    assert.deepEqual(await read(), before)
  })

  test('of a company whose years begin in July, too', async ({ client, assert }) => {
    const { code } = await makeSite()
    const siteId = await createSite(
      {
        code: `J${code.slice(1)}`,
        legalName: `Temporada ${code}, S.L.`,
        taxId: cif(1_000_000 + uniqueNumber(5_000_000)),
        kind: 'company',
        territory: 'peninsula_baleares',
        startedOn: calendarDate('2024-07-01'),
        plan: 'pymes',
        fiscalYearStartMonth: 7,
      },
      SYSTEM
    )
    await execute(`update sites set status = 'active' where id = :siteId`, { siteId })
    const { session } = await keepBooks(siteId, ['2025-06', '2025-08'])

    assert.deepEqual(figures(await balanceOf(client, session, YEAR_2025)), {
      'sin cerrar': [0, 0, 18_000, -18_000],
      '570': [0, 80_000, 17_000, 63_000],
      '629': [0, 17_000, 12_000, 5_000],
      '705': [0, 30_000, 80_000, -50_000],
    })
    assert.deepEqual(
      figures(await balanceOf(client, session, 'posted_from=2025-07-01&posted_to=2026-06-30'))['705'],
      [0, 0, 50_000, -50_000]
    )
    assert.deepEqual(figures(await balanceOf(client, session, YEAR_2026))['705'], [-50_000, 50_000, 0, 0])
  })

  test('the plan compares year with year and has the line under the account for the result', async ({
    client,
    assert,
  }) => {
    const { session } = await makeBooks()
    const { nodes } = await propsOf<{ nodes: PlanRow[] }>(client, session, `/accounts/plan?${YEAR_2026}`)
    const of = (rows: PlanRow[], code: string) =>
      rows.filter((row) => row.code === code).map(({ balance, previous }) => [balance.minor, previous.minor])

    assert.deepEqual(of(nodes, '6'), [[5_000, 12_000]])
    assert.deepEqual(of(nodes, '7'), [[-50_000, -30_000]])
    assert.deepEqual(of(nodes, '1'), [[-18_000, 0]])
    assert.equal(
      nodes.reduce((sum, { balance }) => sum + balance.minor, 0),
      0
    )
    const answer = await client
      .get(`/accounts/plan/nodes?parents[]=c:129&${YEAR_2026}`)
      .withSession(session)
      .header('accept', 'application/json')
    const [branch] = (answer.body() as { data: { rows: PlanRow[] }[] }).data
    assert.deepEqual(
      branch?.rows.map(({ kind, name, balance }) => [kind, name, balance.minor]),
      [['unclosed', NAME, -18_000]]
    )
    const { found } = await propsOf<{ found: { rows: PlanRow[] } }>(
      client,
      session,
      `/accounts/plan?${YEAR_2026}&q=sin+cerrar`
    )
    assert.include(
      found.rows.map(({ name }) => name),
      NAME
    )
    for (const path of [`/accounts/plan?${YEAR_2026}`, `/accounts/trial-balance?level=full&${YEAR_2026}`]) {
      const file = await client.get(`${path}&export=csv`).withSession(session)
      assert.match(file.text(), new RegExp(`${NAME}.*-180,00`))
      assert.match(file.text(), /62900000;[^\n]*;50,00/)
    }
  })

  test('the mayor of an expense begins each year at zero, that of cash goes on', async ({
    client,
    assert,
  }) => {
    const { session, expense, cash } = await makeBooks()
    const balances = async (account: number) => {
      const { lines, account: head } = await propsOf<{
        account: { balance: Money }
        lines: { rows: { balance: Money }[] }
      }>(client, session, `/accounts/plan/${account}/ledger?sort=posted_on`)
      return [...lines.rows.map(({ balance }) => balance.minor), head.balance.minor]
    }

    assert.deepEqual(await balances(expense), [12_000, 5_000, 5_000])
    assert.deepEqual(await balances(cash), [30_000, 18_000, 68_000, 63_000, 63_000])
  })
})
