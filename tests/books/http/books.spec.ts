import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

type Sent = { session: SessionData; method: 'post' | 'put' | 'delete'; path: string; body?: object }

async function send(client: ApiClient, { session, method, path, body = {} }: Sent): Promise<ApiResponse> {
  await execute(`update user_sessions set step_up_at = now()`)
  return client[method](path)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/accounts/journal')
    .redirects(0)
    .json(body) as unknown as ApiResponse
}

/** A company with an expense, a bank and a capital account. */
async function makeBook() {
  const { siteId } = await makeSite()
  const account = (prefix: string, name: string) =>
    inTransaction((trx) => ensureAccount({ siteId, prefix, name }, trx))
  return {
    siteId,
    expense: await account('629', 'Otros servicios'),
    income: await account('705', 'Prestaciones de servicios'),
    cash: await account('570', 'Caja'),
    capital: await account('100', 'Capital social'),
  }
}
type Book = Awaited<ReturnType<typeof makeBook>>

let sequence = 0
const post = ({ siteId }: Book, on: string, lines: [number, number][]) =>
  inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate(on),
        journal: 'diversos',
        kind: 'prueba',
        idempotencyKey: `books-${process.pid}-${Date.now()}-${++sequence}`,
        description: 'Asiento de prueba',
        lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
      },
      trx
    )
  )

const draft = (book: Book, more: object = {}) => ({
  site_id: book.siteId,
  posted_on: '2026-03-10',
  description: 'Regularización de caja',
  lines: [
    { account_id: book.expense.id, debit: '100,00', credit: '0', memo: 'Falta' },
    { account_id: book.cash.id, debit: '0', credit: '100,00', memo: null },
  ],
  ...more,
})

const violated = async () => (await checkInvariants()).filter(({ violations }) => violations > 0)
const balanceOf = async (accountId: number) =>
  (
    await row<{ minor: number }>(
      `select base_minor as minor from account_balances where account_id = :accountId`,
      {
        accountId,
      }
    )
  )?.minor ?? 0

async function drafted(client: ApiClient, book: Book, author: Person): Promise<number> {
  const session = await signedIn(author)
  const response = await send(client, {
    session,
    method: 'post',
    path: '/accounts/journal/manual',
    body: draft(book),
  })
  return Number(/\/(\d+)$/.exec(String(response.header('location')))?.[1])
}

