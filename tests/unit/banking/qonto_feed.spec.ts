import { test } from '@japa/runner'
import fc from 'fast-check'
import type { FeedMovement } from '#app/banking/bank_provider'
import { qontoFeed } from '#app/banking/providers/qonto/feed'
import { qonto } from '#app/banking/providers/qonto/provider'
import type { SeedMovement } from '#app/banking/providers/qonto/stand_in/seed'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { playQonto, QONTO_IBAN, qontoTransfer } from '#tests/factories/qonto_stand_in'

const SINCE = '2026-01-01T00:00:00.000Z'
const movement = (at: string, amountMinor: number): SeedMovement => ({
  iban: QONTO_IBAN,
  at,
  amountMinor,
  operationType: amountMinor < 0 ? 'card' : 'income',
  counterparty: 'Alguien',
})

type Played = Awaited<ReturnType<typeof playQonto>>

async function mainAccount({ connection, client }: Played) {
  const [account] = await qonto.feed.accounts(connection, client)
  if (!account) throw new Error('No account')
  return account
}

async function read(played: Played, perPage?: number, between: () => Promise<unknown> = async () => {}) {
  const account = await mainAccount(played)
  const from = { account, since: SINCE, until: null }
  const all: FeedMovement[] = []
  for await (const page of qontoFeed(perPage).movements(played.connection, played.client, from)) {
    all.push(...page)
    await between()
  }
  return all
}

