import { test } from '@japa/runner'
import fc from 'fast-check'
import { type OpenDebt, planNetting } from '#app/loans/compensations/netting_plan'

const debt = (debtorId: number, creditorId: number, principalMinor: number, interestMinor = 0): OpenDebt => ({
  loanId: null,
  debtorId,
  creditorId,
  principalMinor,
  interestMinor,
})

test.group('What nets of debts', () => {
  test('all together, as the area has it', ({ assert }) => {
    const [a, b, c] = [1, 2, 3]
    const { transfers, totalMinor } = planNetting('multilateral', [
      debt(b, a, 120_000),
      debt(a, b, 45_500),
      debt(c, b, 80_000),
      debt(a, c, 30_000),
    ])
    assert.equal(totalMinor, 275_500)
    assert.deepEqual(transfers, [
      { fromId: c, toId: a, amountMinor: 44_500 },
      { fromId: c, toId: b, amountMinor: 5_500 },
    ])
  })

  test('of a pair, the oldest first and interest before principal', ({ assert }) => {
    const { cancelled, transfers } = planNetting('bilateral', [
      debt(1, 2, 1_000, 50),
      debt(1, 2, 1_000, 40),
      debt(2, 1, 1_200, 20),
    ])
    assert.deepEqual(transfers, [])
    assert.deepEqual(cancelled, [debt(1, 2, 1_000, 50), debt(1, 2, 130, 40), debt(2, 1, 1_200, 20)])
  })

  test('twelve companies keep what each has net, with at most eleven transfers', () => {
    const debts = fc.array(
      fc
        .tuple(fc.nat(11), fc.nat(10), fc.nat(1_000_000), fc.nat(10_000))
        .map(([from, step, principal, interest]) =>
          debt(from + 1, ((from + 1 + step) % 12) + 1, principal, interest)
        ),
      { maxLength: 60 }
    )
    const netOf = (id: number, owed: { from: number; to: number; minor: number }[]) =>
      owed.reduce((sum, { from, to, minor }) => sum + (to === id ? minor : 0) - (from === id ? minor : 0), 0)
    fc.assert(
      fc.property(debts, (some) => {
        const { transfers } = planNetting('multilateral', some)
        const before = some.map((one) => ({
          from: one.debtorId,
          to: one.creditorId,
          minor: one.principalMinor + one.interestMinor,
        }))
        const after = transfers.map(({ fromId, toId, amountMinor }) => ({
          from: fromId,
          to: toId,
          minor: amountMinor,
        }))
        const ids = Array.from({ length: 12 }, (_, index) => index + 1)
        return transfers.length <= 11 && ids.every((id) => netOf(id, before) === netOf(id, after))
      }),
      { numRuns: 300 }
    )
  })
})
