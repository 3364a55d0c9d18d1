import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { groupLine } from '#app/ledger/actions/group_account'
import { type BooksDraft, postBooks } from '#app/ledger/actions/post_books'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { balanceOf, makeAccount } from '#tests/factories/books'
import { type GroupCompany, lent, makeGroup, nextSource } from '#tests/factories/group_books'

const DAY = calendarDate('2026-03-10')

async function pair(): Promise<{ one: GroupCompany; other: GroupCompany }> {
  const [one, other] = await makeGroup(2)
  if (!one || !other) throw new Error('Two companies were asked for')
  return { one, other }
}

const entriesOf = (groupKey: string) =>
  rows<{ id: number; siteId: number; entryNo: number; reversesId: number | null }>(
    `select id, site_id, entry_no, reverses_id from journal_entries where group_key = :groupKey order by id`,
    { groupKey }
  )

const nameOf = async (siteId: number): Promise<string> =>
  (
    await oneRow<{ name: string }>(`select legal_name::text as name from sites where id = :siteId`, {
      siteId,
    })
  ).name

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

/** What a company says of another one on its own, as no document of ours does. */
async function alone(company: GroupCompany, partner: GroupCompany, given: object = {}, amountMinor = 700) {
  return inTransaction(async (trx) => {
    const line = await groupLine(
      { siteId: company.siteId, partnerId: partner.siteId, role: 'intercompany_current', amountMinor },
      trx
    )
    return postEntry(
      {
        siteId: company.siteId,
        postedOn: DAY,
        journal: 'diversos',
        kind: 'test.alone',
        idempotencyKey: `test:${nextSource()}`,
        description: 'Apunte suelto',
        lines: [line, { accountId: company.cash, amountMinor: -amountMinor }],
        ...given,
      },
      trx
    )
  })
}

