import { test } from '@japa/runner'
import type { FeedAccount, FeedMovement } from '#app/banking/bank_provider'
import { wiseFeed } from '#app/banking/providers/wise/feed'
import { type SeedMovement, seedWise } from '#app/banking/providers/wise/stand_in/seed_wise'
import { yearAtWise } from '#app/banking/providers/wise/stand_in/wise_year'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { orderOf, type PlayedWise, playWise } from '#tests/factories/wise'

const SINCE = '2026-01-01T00:00:00.000Z'
const OPENING: Record<string, number> = { EUR: 10_000_000, USD: 5_000_000, GBP: 2_000_000 }

/** Enough for several pages: receipts, card payments at home and abroad, interest, exchanges. */
const yearOfMovements = (): SeedMovement[] =>
  Array.from({ length: 260 }, (_, n): SeedMovement => {
    const at = new Date(Date.parse('2026-01-02T08:00:00.000Z') + n * 86_400_000).toISOString()
    const minor = 1_001 + n * 37
    switch (n % 5) {
      case 0:
        return {
          kind: 'receive',
          at,
          currency: 'EUR',
          minor,
          who: `Cliente ${n}`,
          iban: 'ES9121000418450200051332',
          reference: `Reserva ${n}`,
        }
      case 1:
        return { kind: 'card', at, currency: 'EUR', minor, who: 'Ferretería Central' }
      case 2:
        return {
          kind: 'card',
          at,
          currency: 'EUR',
          minor,
          who: 'Tokyo Hotel',
          local: { minor: 3_450 + n, currency: 'JPY' },
        }
      case 3:
        return {
          kind: 'convert',
          at,
          currency: 'EUR',
          minor: minor * 10,
          feeMinor: 35 + n,
          to: { minor: minor * 10 - 300, currency: 'USD' },
        }
      default:
        return { kind: n % 2 ? 'interest' : 'fee', at, currency: 'GBP', minor: 7, who: 'Wise' }
    }
  })

async function readAll(played: PlayedWise, account: FeedAccount, client: ProviderClient = played.client) {
  const pages: FeedMovement[][] = []
  const from = { account, since: SINCE, until: null }
  for await (const page of wiseFeed.movements(played.connection, client, from)) pages.push(page)
  return { pages, movements: pages.flat() }
}

const accountOf = async ({ connection, client }: PlayedWise, currency: string) => {
  const all = await wiseFeed.accounts(connection, client)
  const found = all.find((one) => one.currency === currency && one.isMain)
  if (!found) throw new Error(`No account in ${currency}`)
  return found
}

const sum = (movements: readonly FeedMovement[]) =>
  movements
    .filter(({ status }) => status === 'booked')
    .reduce((total, { amountMinor }) => total + amountMinor, 0)

