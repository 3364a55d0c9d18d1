import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { groupAccount } from '#app/ledger/actions/group_account'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { balanceOf, makeAccount } from '#tests/factories/books'
import { type GroupCompany, makeGroup } from '#tests/factories/group_books'
import { makeUser } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

type Sent = { session: SessionData; method?: 'post' | 'put'; path: string; body?: object }

async function send(client: ApiClient, { session, method = 'post', path, body = {} }: Sent) {
  await execute(`update user_sessions set step_up_at = now()`)
  return client[method](path)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/accounts/journal')
    .redirects(0)
    .json(body) as unknown as Promise<ApiResponse>
}

/** Two companies; what the first has with the second, and where the second takes it. */
async function stage() {
  const [one, other] = await makeGroup(2)
  if (!one || !other) throw new Error('Two companies were asked for')
  const account = await inTransaction((trx) =>
    groupAccount({ siteId: one.siteId, partnerId: other.siteId, role: 'intercompany_current' }, trx)
  )
  return { one, other, accountId: account.id, expense: await makeAccount(other.siteId, '629') }
}
type Stage = Awaited<ReturnType<typeof stage>>

const draft = ({ one, accountId, expense }: Stage, counter: number | null = expense) => ({
  site_id: one.siteId,
  posted_on: '2026-03-10',
  description: 'Gasto pagado por cuenta de otra empresa',
  lines: [
    { account_id: accountId, debit: '80,00', credit: '0', memo: null, counter_account_id: counter },
    { account_id: one.cash, debit: '0', credit: '80,00', memo: null },
  ],
})

const of = (companies: GroupCompany[]) => ({ siteIds: companies.map(({ siteId }) => siteId) })

async function drafted(client: ApiClient, found: Stage): Promise<number> {
  const author = await makeUser('c0ntab1l1dad', of([found.one, found.other]))
  const response = await send(client, {
    session: await signedIn(author),
    path: '/accounts/journal/manual',
    body: draft(found),
  })
  return Number(/\/(\d+)$/.exec(String(response.header('location')))?.[1])
}

const partnerBalance = async ({ one, other }: Stage): Promise<number> =>
  (
    await row<{ minor: number }>(
      `select sum(amount_minor)::bigint as minor from group_lines where site_id = :other and partner_id = :one`,
      { one: one.siteId, other: other.siteId }
    )
  )?.minor ?? 0

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

test.group('Manual entries of two companies', () => {
  test('an entry on a balance with another company is posted in both books, and taken back in both', async ({
    client,
    assert,
  }) => {
    const found = await stage()
    const id = await drafted(client, found)
    const session = await signedIn(await makeUser('superC0ntab1l1dad', of([found.one, found.other])))
    const path = `/accounts/journal/manual/${id}`

    await send(client, { session, path: `${path}/approval`, body: { lock_version: 0 } })

    assert.equal(await balanceOf(found.expense), 8_000)
    assert.equal(await partnerBalance(found), -8_000)
    assert.deepEqual(await violations(), [])

    await send(client, {
      session,
      path: `${path}/reversal`,
      body: { reason: 'Era de otra empresa', posted_on: '2026-03-11' },
    })

    assert.equal(await balanceOf(found.expense), 0)
    assert.equal(await partnerBalance(found), 0)
    assert.deepEqual(await violations(), [])
  })

  test('it names the account of the other company', async ({ client, assert }) => {
    const found = await stage()
    const session = await signedIn(await makeUser('superC0ntab1l1dad', of([found.one, found.other])))

    const without = await send(client, {
      session,
      path: '/accounts/journal/manual',
      body: draft(found, null),
    })
    const own = await send(client, {
      session,
      path: '/accounts/journal/manual',
      body: draft(found, found.one.cash),
    })

    assert.match(errorAt(without, 'lines.0.counter_account_id') ?? '', /Indique la cuenta que lo recoge/)
    assert.match(errorAt(own, 'lines.0.counter_account_id') ?? '', /Elija una cuenta de/)
  })

  test('it is for who keeps both books, to write and to approve', async ({ client, assert }) => {
    const found = await stage()
    const id = await drafted(client, found)
    const session = await signedIn(await makeUser('superC0ntab1l1dad', of([found.one])))

    const writing = await send(client, { session, path: '/accounts/journal/manual', body: draft(found) })
    const approving = await send(client, {
      session,
      path: `/accounts/journal/manual/${id}/approval`,
      body: { lock_version: 0 },
    })

    assert.deepEqual([writing.status(), approving.status()], [404, 404])
    const { status } = await oneRow<{ status: string }>(`select status from manual_entries where id = :id`, {
      id,
    })
    assert.equal(status, 'draft')
  })

  test('an account that does not say whose it is takes no line', async ({ client, assert }) => {
    const found = await stage()
    const untold = await makeAccount(found.one.siteId, '5523')
    const session = await signedIn(await makeUser('superC0ntab1l1dad', of([found.one, found.other])))

    const response = await send(client, {
      session,
      path: '/accounts/journal/manual',
      body: draft({ ...found, accountId: untold }),
    })

    assert.match(errorAt(response, 'lines.0.account_id') ?? '', /no dice con qué empresa/)
  })
})

test.group('Accounts of balances with the group in the plan', () => {
  const create = (siteId: number, code: string, partner?: string) => ({
    site_id: siteId,
    parent: '5523',
    code,
    name: 'Cuenta con el grupo',
    reconcilable: null,
    ...(partner ? { partner } : {}),
  })

  test('one opened by hand says with which company it is', async ({ client, assert }) => {
    const [one, other] = await makeGroup(2)
    if (!one || !other) throw new Error('Two companies were asked for')
    const session = await signedIn(await makeUser('superC0ntab1l1dad', of([one, other])))

    const asked = await send(client, {
      session,
      path: '/accounts/plan',
      body: create(one.siteId, '55230007'),
    })
    await send(client, {
      session,
      path: '/accounts/plan',
      body: create(one.siteId, '55230007', String(other.siteId)),
    })

    assert.match(errorAt(asked, 'partner') ?? '', /indique con cuál/)
    const account = await inTransaction((trx) =>
      groupAccount({ siteId: one.siteId, partnerId: other.siteId, role: 'intercompany_current' }, trx)
    )
    assert.equal(account.code, '55230007')
  })

  test('one with a company whose books are elsewhere is posted alone', async ({ client, assert }) => {
    const [one] = await makeGroup(1)
    if (!one) throw new Error('A company was asked for')
    const session = await signedIn(await makeUser('superC0ntab1l1dad', of([one])))

    await send(client, {
      session,
      path: '/accounts/plan',
      body: create(one.siteId, '55230008', 'outside'),
    })
    const { id } = await oneRow<{ id: number }>(
      `select id from ledger_accounts where site_id = :siteId and code = '55230008'`,
      one
    )
    const response = await send(client, {
      session,
      path: '/accounts/journal/manual',
      body: {
        site_id: one.siteId,
        posted_on: '2026-03-10',
        description: 'Con la matriz',
        lines: [
          { account_id: id, debit: '5,00', credit: '0' },
          { account_id: one.cash, debit: '0', credit: '5,00' },
        ],
      },
    })

    assert.match(String(response.header('location')), /\/accounts\/journal\/manual\/\d+$/)
  })
})
