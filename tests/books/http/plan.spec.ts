import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'

type Money = { minor: number }
type Row = {
  key: string
  kind: string
  code: string
  name: string
  site: string | null
  accountId: number | null
  hasChildren: boolean
  level: number
  debit: Money
  credit: Money
  balance: Money
  previous: Money
  change: Money
  changeBasisPoints: number | null
}
type Branch = { parent: string; rows: Row[]; next: string | null }
type Page = { nodes: Row[]; found: { rows: Row[] } | null }

let sequence = 0

function post(
  siteId: number,
  on: string,
  lines: [number, number][],
  journal: 'diversos' | 'nomina' = 'diversos'
) {
  return inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate(on),
        journal,
        kind: 'prueba',
        idempotencyKey: `plan-${process.pid}-${Date.now()}-${++sequence}`,
        description: 'Asiento de prueba',
        lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
      },
      trx
    )
  )
}

/** A company with 300,00 € of rent in 2026 and 100,00 € the year before, both paid in cash. */
async function makeBook() {
  const { siteId, code } = await makeSite()
  const rent = await makeAccount(siteId, '621')
  const cash = await makeAccount(siteId, '570')
  await post(siteId, '2025-05-10', [
    [rent, 10_000],
    [cash, -10_000],
  ])
  for (const [day, cents] of [
    ['2026-03-15', 20_000],
    ['2026-06-20', 10_000],
  ] as const)
    await post(siteId, day, [
      [rent, cents],
      [cash, -cents],
    ])
  return { siteId, code, rent, cash }
}

async function pageOf(client: ApiClient, session: SessionData, query = ''): Promise<Page> {
  const response = await client.get(`/accounts/plan?${query}`).withSession(session).withInertia()
  response.assertStatus(200)
  return response.inertiaProps as Page
}

async function branchOf(
  client: ApiClient,
  session: SessionData,
  parent: string,
  query = ''
): Promise<Branch> {
  const response = await client
    .get(`/accounts/plan/nodes?parents[]=${parent}&${query}`)
    .withSession(session)
    .header('accept', 'application/json')
  response.assertStatus(200)
  const [branch] = (response.body() as { data: Branch[] }).data
  if (!branch) throw new Error('No branch')
  return branch
}

const rowOf = (rows: Row[], code: string): Row => {
  const found = rows.find((row) => row.code === code)
  if (!found) throw new Error(`No row ${code}`)
  return found
}
const figures = ({ debit, credit, balance, previous }: Row) =>
  [debit, credit, balance, previous].map(({ minor }) => minor)

const YEAR = 'posted_from=2026-01-01&posted_to=2026-12-31'