test.group('Movements of Wise', () => {
  for (const isPartner of [false, true]) {
    const whose = isPartner ? 'of a partner, by statement' : 'of a personal token, by activities'

    test(`${whose}: opening balance and movements are the balance, each movement once`, async ({
      assert,
      cleanup,
    }) => {
      const played = await playWise({ isPartner, movements: yearOfMovements() })
      cleanup(played.close)

      for (const currency of ['EUR', 'USD', 'GBP']) {
        const account = await accountOf(played, currency)
        const { movements } = await readAll(played, account)
        const keys = movements.map(({ externalId }) => externalId)
        assert.equal(new Set(keys).size, keys.length)
        assert.equal((OPENING[currency] ?? 0) + sum(movements), account.balanceMinor, currency)
        const lines = played.state.lines.filter(({ balanceId }) => String(balanceId) === account.externalId)
        const mains = movements.filter(({ providerStatus }) => providerStatus !== 'FEE')
        assert.lengthOf(mains, lines.length)
      }
    })
  }

  test('both ways of reading give a movement the same key and amount', async ({ assert, cleanup }) => {
    const keysOf = async (isPartner: boolean) => {
      const played = await playWise({ isPartner, movements: yearOfMovements().slice(0, 10) })
      cleanup(played.close)
      const { movements } = await readAll(played, await accountOf(played, 'EUR'))
      return movements
        .map((one) => `${one.externalId} ${one.occurredAt} ${one.type} ${one.amountMinor}`)
        .sort()
    }
    assert.deepEqual(await keysOf(false), await keysOf(true))
  })

  test('what comes up between two pages shifts nothing: no movement is lost or told twice', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise({ movements: yearOfMovements() })
    cleanup(played.close)
    const account = await accountOf(played, 'EUR')
    const before = played.state.activities.length
    const busy: ProviderClient = {
      ask: async (request) => {
        const answer = await played.client.ask(request)
        if (request.path.endsWith('/activities'))
          await played.standIn.acts.receive?.({ currency: 'EUR', amountMinor: 5_000, sender: 'Tarde' })
        return answer
      },
    }

    const { pages, movements } = await readAll(played, account, busy)

    assert.isAbove(pages.length, 1)
    assert.isAbove(played.state.activities.length, before)
    const keys = movements.map(({ externalId }) => externalId)
    assert.equal(new Set(keys).size, keys.length)
    assert.lengthOf(
      movements.filter(({ counterpartyName }) => counterpartyName !== 'Tarde'),
      yearOfMovements().filter(({ kind, currency }) => currency === 'EUR' && kind !== 'interest').length
    )
    const again = await readAll(played, await accountOf(played, 'EUR'))
    assert.equal(10_000_000 + sum(again.movements), played.balance('EUR').minor)
  })

  test('a page that does not come whole ends the reading with an error, never as if it were the end', async ({
    assert,
    cleanup,
  }) => {
    for (const fault of ['half_page', 'html_page', 'bad_gateway', 'empty_body_after'] as const) {
      const played = await playWise({ movements: yearOfMovements() })
      cleanup(played.close)
      const account = await accountOf(played, 'EUR')
      played.standIn.faults.plan('activities.list', fault)
      await assert.rejects(() => readAll(played, account), NoAnswer as never)
    }
  })

  for (const isPartner of [false, true])
    test(`a paid transfer is the amount that was sent and its fee apart, and carries its order (${isPartner ? 'statement' : 'activities'})`, async ({
      assert,
      cleanup,
    }) => {
      const played = await playWise({ isPartner })
      cleanup(played.close)
      const order = orderOf(played)
      await played.gateway.submit(order, 'key-feed')
      const { standIn } = played
      if (!isPartner) {
        const { movements } = await readAll(played, await accountOf(played, 'EUR'))
        assert.isEmpty(movements, 'nobody has paid it: the balance has not moved')
        await standIn.acts.fund?.({ reference: order.orderNumber })
      }

      const account = await accountOf(played, 'EUR')
      const { movements } = await readAll(played, account)

      const [sent, fee] = [...movements].sort((a, b) => a.amountMinor - b.amountMinor)
      assert.lengthOf(movements, 2)
      assert.equal(sent?.amountMinor, -12_100)
      assert.equal(sent?.orderNumber, order.orderNumber)
      assert.equal(sent?.transferRef, String(standIn.state.transfers[0]?.id))
      assert.equal(fee?.type, 'fee')
      assert.isBelow(fee?.amountMinor ?? 0, 0)
      assert.equal(10_000_000 + sum(movements), account.balanceMinor)
    })

  for (const isPartner of [false, true])
    test(`what a bank sends back is a movement of its own, and the balance adds up again (${isPartner ? 'statement' : 'activities'})`, async ({
      assert,
      cleanup,
    }) => {
      const played = await playWise({ isPartner })
      cleanup(played.close)
      const order = orderOf(played, { amountMinor: 30_004 })
      await played.gateway.submit(order, 'key-back')
      await played.standIn.acts.fund?.({ reference: order.orderNumber })
      played.standIn.clock.advance(3 * 86_400)
      await played.standIn.work()

      const account = await accountOf(played, 'EUR')
      const from = { account, since: SINCE, until: new Date(Date.now() + 5 * 86_400_000).toISOString() }
      const movements: FeedMovement[] = []
      for await (const page of wiseFeed.movements(played.connection, played.client, from))
        movements.push(...page)

      assert.equal(account.balanceMinor, 10_000_000)
      assert.equal(sum(movements), 0)
      assert.deepEqual(movements.map(({ type }) => type).sort(), ['fee', 'refund', 'transfer'])
    })

  test('an access that does not reach the statements reads the activities instead', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise({ movements: yearOfMovements() })
    cleanup(played.close)
    const account = await accountOf(played, 'EUR')
    const connection = { ...played.connection, settings: { ...played.connection.settings, isPartner: true } }
    const { movements } = await readAll({ ...played, connection }, account)
    assert.equal(10_000_000 + sum(movements), account.balanceMinor)
  })

  test('both sides of an exchange carry one key of what they execute, by which they are paired', async ({
    assert,
    cleanup,
  }) => {
    for (const isPartner of [false, true]) {
      const played = await playWise({ isPartner, movements: yearOfMovements().slice(0, 5) })
      cleanup(played.close)
      const [eur, usd] = await Promise.all(
        ['EUR', 'USD'].map(async (currency) => {
          const { movements } = await readAll(played, await accountOf(played, currency))
          return movements.filter(({ type }) => type === 'conversion')
        })
      )
      assert.lengthOf(eur ?? [], 1)
      assert.isNotNull(eur?.[0]?.transferRef)
      assert.equal(eur?.[0]?.transferRef, usd?.[0]?.transferRef)
    }
  })

  test('the year of trials is the same every time, and adds up however it is read', async ({
    assert,
    cleanup,
  }) => {
    const until = new Date('2026-11-27T10:00:00.000Z')
    const { keys: _, ...one } = seedWise(yearAtWise(until))
    const { keys: __, ...two } = seedWise(yearAtWise(until))
    assert.deepEqual(one, two)
    assert.isAbove(one.lines.length, 300)
    for (const isPartner of [false, true]) {
      const played = await playWise({ isPartner })
      cleanup(played.close)
      Object.assign(played.state, one, { tokens: played.state.tokens })
      for (const { currency, openingMinor } of yearAtWise(until).balances) {
        const account = await accountOf(played, currency)
        const from = { account, since: '2025-11-01T00:00:00.000Z', until: null }
        const movements: FeedMovement[] = []
        for await (const page of wiseFeed.movements(played.connection, played.client, from))
          movements.push(...page)
        assert.equal(openingMinor + sum(movements), account.balanceMinor, currency)
        assert.isAbove(account.balanceMinor, 0)
      }
    }
  })

  test('a jar moves with the balance it is filled from', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const all = await wiseFeed.accounts(played.connection, played.client)
    const jar = all.find(({ kind }) => kind === 'wallet')
    const main = all.find(({ isMain, currency }) => isMain && currency === 'EUR')
    if (!jar || !main) throw new Error('A jar and a balance are needed')
    const order = orderOf(played, { amountMinor: 25_000, toOwnRef: jar.externalId })
    const answer = await played.gateway.submit(order, 'key-jar')
    assert.equal(answer.kind, 'taken')

    const ofJar = await readAll(played, jar)
    const ofMain = await readAll(played, main)

    assert.deepEqual(
      ofJar.movements.map(({ amountMinor }) => amountMinor),
      [25_000]
    )
    assert.deepEqual(
      ofMain.movements.map(({ amountMinor }) => amountMinor),
      [-25_000]
    )
  })

  test('accounts carry the numbers that others pay to', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const [eur, usd] = await wiseFeed.accounts(played.connection, played.client)
    assert.containsSubset(eur, {
      iban: 'BE02967012345640',
      bic: 'TRWIBEB1XXX',
      balanceMinor: 10_000_000,
      kind: 'balance',
    })
    assert.deepEqual(usd?.details, { 'Número de cuenta': '8310001234', 'Número de ruta': '084009519' })
  })

  test('a transfer that a notification names is read again with what it moved; of an unknown one there is nothing', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise({ movements: yearOfMovements() })
    cleanup(played.close)
    const order = orderOf(played)
    await played.gateway.submit(order, 'key-again')
    await played.standIn.acts.fund?.({ reference: order.orderNumber })
    const id = String(played.state.transfers[0]?.id)
    const { connection, client } = played

    const found = await wiseFeed.readAgain(connection, client, { objectKind: 'transfer', objectId: id })
    const nothing = await wiseFeed.readAgain(connection, client, { objectKind: 'transfer', objectId: '1' })

    assert.deepEqual(found.transferRefs, [id])
    assert.lengthOf(found.movements, 2)
    assert.deepEqual(nothing, { movements: [], transferRefs: [] })
  })

  test('a balance that a notification names is read again in as many requests whatever we have paid from it', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const { connection } = played
    const read = async (objectId: string) => {
      let requests = 0
      const counting: ProviderClient = {
        ask: (request) => {
          requests++
          return played.client.ask(request)
        },
      }
      const { movements, transferRefs, isThere } = await wiseFeed.readAgain(connection, counting, {
        objectKind: 'balance',
        objectId,
      })
      return {
        texts: movements.map(({ counterpartyName }) => counterpartyName),
        transferRefs,
        isThere,
        requests,
      }
    }
    const balance = String(played.balance('EUR').id)
    const before = await read(balance)
    for (const key of ['one', 'two', 'three']) {
      const order = orderOf(played)
      await played.gateway.submit(order, `key-${key}`)
      await played.standIn.acts.fund?.({ reference: order.orderNumber })
    }
    await played.standIn.acts.receive?.({ currency: 'EUR', amountMinor: 5_000, sender: 'Cliente' })

    const after = await read(balance)

    assert.deepEqual(before, { ...before, texts: [], transferRefs: [], isThere: true })
    assert.deepEqual(after, { ...before, texts: ['Cliente'] })
    assert.isFalse((await read('1')).isThere)
  })
})
