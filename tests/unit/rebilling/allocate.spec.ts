import { test } from '@japa/runner'
import fc from 'fast-check'
import { allocateByWeight, allocateFixed } from '#app/rebilling/allocation/allocate'
import { exactWeights } from '#app/rebilling/allocation/exact_weight'
import { spreadOverCosts } from '#app/rebilling/allocation/spread_over_costs'

const RUNS = 10_000

const byPercentages = (baseMinor: number, percentages: readonly string[]) => {
  const weights = exactWeights(percentages)
  const parts = allocateByWeight(
    baseMinor,
    weights.map((weight, index) => ({ siteId: index + 1, weight }))
  )
  return (parts ?? []).map(({ amountMinor }) => amountMinor)
}

const base = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test.group('Shares of a cost', () => {
  test('a cost of 100,01 by 50, 30 and 20 per cent', ({ assert }) => {
    assert.deepEqual(byPercentages(10_001, ['50.0000', '30.0000', '20.0000']), [5001, 3000, 2000])
  })

  test('a cost of 1.000,00 among three', ({ assert }) => {
    assert.deepEqual(byPercentages(100_000, ['1', '1', '1']), [33_334, 33_333, 33_333])
  })

  test('a cost of 123,45 by 33,33, 33,33 and 33,34 per cent', ({ assert }) => {
    assert.deepEqual(byPercentages(12_345, ['33.3300', '33.3300', '33.3400']), [4115, 4114, 4116])
  })

  test('the odd cent of equal shares is of the company with the smaller number, wherever it stands', ({
    assert,
  }) => {
    const parts = allocateByWeight(-10_000, [
      { siteId: 7, weight: 40n },
      { siteId: 3, weight: 40n },
      { siteId: 5, weight: 40n },
    ])

    assert.deepEqual(parts, [
      { siteId: 7, amountMinor: -3333 },
      { siteId: 3, amountMinor: -3334 },
      { siteId: 5, amountMinor: -3333 },
    ])
  })

  test('nothing is shared out where nobody has a value', ({ assert }) => {
    assert.isNull(allocateByWeight(100, [{ siteId: 1, weight: 0n }]))
    assert.isNull(allocateByWeight(100, []))
  })

  test('fixed amounts are taken in their order until the cost is exhausted', ({ assert }) => {
    const sites = [
      { siteId: 4, amountMinor: 45_000 },
      { siteId: 2, amountMinor: 30_000 },
      { siteId: 9, amountMinor: 40_000 },
      { siteId: 1, amountMinor: 5000 },
    ]

    assert.deepEqual(
      allocateFixed(100_000, sites).map(({ amountMinor }) => amountMinor),
      [45_000, 30_000, 25_000, 0]
    )
    assert.deepEqual(
      allocateFixed(-50_000, sites).map(({ amountMinor }) => amountMinor),
      [-45_000, -5000, 0, 0]
    )
  })

  test('a value with more decimals than another is compared exactly', ({ assert }) => {
    assert.deepEqual(exactWeights(['33.3300', '0.0001', '12']), [333_300n, 1n, 120_000n])
    assert.throws(() => exactWeights(['-1']), RangeError)
    assert.throws(() => exactWeights(['1e3']), RangeError)
  })

  test('the parts add up to the cost, whatever it is and however it is shared', ({ assert }) => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 1, maxLength: 25 })

    fc.assert(
      fc.property(base, weights, (amount, given) => {
        fc.pre(given.some((weight) => weight > 0n))
        const sites = given.map((weight, index) => ({ siteId: given.length - index, weight }))
        const parts = allocateByWeight(amount, sites) ?? []
        assert.equal(sum(parts.map(({ amountMinor }) => amountMinor)), amount)
        const total = given.reduce((all, weight) => all + weight, 0n)
        for (const [place, part] of parts.entries()) {
          const distance = BigInt(part.amountMinor) * total - BigInt(amount) * (given[place] ?? 0n)
          assert.isTrue(distance < total && distance > -total)
        }
      }),
      { numRuns: RUNS }
    )
  })
})

test.group('What each cost gives to each share', () => {
  test('of two invoices each company takes of both', ({ assert }) => {
    assert.deepEqual(spreadOverCosts([10_000, 2345], [4115, 4114, 4116]), [
      [3333, 782],
      [3333, 781],
      [3334, 782],
    ])
  })

  test('every share is whole and no cost gives more than it is, credit notes among them', ({ assert }) => {
    const costs = fc.array(fc.integer({ min: -5_000_000, max: 5_000_000 }), { minLength: 1, maxLength: 12 })
    const weights = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 6 })

    fc.assert(
      fc.property(costs, weights, fc.integer({ min: 0, max: 1000 }), (given, shared, kept) => {
        fc.pre(shared.some((weight) => weight > 0))
        const sites = [...shared, kept].map((weight, index) => ({
          siteId: index + 1,
          weight: BigInt(weight),
        }))
        const shares = (allocateByWeight(sum(given), sites) ?? [])
          .slice(0, -1)
          .map((part) => part.amountMinor)
        const cells = spreadOverCosts(given, shares)

        assert.deepEqual(cells.map(sum), shares)
        for (const [place, cost] of given.entries()) {
          const taken = cells.map((row) => row[place] ?? 0)
          assert.isTrue(taken.every((amount) => amount === 0 || Math.sign(amount) === Math.sign(cost)))
          assert.isAtMost(Math.abs(sum(taken)), Math.abs(cost))
        }
      }),
      { numRuns: 2000 }
    )
  })
})