test.group('Manual entries', () => {
  test('one person drafts, another approves, and only then the ledger has it', async ({ client, assert }) => {
    const book = await makeBook()
    const [author, senior] = [await makeUser('c0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]
    const id = await drafted(client, book, author)
    assert.equal(await balanceOf(book.expense.id), 0)

    const session = await signedIn(senior)
    const body = { lock_version: 0 }
    await send(client, { session, method: 'post', path: `/accounts/journal/manual/${id}/approval`, body })
    await send(client, { session, method: 'post', path: `/accounts/journal/manual/${id}/approval`, body })

    assert.equal(await balanceOf(book.expense.id), 10_000)
    const entry = await oneRow<{ status: string; approvedBy: number }>(
      `select status, approved_by from manual_entries where id = :id`,
      { id }
    )
    assert.deepEqual(entry, { status: 'posted', approvedBy: senior.id })
    assert.deepEqual(await violated(), [])
  })

  test('neither its author nor who changed it last approves it, whatever their role', async ({
    client,
    assert,
  }) => {
    const book = await makeBook()
    const [author, editor] = [await makeUser('s1st3ma'), await makeUser('superC0ntab1l1dad')]
    const id = await drafted(client, book, author)
    const { site_id: _, ...changes } = draft(book, { description: 'Otro concepto' })
    const path = `/accounts/journal/manual/${id}`
    const editing = await signedIn(editor)
    await send(client, { session: editing, method: 'put', path, body: { ...changes, lock_version: 0 } })

    for (const person of [author, editor])
      await send(client, {
        session: await signedIn(person),
        method: 'post',
        path: `${path}/approval`,
        body: { lock_version: 1 },
      })

    assert.equal(await balanceOf(book.expense.id), 0)
    await assert.rejects(
      () =>
        execute(`update manual_entries set approved_by = created_by, status = 'posted' where id = :id`, {
          id,
        }),
      /manual_entries/
    )
  })

  test('whoever changed a draft once does not approve it, though somebody changed it after them', async ({
    client,
    assert,
  }) => {
    const book = await makeBook()
    const [author, editor] = [await makeUser('c0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]
    const id = await drafted(client, book, author)
    const path = `/accounts/journal/manual/${id}`
    const change = async (person: Person, version: number, description: string) => {
      const { site_id: _, ...changes } = draft(book, { description })
      const body = { ...changes, lock_version: version }
      await send(client, { session: await signedIn(person), method: 'put', path, body })
    }
    await change(editor, 0, 'Otra cuenta')
    await change(author, 1, 'Otra cuenta.')

    const session = await signedIn(editor)
    const body = { lock_version: 2 }
    const response = await send(client, { session, method: 'post', path: `${path}/approval`, body })

    assert.equal(
      response.flashMessage('error'),
      'Debe aprobarlo una persona distinta de quien lo ha preparado.'
    )
    assert.equal(await balanceOf(book.expense.id), 0)
    await assert.rejects(
      () =>
        execute(
          `update manual_entries set approved_by = :editor, status = 'posted', journal_entry_id = (select min(id) from journal_entries) where id = :id`,
          { id, editor: editor.id }
        ),
      /manual_entry_four_eyes/
    )
  })

  test('what changed since it was shown is not approved', async ({ client, assert }) => {
    const book = await makeBook()
    const [author, senior] = [await makeUser('c0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]
    const id = await drafted(client, book, author)
    const path = `/accounts/journal/manual/${id}`
    const { site_id: _, ...changes } = draft(book)
    const raised = changes.lines.map((line) => ({
      ...line,
      debit: line.debit === '0' ? '0' : '900,00',
      credit: line.credit === '0' ? '0' : '900,00',
    }))
    const session = await signedIn(author)
    await send(client, { session, method: 'put', path, body: { ...changes, lines: raised, lock_version: 0 } })

    const approving = await signedIn(senior)
    await send(client, {
      session: approving,
      method: 'post',
      path: `${path}/approval`,
      body: { lock_version: 0 },
    })

    assert.equal(await balanceOf(book.expense.id), 0)
  })

  test('an entry that does not balance, VAT and accounts of another company are refused at their place', async ({
    client,
    assert,
  }) => {
    const [book, other] = [await makeBook(), await makeBook()]
    const vat = await inTransaction((trx) =>
      ensureAccount({ siteId: book.siteId, prefix: '472', exactCode: '47200021', name: 'IVA' }, trx)
    )
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const [first, second] = draft(book).lines
    const store = (lines: unknown[]) =>
      send(client, {
        session,
        method: 'post',
        path: '/accounts/journal/manual',
        body: draft(book, { lines }),
      })

    const unequal = await store([first, { ...second, credit: '99,00' }])
    const taxed = await store([{ ...first, account_id: vat.id }, second])
    const foreign = await store([{ ...first, account_id: other.expense.id }, second])

    assert.equal(errorAt(unequal, 'lines'), 'El asiento no cuadra (diferencia 1,00\u00a0€).')
    assert.match(errorAt(taxed, 'lines.0.account_id') ?? '', /IVA/)
    assert.equal(errorAt(foreign, 'lines.0.account_id'), 'Elija una cuenta de la empresa.')
  })

  test('a posted entry is not changed but reversed, with its reason', async ({ client, assert }) => {
    const book = await makeBook()
    const [author, senior] = [await makeUser('c0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]
    const id = await drafted(client, book, author)
    const path = `/accounts/journal/manual/${id}`
    const session = await signedIn(senior)
    await send(client, { session, method: 'post', path: `${path}/approval`, body: { lock_version: 0 } })

    const bare = { reason: '', posted_on: '2026-03-31' }
    const refused = await send(client, { session, method: 'post', path: `${path}/reversal`, body: bare })
    const body = { reason: 'Se registró dos veces', posted_on: '2026-03-31' }
    await send(client, { session, method: 'post', path: `${path}/reversal`, body })

    assert.match(errorAt(refused, 'reason') ?? '', /obligatorio|motivo/)
    assert.equal(await balanceOf(book.expense.id), 0)
    await assert.rejects(
      () => execute(`update manual_entries set description = 'otra cosa' where id = :id`, { id }),
      /manual_entry_frozen/
    )
  })
})

test.group('Reports of the books', () => {
  test('every level of the balance adds up to the same and to zero', async ({ client, assert }) => {
    const book = await makeBook()
    await post(book, '2025-12-20', [
      [book.cash.id, 50_000],
      [book.capital.id, -50_000],
    ])
    await post(book, '2026-01-15', [
      [book.expense.id, 12_000],
      [book.cash.id, -12_000],
    ])
    await post(book, '2026-02-20', [
      [book.cash.id, 30_000],
      [book.income.id, -30_000],
    ])
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [book.siteId] })
    type Sums = { minor: number }[]
    type Balance = {
      totals: Record<'opening' | 'debit' | 'credit' | 'closing', Sums>
      rows: { code: string; closing: { minor: number } }[]
    }
    const read = async (query: string) =>
      (
        (await client.get(`/accounts/trial-balance?${query}`).withSession(session).withInertia())
          .inertiaProps as { balance: Balance }
      ).balance

    // The 16th of January and the 10th of February cut a month each.
    for (const days of [
      'posted_from=2026-01-01&posted_to=2026-12-31',
      'posted_from=2026-01-16&posted_to=2026-02-10',
    ])
      for (const level of ['1', '2', '3', '4', 'full']) {
        const { totals } = await read(`${days}&level=${level}`)
        const whole = days.includes('12-31')
        assert.deepEqual(totals.debit, [{ minor: whole ? 42_000 : 0, currency: 'EUR' }] as never)
        assert.deepEqual(totals.credit, totals.debit)
        assert.equal(totals.opening[0]?.minor, 0)
        assert.equal(totals.closing[0]?.minor, 0)
      }

    const { rows: accounts } = await read('posted_from=2026-01-16&posted_to=2026-02-10&level=full')
    assert.deepEqual(
      accounts.map(({ code, closing }) => [code.slice(0, 3), closing.minor]),
      [
        ['100', -50_000],
        ['570', 38_000],
        ['629', 12_000],
      ]
    )
  })

  test('the mayor carries its balance line by line and ends at the balance of the account', async ({
    client,
    assert,
  }) => {
    const book = await makeBook()
    for (const [day, cents] of [
      ['2026-01-10', 1_000],
      ['2026-01-10', 2_000],
      ['2026-02-01', -500],
    ] as const)
      await post(book, day, [
        [book.cash.id, cents],
        [book.capital.id, -cents],
      ])
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [book.siteId] })

    const page = await client.get(`/accounts/plan/${book.cash.id}/ledger`).withSession(session).withInertia()
    const { lines } = page.inertiaProps as { lines: { rows: { balance: { minor: number } }[] } }

    assert.deepEqual(
      lines.rows.map(({ balance }) => balance.minor),
      [2_500, 3_000, 1_000]
    )
  })

  test('books of another company are not there: not in lists, not by their keys', async ({
    client,
    assert,
  }) => {
    const [ours, theirs] = [await makeBook(), await makeBook()]
    const { entryId } = await post(theirs, '2026-01-10', [
      [theirs.cash.id, 1_000],
      [theirs.capital.id, -1_000],
    ])
    const manual = await drafted(client, theirs, await makeUser('c0ntab1l1dad'))
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [ours.siteId] })
    const get = (path: string) => client.get(path).withSession(session).withInertia()

    for (const path of [
      `/accounts/journal/${entryId}`,
      `/accounts/journal/manual/${manual}`,
      `/accounts/plan/${theirs.cash.id}/ledger`,
      `/accounts/journal?site_ids[]=${theirs.siteId}`,
      `/accounts/trial-balance?site_ids[]=${theirs.siteId}`,
      `/accounts/periods?site_ids[]=${theirs.siteId}`,
      `/accounts/plan/options?site_id=${theirs.siteId}`,
    ])
      (await get(path)).assertStatus(404)
    const list = (await get('/accounts/journal')).inertiaProps as { entries: { total: number } }
    assert.equal(list.entries.total, 0)
  })
})

test.group('Closing a year', () => {
  const stepOf = (year: number, step: string) => `/accounts/fiscal-years/${year}/${step}`
  const yearOf = (book: Book, code: string) =>
    oneRow<{ id: number; status: string }>(
      `select id, status from fiscal_years where site_id = :siteId and code = :code`,
      { siteId: book.siteId, code }
    )

  async function makeClosable() {
    const book = await makeBook()
    await post(book, '2025-11-20', [
      [book.cash.id, 50_000],
      [book.capital.id, -50_000],
    ])
    await post(book, '2025-12-15', [
      [book.expense.id, 12_000],
      [book.cash.id, -12_000],
    ])
    await post(book, '2025-12-20', [
      [book.cash.id, 30_000],
      [book.income.id, -30_000],
    ])
    return book
  }

  test('regularización, cierre and apertura leave today’s balances and the result in 129', async ({
    client,
    assert,
  }) => {
    const book = await makeClosable()
    const { session } = await makeSignedIn('s1st3ma')
    const { id } = await yearOf(book, '2025')
    for (const month of ['202511', '202512'])
      await send(client, { session, method: 'post', path: `/accounts/periods/${book.siteId}/${month}/lock` })

    await send(client, { session, method: 'post', path: stepOf(id, 'soft_close') })
    await send(client, { session, method: 'post', path: stepOf(id, 'close') })

    assert.equal((await yearOf(book, '2025')).status, 'closed')
    const entries = await rows<{ journal: string; postedOn: string }>(
      `select journal, posted_on from journal_entries where source_type = 'fiscal_year' and source_id = :id order by id`,
      { id }
    )
    assert.deepEqual(entries, [
      { journal: 'regularizacion', postedOn: '2025-12-31' },
      { journal: 'cierre', postedOn: '2025-12-31' },
      { journal: 'apertura', postedOn: '2026-01-01' },
    ] as never)
    const result = await oneRow<{ minor: number }>(
      `select b.base_minor as minor from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like '129%'`,
      { siteId: book.siteId }
    )
    assert.equal(result.minor, -18_000)
    assert.equal(await balanceOf(book.cash.id), 68_000)
    assert.deepEqual([await balanceOf(book.expense.id), await balanceOf(book.income.id)], [0, 0])
    const { atEnd } = await oneRow<{ atEnd: number }>(
      `select coalesce(sum(abs(s)), 0)::int as at_end from (select sum(base_minor) as s from journal_lines where site_id = :siteId and posted_on <= '2025-12-31' group by account_id) x`,
      { siteId: book.siteId }
    )
    assert.equal(atEnd, 0)
    await assert.rejects(
      () =>
        post(book, '2025-12-30', [
          [book.cash.id, 1],
          [book.capital.id, -1],
        ]),
      /cerrado/
    )
    assert.deepEqual(await violated(), [])
  })

  test('a year that was closed is reopened with its reason, and closed again', async ({ client, assert }) => {
    const book = await makeClosable()
    const { session } = await makeSignedIn('s1st3ma')
    const { id } = await yearOf(book, '2025')
    const step = (name: string, body = {}) =>
      send(client, { session, method: 'post', path: stepOf(id, name), body })
    await step('soft_close')
    await step('close')

    const refused = await step('undo_close')
    await step('undo_close', { reason: 'Faltaba una factura' })
    assert.equal((await yearOf(book, '2025')).status, 'soft_closed')
    assert.deepEqual([await balanceOf(book.expense.id), await balanceOf(book.income.id)], [12_000, -30_000])
    await step('close')

    assert.equal(errorAt(refused, 'reason'), 'Indique el motivo.')
    assert.equal((await yearOf(book, '2025')).status, 'closed')
    assert.equal(await balanceOf(book.cash.id), 68_000)
    assert.deepEqual([await balanceOf(book.expense.id), await balanceOf(book.income.id)], [0, 0])
    assert.deepEqual(await violated(), [])
  })

  test('senior accounting closes provisionally and no further; a year is not closed before the one before it', async ({
    client,
    assert,
  }) => {
    const book = await makeClosable()
    const senior = await signedIn(await makeUser('superC0ntab1l1dad'))
    const system = await signedIn(await makeUser('s1st3ma'))
    const [first, second] = [await yearOf(book, '2025'), await yearOf(book, '2026')]

    for (const year of [first, second])
      await send(client, { session: senior, method: 'post', path: stepOf(year.id, 'soft_close') })
    await send(client, { session: senior, method: 'post', path: stepOf(first.id, 'close') })
    await send(client, { session: system, method: 'post', path: stepOf(second.id, 'close') })

    assert.equal((await yearOf(book, '2025')).status, 'soft_closed')
    assert.equal((await yearOf(book, '2026')).status, 'soft_closed')
  })

  test('a locked month takes nothing, and only s1st3ma unlocks it, with a reason', async ({
    client,
    assert,
  }) => {
    const book = await makeBook()
    const [senior, system] = [
      await signedIn(await makeUser('superC0ntab1l1dad')),
      await signedIn(await makeUser('s1st3ma')),
    ]
    const path = `/accounts/periods/${book.siteId}/202603/lock`
    const posting = () =>
      post(book, '2026-03-05', [
        [book.cash.id, 100],
        [book.capital.id, -100],
      ])

    await send(client, { session: senior, method: 'post', path })
    await assert.rejects(posting, /cerrado/)
    await send(client, { session: senior, method: 'delete', path, body: { reason: 'me equivoqué' } })
    await assert.rejects(posting, /cerrado/)
    await send(client, { session: system, method: 'delete', path, body: { reason: 'me equivoqué' } })

    await posting()
    assert.equal(await balanceOf(book.cash.id), 100)
  })
})