test.group('Plan de cuentas', () => {
  test('each level shows what its accounts add up to, down to the account, beside the year before', async ({
    client,
    assert,
  }) => {
    const { siteId, rent } = await makeBook()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })

    const { nodes } = await pageOf(client, session, YEAR)
    assert.deepEqual(
      nodes.map(({ code }) => code),
      ['1', '2', '3', '4', '5', '6', '7']
    )
    assert.deepEqual(figures(rowOf(nodes, '6')), [30_000, 0, 30_000, 10_000])
    assert.deepEqual(figures(rowOf(nodes, '5')), [0, 30_000, -40_000, -10_000])
    for (const [parent, child] of [
      ['c:6', '62'],
      ['c:62', '621'],
    ] as const)
      assert.deepEqual(
        figures(rowOf((await branchOf(client, session, parent, YEAR)).rows, child)),
        [30_000, 0, 30_000, 10_000]
      )
    const account = rowOf((await branchOf(client, session, 'c:621', YEAR)).rows, '62100000')
    assert.deepEqual(
      [...figures(account), account.change.minor, account.changeBasisPoints],
      [30_000, 0, 30_000, 10_000, 20_000, 20_000]
    )
    assert.equal(account.accountId, rent)
  })

  test('a period cut in the middle of a month counts its own lines only', async ({ client, assert }) => {
    const { siteId } = await makeBook()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    const of = async (days: string) => {
      const { nodes } = await pageOf(client, session, days)
      const { rows } = await branchOf(client, session, 'c:621', days)
      return [figures(rowOf(nodes, '6')).slice(0, 3), figures(rowOf(rows, '62100000')).slice(0, 3)]
    }

    for (const [days, expected] of [
      ['posted_from=2026-03-15&posted_to=2026-06-19', [20_000, 0, 20_000]],
      ['posted_from=2026-03-16&posted_to=2026-06-20', [10_000, 0, 30_000]],
      ['posted_from=2026-03-01&posted_to=2026-03-14', [0, 0, 0]],
    ] as const)
      assert.deepEqual(await of(days), [expected, expected] as never)
  })

  test('what is posted shows at once, though sums are kept', async ({ client, assert }) => {
    const { siteId, rent, cash } = await makeBook()
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    await pageOf(client, session, YEAR)

    await post(siteId, '2026-07-01', [
      [rent, 500],
      [cash, -500],
    ])

    assert.equal(rowOf((await pageOf(client, session, YEAR)).nodes, '6').balance.minor, 30_500)
  })

  test('the group adds its companies up, tells them apart under a node, and each shows its accounts', async ({
    client,
    assert,
  }) => {
    const [one, other] = [await makeBook(), await makeBook()]
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [one.siteId, other.siteId] })

    const { nodes } = await pageOf(client, session, YEAR)
    assert.deepEqual(figures(rowOf(nodes, '6')), [60_000, 0, 60_000, 20_000])
    const companies = (await branchOf(client, session, 'c:621', YEAR)).rows
    assert.deepEqual(
      companies.map(({ kind, site, balance }) => [kind, site, balance.minor]),
      [one.code, other.code].sort().map((code) => ['company', code, 30_000])
    )
    const { rows } = await branchOf(client, session, `s:621:${one.siteId}`, YEAR)
    assert.deepEqual(
      rows.map(({ accountId, balance }) => [accountId, balance.minor]),
      [[one.rent, 30_000]]
    )
  })

  test('nothing of another company shows, whatever key is asked for', async ({ client, assert }) => {
    const [ours, theirs] = [await makeBook(), await makeBook()]
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [ours.siteId] })

    const branch = await branchOf(client, session, `s:621:${theirs.siteId}`)
    for (const path of ['/accounts/plan', '/accounts/plan/nodes'])
      (
        await client.get(`${path}?site_ids[]=${theirs.siteId}`).withSession(session).withInertia()
      ).assertStatus(404)

    assert.deepEqual(branch.rows, [])
    assert.equal(rowOf((await pageOf(client, session, YEAR)).nodes, '6').balance.minor, 30_000)
  })

  test('accounts are found by the beginning of their number and by words without accents', async ({
    client,
    assert,
  }) => {
    const { siteId } = await makeBook()
    await inTransaction((trx) => ensureAccount({ siteId, prefix: '629', name: 'Lavandería Núñez' }, trx))
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    const found = async (text: string) =>
      (await pageOf(client, session, `q=${encodeURIComponent(text)}`)).found?.rows.map(({ code }) => code)

    assert.deepEqual(await found('nunez lavanderia'), ['6', '62', '629', '62900000'])
    assert.deepEqual(await found('6290'), ['6', '62', '629', '62900000'])
    assert.deepEqual(await found('nada así'), [])
  })

  test('what each person is to be paid stands in one line for c0ntab1l1dad, and is nowhere to be found', async ({
    client,
    assert,
  }) => {
    const { siteId, cash } = await makeBook()
    const wages = await makeAccount(siteId, '640')
    const people = []
    for (const [id, name] of [
      [7001, 'Ana Gil'],
      [7002, 'Luis Rey'],
    ] as const)
      people.push(
        (
          await inTransaction((trx) =>
            ensureAccount({ siteId, prefix: '4650', subledger: 'employee', subledgerId: id, name }, trx)
          )
        ).id
      )
    const [ana = 0, luis = 0] = people
    await post(siteId, '2026-01-31', [[wages, 300_000], [ana, -100_000], [luis, -200_000]], 'nomina') // biome-ignore format: one entry
    await post(siteId, '2026-02-05', [[ana, 100_000], [cash, -100_000]]) // biome-ignore format: one entry
    const clerk = (await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })).session
    const senior = (await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })).session
    const parent = (
      await oneRow<{ code: string }>(
        `select p.code from ledger_accounts a join ledger_accounts p on p.id = a.parent_id where a.id = :ana`,
        { ana }
      )
    ).code

    const hidden = (await branchOf(client, clerk, `c:${parent}`, YEAR)).rows
    const whole = (await branchOf(client, senior, `c:${parent}`, YEAR)).rows

    assert.deepEqual(
      hidden.map(({ name, accountId, balance }) => [name, accountId, balance.minor]),
      [['Nómina - detalle restringido', null, -200_000]]
    )
    assert.deepEqual(
      whole.map(({ name, balance }) => [name, balance.minor]),
      [
        ['Ana Gil', 0],
        ['Luis Rey', -200_000],
      ]
    )
    assert.lengthOf((await pageOf(client, clerk, 'q=ana+gil')).found?.rows ?? [], 0)
    const file = (await client.get('/accounts/plan?export=csv').withSession(clerk)).text()
    assert.notInclude(file, 'Ana Gil')
    assert.include((await client.get('/accounts/plan?export=csv').withSession(senior)).text(), 'Ana Gil')
  })

  test('more accounts than one answer carries come after the last code', async ({ client, assert }) => {
    const { siteId } = await makeBook()
    await execute(
      `insert into ledger_accounts (site_id, code, parent_id, name, type, normal_side, is_postable, origin)
       select :siteId, '6220' || lpad(g::text, 4, '0'), p.id, 'Reparaciones ' || g, 'expense', 'D', true, 'manual'
         from generate_series(1, 250) g join ledger_accounts p on p.site_id = :siteId and p.code = '622'`,
      { siteId }
    )
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })

    const first = await branchOf(client, session, 'c:622')
    const rest = await branchOf(client, session, 'c:622', `after=${first.next}`)

    assert.deepEqual(
      [first.rows.length, first.next, rest.rows.length, rest.next],
      [200, '62200200', 50, null]
    )
  })

  test('the plan goes out as XLSX, CSV and PDF', async ({ client, assert }) => {
    const { siteId } = await makeBook()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    const kinds: string[] = []
    for (const format of ['xlsx', 'csv', 'pdf'])
      kinds.push(
        String(
          (await client.get(`/accounts/plan?export=${format}`).withSession(session)).header('content-type')
        )
      )

    assert.match(kinds.join(' '), /spreadsheetml.*text\/csv.*application\/pdf/)
  })
})