test.group('The feed of Qonto', () => {
  test('accounts come with what may be spent and which is the main one', async ({ assert, cleanup }) => {
    const played = await playQonto(cleanup, {
      as: 'key',
      movements: [movement('2026-03-01T10:00:00.000Z', -4_570)],
    })
    await played.act('card_payment', { amountMinor: 1_000 })
    const accounts = await qonto.feed.accounts(played.connection, played.client)
    assert.containsSubset(accounts, [
      {
        kind: 'bank',
        name: 'Cuenta principal',
        iban: QONTO_IBAN,
        balanceMinor: 49_995_430,
        availableMinor: 49_994_430,
        isMain: true,
        isClosed: false,
      },
      { name: 'Reservas', balanceMinor: 1_000_000, isMain: false },
    ])
  })

  test('every movement comes once over pages of any size, those that come up meanwhile too', async ({
    assert,
    cleanup,
  }) => {
    const books = fc.record({
      amounts: fc.array(
        fc.integer({ min: -100_000, max: 100_000 }).filter((one) => one !== 0),
        { minLength: 1, maxLength: 25 }
      ),
      /** Several of one instant. */
      instants: fc.integer({ min: 1, max: 5 }),
      perPage: fc.integer({ min: 2, max: 9 }),
    })
    await fc.assert(
      fc.asyncProperty(books, async ({ amounts, instants, perPage }) => {
        const movements = amounts.map((amount, at) =>
          movement(`2026-03-0${1 + (at % instants)}T10:00:00.000Z`, amount)
        )
        const played = await playQonto(cleanup, { as: 'key', movements })
        const before = played.standIn.state.transactions.map(({ id }) => id)
        let added = 0
        const all = await read(played, perPage, async () => {
          if (added++ < 3) await played.act('receive', { amountMinor: 100 + added })
        })
        const ids = all.map(({ externalId }) => externalId)
        assert.equal(new Set(ids).size, ids.length)
        assert.includeMembers(ids, before)
        assert.deepEqual(
          ids.toSorted(),
          played.standIn.state.transactions
            .map(({ id }) => id)
            .slice(0, ids.length)
            .toSorted()
        )
        assert.equal(
          all
            .filter(({ externalId }) => before.includes(externalId))
            .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          amounts.reduce((sum, amount) => sum + amount, 0)
        )
      }),
      { numRuns: 15 }
    )
  })

  test('what changes while it is read pushes nothing out of the reading', async ({ assert, cleanup }) => {
    const sizes = fc.record({
      count: fc.integer({ min: 4, max: 20 }),
      perPage: fc.integer({ min: 2, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, perPage }) => {
        const movements = Array.from({ length: count }, (_, at) => ({
          ...movement(`2026-03-01T10:00:${String(at).padStart(2, '0')}.000Z`, -1_000 - at),
          status: 'pending' as const,
        }))
        const played = await playQonto(cleanup, { as: 'key', movements })
        const ids = played.standIn.state.transactions.map(({ id }) => id)
        let changed = 0
        const all = await read(played, perPage, () =>
          played.act('change_amount', { id: ids[changed], amountMinor: 2_000 + changed++ })
        )
        assert.deepEqual(
          all.map(({ externalId }) => externalId),
          ids
        )
      }),
      { numRuns: 10 }
    )
  })

  test('a second reading since then gives only what changed', async ({ assert, cleanup }) => {
    const played = await playQonto(cleanup, {
      as: 'key',
      movements: [movement('2026-03-01T10:00:00.000Z', -4_570)],
    })
    await played.act('card_payment', { amountMinor: 2_500, name: 'Gasolinera' })
    const account = await mainAccount(played)
    const since = new Date(Date.now() - 60_000).toISOString()
    const readSince = async () => {
      const pages: FeedMovement[] = []
      for await (const page of qonto.feed.movements(played.connection, played.client, {
        account,
        since,
        until: null,
      }))
        pages.push(...page)
      return pages
    }
    const [pending, ...others] = await readSince()
    assert.containsSubset(pending, { status: 'pending', amountMinor: -2_500, balanceAfterMinor: null })
    assert.isEmpty(others)
    await played.act('change_amount', { amountMinor: 2_612 })
    await played.standIn.work()
    const [settled] = await readSince()
    assert.containsSubset(settled, { externalId: pending?.externalId, status: 'booked', amountMinor: -2_612 })
  })

  test('a page that is cut off, is no data or does not come is never taken for the end', async ({
    assert,
    cleanup,
  }) => {
    const movements = Array.from({ length: 7 }, (_, at) =>
      movement(`2026-03-0${at + 1}T10:00:00.000Z`, 100 + at)
    )
    for (const fault of [
      'half_page',
      'html_page',
      'bad_gateway',
      'lost_before',
      'empty_body_after',
      'timeout_after',
    ] as const) {
      const played = await playQonto(cleanup, { as: 'key', movements })
      let pages = 0
      const reading = read(played, 3, async () => {
        if (++pages === 1) played.standIn.faults.plan('transactions.list', fault)
      })
      await assert.rejects(() => reading, NoAnswer)
      assert.lengthOf(await read(played, 3), 7)
    }
  })

  test('credentials that are refused are told as such', async ({ assert, cleanup }) => {
    const played = await playQonto(cleanup, { movements: [movement('2026-03-01T10:00:00.000Z', 100)] })
    await played.act('revoke_consent')
    const error = await qonto.feed
      .accounts(played.connection, played.client)
      .catch((thrown: unknown) => thrown)
    assert.instanceOf(error, NotSent)
    assert.equal((error as NotSent).reason, 'authorisation_needed')
  })

  test('news of a movement lead to it and to the transfer that it executes', async ({ assert, cleanup }) => {
    const { connection, client, gateway, standIn } = await playQonto(cleanup)
    const submitted = await gateway.submit(qontoTransfer({ amountMinor: 50_004 }), crypto.randomUUID())
    const ref = submitted.kind === 'taken' ? submitted.transfer.ref : ''
    for (let step = 0; step < 3; step++) await standIn.work()
    const [charge, credit] = standIn.state.transactions
    for (const told of [charge, credit]) {
      const again = await qonto.feed.readAgain(connection, client, {
        objectKind: 'transaction',
        objectId: told?.id ?? '',
      })
      assert.deepEqual(again.transferRefs, [ref])
      assert.lengthOf(again.movements, 1)
    }
    const nothing = { movements: [], transferRefs: [] }
    const unknown = { objectKind: 'transaction', objectId: crypto.randomUUID() }
    assert.deepEqual(await qonto.feed.readAgain(connection, client, unknown), nothing)
    assert.deepEqual(
      await qonto.feed.readAgain(connection, client, { objectKind: 'account', objectId: 'x' }),
      nothing
    )
  })
})
