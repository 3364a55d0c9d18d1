import { test } from '@japa/runner'
import fc from 'fast-check'
import type { FeedMovement } from '#app/banking/bank_provider'
import { microsecondAfter } from '#app/banking/providers/revolut/client'
import { revolutFeed } from '#app/banking/providers/revolut/feed'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { feedAccount, type RevolutStage, revolutStage } from '#tests/factories/revolut'

const LONG_AGO = '2020-01-01T00:00:00Z'

type Read = { account?: string; since?: string; pageSize?: number; client?: ProviderClient }

async function readAll(stage: RevolutStage, read: Read = {}): Promise<FeedMovement[]> {
  const { account = stage.account('EUR'), since = LONG_AGO, pageSize } = read
  const { client, connection } = stage.open({ settings: pageSize ? { pageSize } : {} })
  const all: FeedMovement[] = []
  const from = { account: feedAccount(account), since, until: null }
  for await (const page of revolutFeed.movements(connection, read.client ?? client, from)) all.push(...page)
  return all
}

const idsOf = (all: readonly FeedMovement[]) => all.map(({ externalId }) => externalId).toSorted()

test.group('What Revolut tells of its accounts', () => {
  test('every movement comes once, whatever the page, the instants and what comes in between', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    const empty = stage.standIn.dump()
    const instants = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 })

    await fc.assert(
      fc.asyncProperty(
        instants,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 3 }),
        async (micros, pageSize, between) => {
          stage.standIn.remember(empty)
          const told = micros.map((micro) => {
            const at = `2026-05-04T10:00:00.00000${micro}Z`
            return (stage.act('receive', { amountMinor: 1_000 + micro, at }) as { id: string }).id
          })
          const { client } = stage.open()
          const meanwhile: ProviderClient = {
            ask: async (request) => {
              const answer = await client.ask(request)
              for (let nth = 0; nth < between; nth++) stage.act('receive', { amountMinor: 77 })
              return answer
            },
          }
          const found = idsOf(await readAll(stage, { pageSize, client: meanwhile }))

          assert.equal(new Set(found).size, found.length)
          const before = found.filter((id) => told.includes(id.split(':')[0] ?? ''))
          assert.deepEqual(before, told.map((id) => `${id}:${stage.account('EUR')}`).toSorted())
        }
      ),
      { seed: 2026, numRuns: 60 }
    )
  })

  test('more movements of one instant than fit a page are an error, not an end', async ({
    assert,
    cleanup,
  }) => {
    const at = '2026-05-04T10:00:00.000001Z'
    const json = Array.from({ length: 1_000 }, (_, nth) => ({
      ...{ id: `t${nth}`, type: 'topup', state: 'completed', legs: [] },
      ...{ created_at: at, updated_at: at, completed_at: at },
    }))
    const client: ProviderClient = { ask: async () => ({ status: 200, headers: {}, text: '', json }) }
    const stage = await revolutStage({ cleanup })

    const failure = await readAll(stage, { client }).catch((error: unknown) => error)

    assert.instanceOf(failure, NoAnswer)
  })

  test('a page that fails or is cut off is thrown, never taken for the end', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup }, { seed: { movements: 40 } })
    for (const fault of [
      'half_page',
      'html_page',
      'bad_gateway',
      'lost_before',
      'empty_body_after',
    ] as const) {
      stage.standIn.faults.plan('transactions.list', fault)
      const failure = await readAll(stage).catch((error: unknown) => error)

      assert.instanceOf(failure, NoAnswer, fault)
    }
    assert.isNotEmpty(await readAll(stage))
  })

  test('balances of a year add up, movement by movement and in all', async ({ assert, cleanup }) => {
    const until = new Date('2026-11-27T09:00:00Z')
    const stage = await revolutStage({ cleanup }, { seed: { movements: 900, until } })
    const { client, connection } = stage.open()
    const accounts = await revolutFeed.accounts(connection, client)

    assert.deepEqual(
      accounts.map(({ currency, isMain }) => [currency, isMain]),
      [
        ['EUR', true],
        ['USD', false],
        ['GBP', false],
      ]
    )
    for (const account of accounts) {
      const all = (await readAll(stage, { account: account.externalId })).toReversed()
      const ordered = all.toSorted(
        (a, b) => a.occurredAt.localeCompare(b.occurredAt) || a.externalId.localeCompare(b.externalId)
      )
      assert.isAbove(ordered.length, 80)
      for (const [at, movement] of ordered.entries()) {
        const before = ordered[at - 1]
        if (before)
          assert.equal((before.balanceAfterMinor ?? 0) + movement.amountMinor, movement.balanceAfterMinor)
      }
      assert.equal(ordered.at(-1)?.balanceAfterMinor, account.balanceMinor)
    }
  })

  test('accounts carry the numbers that money is sent to', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { client, connection } = stage.open()
    stage.act('close_account', { account: 'GBP' })
    const [euros, dollars, pounds] = await revolutFeed.accounts(connection, client)

    assert.match(euros?.iban ?? '', /^LT\d{18}$/)
    assert.equal(euros?.bic, 'REVOLT21')
    assert.isNull(dollars?.iban)
    assert.deepInclude(dollars?.details, { 'Número ABA': '101019628' })
    assert.isTrue(pounds?.isClosed)
  })

  test('what changed is read again although it came up before, and what is under way each time', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    stage.standIn.clock.advance(-5 * 86_400)
    const paid = stage.act('card_payment', { amountMinor: 4_210, merchant: 'Renfe' }) as { id: string }
    stage.act('receive', { amountMinor: 900 })
    stage.act('change_amount', { id: paid.id, amountMinor: 3_990 })
    stage.standIn.clock.advance(5 * 86_400)
    const since = new Date(Date.now() - 60_000).toISOString()
    const facts = async () =>
      (await readAll(stage, { since })).map(({ status, amountMinor }) => [status, amountMinor])
    const before = await facts()
    stage.standIn.work()

    assert.deepEqual(before, [['pending', -3_990]])
    assert.deepEqual(await facts(), [['booked', -3_990]])
  })

  test('what a webhook names is read from Revolut, not believed', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { client, connection } = stage.open()
    const { id } = stage.act('receive', { amountMinor: 5_000, name: 'Cliente SL' }) as { id: string }

    const { movements, transferRefs } = await revolutFeed.readAgain(connection, client, {
      objectKind: 'transaction',
      objectId: id,
    })
    const nobody = await revolutFeed.readAgain(connection, client, {
      objectKind: 'transaction',
      objectId: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
    })

    assert.deepInclude(movements[0], { amountMinor: 5_000, counterpartyName: 'Cliente SL' })
    assert.deepEqual(transferRefs, [id])
    assert.deepEqual(nobody, { movements: [], transferRefs: [] })
  })

  test('the next instant is one microsecond away, also at the end of a second', ({ assert }) => {
    assert.equal(microsecondAfter('2026-05-04T10:00:00.000009Z'), '2026-05-04T10:00:00.000010Z')
    assert.equal(microsecondAfter('2026-12-31T23:59:59.999999Z'), '2027-01-01T00:00:00.000000Z')
    assert.equal(microsecondAfter('2026-05-04T10:00:00Z'), '2026-05-04T10:00:00.000001Z')
    assert.equal(microsecondAfter('2026-05-04T12:00:00.5+02:00'), '2026-05-04T10:00:00.500001Z')
  })

  test('the year of the demo is the same every time', async ({ assert, cleanup }) => {
    const seed = { movements: 50, until: new Date('2026-11-27T09:00:00Z') }
    const [one, other] = [
      await revolutStage({ cleanup }, { seed }),
      await revolutStage({ cleanup }, { seed }),
    ]

    assert.equal(one.standIn.dump(), other.standIn.dump())
  })
})
