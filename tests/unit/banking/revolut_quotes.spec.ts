import { test } from '@japa/runner'
import type { WantedQuote } from '#app/banking/bank_provider'
import { revolutQuotes } from '#app/banking/providers/revolut/quotes'
import { type RevolutStage, revolutStage } from '#tests/factories/revolut'

async function quoted(stage: RevolutStage, wanted: Partial<WantedQuote>) {
  const { client, connection } = stage.open()
  const answer = await revolutQuotes.create(connection, client, {
    sourceCurrency: 'EUR',
    targetCurrency: 'USD',
    sourceMinor: null,
    targetMinor: null,
    beneficiaryExternalId: null,
    accountExternalId: null,
    ...wanted,
  })
  if (answer.kind !== 'quoted') throw new Error(answer.message)
  return answer
}

test.group('Prices of Revolut', () => {
  test('buying an amount costs what is sold and its fee', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { quote, marketRate } = await quoted(stage, { targetMinor: 108_640 })

    assert.deepEqual(quote.target, { minor: 108_640, currency: 'USD' })
    assert.deepEqual(quote.source, { minor: 100_600, currency: 'EUR' })
    assert.equal(quote.feeMinor, 600)
    assert.equal(quote.rate, '1.0864')
    assert.equal(marketRate, '1.0864')
    const seconds = (Date.parse(quote.expiresAt) - Date.now()) / 1000
    assert.closeTo(seconds, 120, 2)
  })

  test('spending an amount contains the fee', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    for (const sourceMinor of [100, 999, 100_000, 12_345_678]) {
      const { quote } = await quoted(stage, { sourceMinor })

      assert.isAtMost(quote.source.minor, sourceMinor)
      assert.isAtLeast(quote.source.minor, sourceMinor - 1)
    }
  })

  test('a round amount is spent to the cent where the fee lets it', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    for (const sourceMinor of [10_000, 50_000, 100_000, 250_000, 1_000_000]) {
      const { quote } = await quoted(stage, { sourceMinor })

      assert.equal(quote.source.minor, sourceMinor)
    }
  })

  test('currencies of other decimals are exact', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const yen = await quoted(stage, { targetCurrency: 'JPY', targetMinor: 16_325 })
    const dinars = await quoted(stage, { targetCurrency: 'KWD', targetMinor: 33_450 })

    assert.deepEqual([yen.quote.source.minor, yen.quote.feeMinor], [10_060, 60])
    assert.deepEqual([dinars.quote.source.minor, dinars.quote.feeMinor], [10_060, 60])
  })

  test('a payment is priced for whom it is, with the fee of its way', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const payee = stage.standIn
      .state()
      .counterparties.find(({ accounts: [one] = [] }) => one?.currency === 'USD')
    const beneficiaryExternalId = `${payee?.id}/${payee?.accounts?.[0]?.id}`
    const accountExternalId = stage.account('EUR')
    const to = { beneficiaryExternalId, accountExternalId }
    const exact = await quoted(stage, { ...to, targetMinor: 108_640 })
    const spent = await quoted(stage, { ...to, sourceMinor: 100_600 })

    assert.deepInclude(exact.quote, { feeMinor: 600, source: { minor: 100_600, currency: 'EUR' } })
    assert.isAtMost(spent.quote.source.minor, 100_600)
    assert.isNotNull(exact.quote.deliveryOn)
  })

  test('a pair without rate is refused in Spanish', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const failure = await quoted(stage, { targetCurrency: 'XAU', targetMinor: 100 }).catch(
      (error: unknown) => error
    )

    assert.match(String(failure), /tipo de cambio/)
  })
})