test.group('Books of several companies', () => {
  test('an operation stands in both books under one key', async ({ assert }) => {
    const { one, other } = await pair()

    const { groupKey, entries } = await lent({ creditor: other, debtor: one, amountMinor: 50_000 })

    assert.deepEqual(
      (await entriesOf(groupKey)).map(({ siteId }) => siteId),
      [one.siteId, other.siteId]
    )
    assert.lengthOf(entries, 2)
    assert.equal(await balanceOf(one.cash), 50_000)
    assert.equal(await balanceOf(other.cash), -50_000)
    assert.deepEqual(await violations(), [])
  })

  test('the same document posts once, in every book', async ({ assert }) => {
    const { one, other } = await pair()
    const owing = { creditor: one, debtor: other, amountMinor: 1_200, sourceId: nextSource() }

    const first = await lent(owing)
    const again = await Promise.all(Array.from({ length: 8 }, () => lent(owing)))

    assert.isTrue(again.every(({ repeated, groupKey }) => repeated && groupKey === first.groupKey))
    assert.lengthOf(await entriesOf(first.groupKey), 2)
    assert.equal(await balanceOf(one.cash), -1_200)
  })

  test('the same document for another amount is refused, with nothing posted', async ({ assert }) => {
    const { one, other } = await pair()
    const owing = { creditor: one, debtor: other, amountMinor: 1_200, sourceId: nextSource() }
    await lent(owing)

    await assert.rejects(() => lent({ ...owing, amountMinor: 1_300 }), /Ya existe un asiento distinto/)

    assert.equal(await balanceOf(one.cash), -1_200)
  })

  test('a closed month in one company refuses the whole and names company and month', async ({ assert }) => {
    const { one, other } = await pair()
    await execute(
      `insert into period_locks (site_id, month, scope) values (:siteId, '2026-03-01', 'all')`,
      other
    )

    await assert.rejects(
      () => lent({ creditor: one, debtor: other, amountMinor: 900 }),
      `El periodo está cerrado en ${await nameOf(other.siteId)} (marzo de 2026).`
    )

    assert.equal(await balanceOf(one.cash), 0)
    const { n } = await oneRow<{ n: number }>(
      `select count(*)::int as n from journal_entries where site_id = :siteId`,
      one
    )
    assert.equal(n, 0)
  })

  test('taking an operation back takes back all of it, once', async ({ assert }) => {
    const { one, other } = await pair()
    const { groupKey } = await lent({ creditor: one, debtor: other, amountMinor: 4_000 })
    const reverse = () =>
      inTransaction((trx) => reverseBooks({ groupKey, reason: 'Importe equivocado', createdBy: null }, trx))

    const first = await reverse()
    const again = await reverse()

    assert.lengthOf(first, 2)
    assert.deepEqual(
      again.map(({ entryId, repeated }) => [entryId, repeated]),
      first.map(({ entryId }) => [entryId, true])
    )
    assert.equal(await balanceOf(one.cash), 0)
    assert.equal(await balanceOf(other.cash), 0)
    assert.deepEqual(await violations(), [])
  })

  test('with the month of one company closed it is taken back today in both', async ({ assert }) => {
    const { one, other } = await pair()
    const { groupKey } = await lent({ creditor: one, debtor: other, amountMinor: 4_000 })
    await execute(
      `insert into period_locks (site_id, month, scope) values (:siteId, '2026-03-01', 'all')`,
      one
    )

    await inTransaction((trx) => reverseBooks({ groupKey, reason: 'Error', createdBy: null }, trx))

    const { days } = await oneRow<{ days: number }>(
      `select count(distinct posted_on)::int as days from journal_entries where group_key = :groupKey and reverses_id is not null`,
      { groupKey }
    )
    assert.equal(days, 1)
    assert.deepEqual(await violations(), [])
  })

  test('one entry of an operation is not taken back alone', async ({ assert }) => {
    const { one, other } = await pair()
    const { entries } = await lent({ creditor: one, debtor: other, amountMinor: 4_000 })
    const name = await nameOf(other.siteId)
    const entryId = entries.find(({ siteId }) => siteId === one.siteId)?.entryId ?? 0

    await assert.rejects(
      () => inTransaction((trx) => reverseEntry({ entryId, reason: 'Error', createdBy: null }, trx)),
      `El asiento está también en los libros de ${name}: se anula entero desde el documento que lo originó.`
    )
  })

  test('an operation of three companies adds up to zero by pair, not only as a whole', async ({ assert }) => {
    const [a, b, c] = await makeGroup(3)
    if (!a || !b || !c) throw new Error('Three companies were asked for')
    const line = (siteId: number, partnerId: number, amountMinor: number) =>
      inTransaction((trx) => groupLine({ siteId, partnerId, role: 'intercompany_current', amountMinor }, trx))
    const book = async (company: GroupCompany, partner: GroupCompany, amountMinor: number) => ({
      siteId: company.siteId,
      journal: 'diversos' as const,
      kind: 'test.ring',
      description: 'Operación entre tres',
      lines: [
        await line(company.siteId, partner.siteId, amountMinor),
        { accountId: company.cash, amountMinor: -amountMinor },
      ],
    })
    const draft = async (...books: [GroupCompany, GroupCompany, number][]): Promise<BooksDraft> => ({
      sourceType: 'test_ring',
      sourceId: nextSource(),
      key: 'made:1',
      postedOn: DAY,
      books: await Promise.all(books.map((one) => book(...one))),
      createdBy: null,
    })
    const whole = await draft([a, b, 100], [b, c, -100])

    await assert.rejects(() => inTransaction((trx) => postBooks(whole, trx)), /ledger_group_uneven/)
  })
})

