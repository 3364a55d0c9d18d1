import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { groupLine } from '#app/ledger/actions/group_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { type GroupCompany, lent, makeGroup, nextSource } from '#tests/factories/group_books'
import { makeSignedIn } from '#tests/factories/sign_in'

type Pair = {
  site: string
  partner: string
  own: { minor: number }
  other: { minor: number } | null
  difference: { minor: number } | null
  state: { label: string }
  kind: string
}

async function pair(): Promise<{ one: GroupCompany; other: GroupCompany }> {
  const [one, other] = await makeGroup(2)
  if (!one || !other) throw new Error('Two companies were asked for')
  return { one, other }
}

const codeOf = async ({ siteId }: GroupCompany) =>
  (await oneRow<{ code: string }>(`select code from sites where id = :siteId`, { siteId })).code

async function pairsOf(client: ApiClient, companies: GroupCompany[], query = ''): Promise<Pair[]> {
  const { session } = await makeSignedIn('superC0ntab1l1dad', {
    siteIds: companies.map(({ siteId }) => siteId),
  })
  const page = await client
    .get(`/accounts/group-balances${query}`)
    .withSession(session)
    .withInertia()
    .redirects(0)
  return (page.body() as { props: { pairs: { rows: Pair[] } } }).props.pairs.rows
}

function open(company: GroupCompany, partner: GroupCompany, amountMinor: number, on: string) {
  return inTransaction(async (trx) => {
    const line = await groupLine(
      { siteId: company.siteId, partnerId: partner.siteId, role: 'intercompany_current', amountMinor },
      trx
    )
    return postEntry(
      {
        siteId: company.siteId,
        postedOn: calendarDate(on),
        journal: 'apertura',
        kind: 'opening.import',
        idempotencyKey: `test:${nextSource()}`,
        description: 'Saldos iniciales',
        lines: [line, { accountId: company.cash, amountMinor: -amountMinor }],
      },
      trx
    )
  })
}

test.group('Saldos con el grupo', () => {
  test('both books stand side by side at a day, whom it is owed to first', async ({ client, assert }) => {
    const { one, other } = await pair()
    await lent({ creditor: other, debtor: one, amountMinor: 30_000, postedOn: '2026-03-10' })
    await lent({ creditor: other, debtor: one, amountMinor: 20_000, postedOn: '2026-03-20' })

    const [row, ...more] = await pairsOf(client, [one, other], '?on=2026-03-15')

    assert.lengthOf(more, 0)
    assert.equal(row?.site, await codeOf(other))
    assert.deepEqual(
      [row?.own.minor, row?.other?.minor, row?.difference?.minor, row?.state.label],
      [30_000, 30_000, 0, 'Coincide']
    )
  })

  test('who keeps one of the two books sees the figure of that one', async ({ client, assert }) => {
    const { one, other } = await pair()
    await lent({ creditor: other, debtor: one, amountMinor: 30_000 })

    const [row] = await pairsOf(client, [one])

    assert.equal(row?.site, await codeOf(one))
    assert.deepEqual([row?.own.minor, row?.other, row?.difference], [-30_000, null, null])
    assert.equal(row?.state.label, 'Coincide')
  })

  test('an opening of one company waits for that of the other, and is no difference', async ({
    client,
    assert,
  }) => {
    const { one, other } = await pair()
    await open(one, other, 8_000, '2026-02-01')

    const waiting = await pairsOf(client, [one, other])
    await open(other, one, -8_000, '2026-03-01')
    const between = await pairsOf(client, [one, other], '?on=2026-02-15')
    const after = await pairsOf(client, [one, other])

    const code = await codeOf(other)
    assert.equal(waiting[0]?.state.label, `Falta la apertura de ${code}`)
    assert.equal(between[0]?.state.label, `Falta la apertura de ${code} (01/03/2026)`)
    assert.equal(after[0]?.state.label, 'Coincide')
  })

  test('its lines are those of both books; of one for who keeps one', async ({ client, assert }) => {
    const { one, other } = await pair()
    await lent({ creditor: other, debtor: one, amountMinor: 30_000 })
    const linesFor = async (companies: GroupCompany[]) => {
      const { session } = await makeSignedIn('aprobador', { siteIds: companies.map(({ siteId }) => siteId) })
      const page = await client
        .get(`/accounts/group-balances/${one.siteId}/${other.siteId}`)
        .withSession(session)
        .withInertia()
        .redirects(0)
      return (page.body() as { props: { lines: { rows: { site: string }[] } } }).props.lines.rows
    }

    assert.lengthOf(await linesFor([one, other]), 2)
    assert.deepEqual(
      (await linesFor([one])).map(({ site }) => site),
      [await codeOf(one)]
    )
  })

  test('nobody of other companies learns of a pair', async ({ client, assert }) => {
    const { one, other } = await pair()
    await lent({ creditor: other, debtor: one, amountMinor: 30_000 })
    const [third] = await makeGroup(1)
    if (!third) throw new Error('A company was asked for')

    assert.lengthOf(await pairsOf(client, [third]), 0)
    const { session } = await makeSignedIn('aprobador', { siteIds: [third.siteId] })
    const page = await client
      .get(`/accounts/group-balances/${one.siteId}/${other.siteId}`)
      .withSession(session)
      .withInertia()
      .redirects(0)
    assert.equal(page.status(), 404)
  })

  test('the list is exported as it is shown', async ({ client, assert }) => {
    const { one, other } = await pair()
    await lent({ creditor: other, debtor: one, amountMinor: 30_000 })
    const { session } = await makeSignedIn('s1st3ma')

    const file = await client
      .get(`/accounts/group-balances?site_ids[]=${one.siteId}&export=csv`)
      .withSession(session)
      .redirects(0)

    assert.include(file.text(), 'Cuenta corriente')
    assert.include(file.text(), '300,00')
  })
})
