import { test } from '@japa/runner'
import fc from 'fast-check'

import { type Debt, type NettingMode, netDebts } from '#app/loans/netting/net_debts'

const COMPANIES = 'ABCDEFGHIJKL'.split('')

const debts = fc.array(
  fc
    .record({
      from: fc.constantFrom(...COMPANIES),
      to: fc.constantFrom(...COMPANIES),
      principalMinor: fc.integer({ min: 0, max: 10_000_000_000 }),
      interestMinor: fc.integer({ min: 0, max: 1_000_000 }),
    })
    .filter(({ from, to }) => from !== to),
  { maxLength: 60 }
)

const owed = (from: string, to: string, principalMinor: number): Debt => ({
  from,
  to,
  principalMinor,
  interestMinor: 0,
})

test.group('Netting', () => {
  test('three companies that owe each other are settled with two payments', ({ assert }) => {
    const { transfers, netBefore } = netDebts('multilateral', [
      owed('B', 'A', 12_000_000),
      owed('A', 'B', 4_550_000),
      owed('C', 'B', 8_000_000),
      owed('A', 'C', 3_000_000),
    ])

    assert.deepEqual(Object.fromEntries(netBefore), { A: 4_450_000, B: 550_000, C: -5_000_000 })
    assert.deepEqual(transfers, [
      { from: 'C', to: 'A', amountMinor: 4_450_000 },
      { from: 'C', to: 'B', amountMinor: 550_000 },
    ])
  })

  test('pair by pair, what both owe each other cancels and debts of one direction stay', ({ assert }) => {
    const { transfers } = netDebts('bilateral', [
      { from: 'B', to: 'A', principalMinor: 700, interestMinor: 50 },
      owed('A', 'B', 500),
      owed('C', 'A', 300),
      owed('A', 'C', 300),
      owed('C', 'B', 90),
    ])

    assert.deepEqual(transfers, [
      { from: 'B', to: 'A', amountMinor: 250 },
      { from: 'C', to: 'B', amountMinor: 90 },
    ])
  })

  test('of equal amounts the smaller name comes first', ({ assert }) => {
    const { transfers } = netDebts('multilateral', [owed('D', 'B', 10), owed('C', 'A', 10)])

    assert.deepEqual(transfers, [
      { from: 'C', to: 'A', amountMinor: 10 },
      { from: 'D', to: 'B', amountMinor: 10 },
    ])
  })

  test('of twelve companies every net stays what it was, with fewer payments than companies', ({
    assert,
  }) => {
    fc.assert(
      fc.property(debts, fc.constantFrom<NettingMode>('bilateral', 'multilateral'), (given, mode) => {
        const { transfers, netBefore, netAfter } = netDebts(mode, given)

        assert.deepEqual([...netAfter], [...netBefore])
        assert.equal(
          [...netBefore.values()].reduce((sum, net) => sum + net, 0),
          0
        )
        assert.isTrue(transfers.every(({ amountMinor }) => amountMinor > 0))
        if (mode === 'multilateral') assert.isBelow(transfers.length, Math.max(1, netBefore.size))
        const pairs = transfers.map(({ from, to }) => [from, to].sort().join())
        assert.equal(new Set(pairs).size, pairs.length)
      }),
      { numRuns: 500 }
    )
  })
})