test.group('Balances with companies of the group', () => {
  test('no company says on its own what another one owes it', async ({ assert }) => {
    const { one, other } = await pair()

    await assert.rejects(() => alone(one, other), /ledger_group_alone/)
    await assert.rejects(
      () => alone(one, other, { groupKey: '00000000-0000-4000-8000-000000000001' }),
      /ledger_group_uneven/
    )
  })

  test('the two books say the same, as the same kind of balance', async ({ assert }) => {
    const { one, other } = await pair()
    const crossed = inTransaction(async (trx) => {
      const given = await groupLine(
        { siteId: one.siteId, partnerId: other.siteId, role: 'loan_receivable_short', amountMinor: 800 },
        trx
      )
      const taken = await groupLine(
        { siteId: other.siteId, partnerId: one.siteId, role: 'intercompany_current', amountMinor: -800 },
        trx
      )
      const shared = { journal: 'diversos' as const, kind: 'test.crossed', description: 'Cruzado' }
      return postBooks(
        {
          sourceType: 'test_crossed',
          sourceId: nextSource(),
          key: 'made:1',
          postedOn: DAY,
          createdBy: null,
          books: [
            {
              ...shared,
              siteId: one.siteId,
              lines: [given, { accountId: one.cash, amountMinor: -800 }],
            },
            { ...shared, siteId: other.siteId, lines: [taken, { accountId: other.cash, amountMinor: 800 }] },
          ],
        },
        trx
      )
    })

    await assert.rejects(() => crossed, /ledger_group_uneven/)
  })

  test('an account that does not say with which company takes no lines', async ({ assert }) => {
    const { one } = await pair()
    const accountId = await makeAccount(one.siteId, '5523')
    const posted = inTransaction((trx) =>
      postEntry(
        {
          siteId: one.siteId,
          postedOn: DAY,
          journal: 'diversos',
          kind: 'manual',
          idempotencyKey: `test:${nextSource()}`,
          description: 'Cuenta sin empresa',
          lines: [
            { accountId, amountMinor: 100 },
            { accountId: one.cash, amountMinor: -100 },
          ],
        },
        trx
      )
    )

    await assert.rejects(() => posted, /ledger_group_partner/)
  })

  test('an account with lines does not change its company', async ({ assert }) => {
    const { one, other } = await pair()
    await lent({ creditor: one, debtor: other, amountMinor: 4_000 })
    const [third] = await makeGroup(1)

    await assert.rejects(
      () =>
        execute(
          `update ledger_accounts set subledger_id = :third where site_id = :siteId and subledger = 'site'`,
          {
            third: third?.siteId,
            siteId: one.siteId,
          }
        ),
      /ledger_account_of_company/
    )
  })

  test('the accounts of a supplier of the group are its own, not of the group', async ({ assert }) => {
    const { one } = await pair()
    const account = await inTransaction((trx) =>
      ensureAccount(
        { siteId: one.siteId, prefix: '403', subledger: 'provider', subledgerId: 1, name: 'Hotel del grupo' },
        trx
      )
    )
    const { balance } = await oneRow<{ balance: string | null }>(
      `select group_balance as balance from ledger_accounts where id = :id`,
      account
    )

    assert.isNull(balance)
  })
})

test.group('Opening balances with companies of the group', () => {
  const opening = (company: GroupCompany, partner: GroupCompany, amountMinor: number) =>
    alone(company, partner, { journal: 'apertura', kind: 'opening.import' }, amountMinor)

  test('two companies open what they owe each other on different days', async ({ assert }) => {
    const { one, other } = await pair()
    await opening(one, other, 30_000)

    await alone(
      other,
      one,
      { journal: 'apertura', kind: 'opening.import', postedOn: calendarDate('2026-01-01') },
      -30_000
    )

    assert.deepEqual(await violations(), [])
  })

  test('the second opening says what the first said', async ({ assert }) => {
    const { one, other } = await pair()
    await opening(one, other, 30_000)

    await assert.rejects(() => opening(other, one, -29_999), /ledger_group_openings/)
  })

  test('two openings at once do not disagree', async ({ assert }) => {
    const { one, other } = await pair()

    const outcomes = await Promise.allSettled([opening(one, other, 30_000), opening(other, one, -20_000)])

    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.deepEqual(await violations(), [])
  })

  test('an opening that was taken back no longer counts', async ({ assert }) => {
    const { one, other } = await pair()
    const { entryId } = await opening(one, other, 30_000)
    await inTransaction((trx) => reverseEntry({ entryId, reason: 'Error', createdBy: null }, trx))

    await opening(other, one, -29_999)

    assert.deepEqual(await violations(), [])
  })
})
