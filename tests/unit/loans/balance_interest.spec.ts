import { test } from '@japa/runner'
import fc from 'fast-check'

import { addDays, calendarDate } from '#app/kernel/time/calendar_date'
import { balanceInterest } from '#app/loans/interest/balance_interest'
import { DAY_COUNTS } from '#app/loans/schedule/day_count'
import { Fraction } from '#tests/unit/loans/slow_fraction'
import { slowBase, slowDays } from '#tests/unit/loans/slow_schedule'

const day = calendarDate

test.group('Interest of a balance', () => {
  test('50.000 from January, 20.000 more in March, 10.000 back in May, settled in June', ({ assert }) => {
    const { segments, interestMinor } = balanceInterest({
      annualRate: '4.500000',
      dayCount: 'ACT/365',
      movements: [
        { on: day('2026-01-15'), amountMinor: 5_000_000 },
        { on: day('2026-03-01'), amountMinor: 2_000_000 },
        { on: day('2026-05-20'), amountMinor: -1_000_000 },
      ],
      from: day('2026-01-15'),
      to: day('2026-06-30'),
    })

    assert.deepEqual(
      segments.map(({ days }) => days),
      [45, 80, 41]
    )
    assert.equal(interestMinor, 127_110)
  })

  test('movements of one day count together, and what cancels itself out cuts nothing', ({ assert }) => {
    const { segments } = balanceInterest({
      annualRate: '3',
      dayCount: '30/360',
      movements: [
        { on: day('2026-01-10'), amountMinor: 700 },
        { on: day('2026-02-10'), amountMinor: 50 },
        { on: day('2026-02-10'), amountMinor: -50 },
        { on: day('2026-03-31'), amountMinor: 900 },
      ],
      from: day('2026-01-31'),
      to: day('2026-03-31'),
    })

    assert.deepEqual(segments, [
      { from: day('2026-01-31'), to: day('2026-03-31'), days: 60, balanceMinor: 700 },
    ])
  })

  test('no days carry no interest', ({ assert }) => {
    const terms = { annualRate: '3', dayCount: 'ACT/360' as const, movements: [], from: day('2026-01-01') }

    assert.deepEqual(balanceInterest({ ...terms, to: day('2026-01-01') }), { segments: [], interestMinor: 0 })
  })

  test('it is the sum of each segment, and the segments cover the time without a gap', ({ assert }) => {
    const movement = fc.record({
      days: fc.integer({ min: -60, max: 400 }),
      amountMinor: fc.integer({ min: -9_000_000, max: 9_000_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(movement, { maxLength: 12 }),
        fc.integer({ min: 1, max: 380 }),
        fc.integer({ min: 0, max: 30_000_000 }),
        fc.constantFrom(...DAY_COUNTS),
        (told, length, units, dayCount) => {
          const from = day('2027-12-31')
          const to = addDays(from, length)
          const annualRate = (units / 1_000_000).toFixed(6)
          const movements = told.map(({ days, amountMinor }) => ({ on: addDays(from, days), amountMinor }))

          const { segments, interestMinor } = balanceInterest({ annualRate, dayCount, movements, from, to })

          let sum = Fraction.of(0)
          let next: string = from
          for (const segment of segments) {
            assert.equal(segment.from, next)
            next = segment.to
            const balance = movements
              .filter(({ on }) => on <= segment.from)
              .reduce((total, { amountMinor }) => total + amountMinor, 0)
            assert.equal(segment.balanceMinor, balance)
            const days = slowDays(segment.from, segment.to, dayCount)
            assert.equal(segment.days, days)
            sum = sum.plus(Fraction.of(BigInt(balance) * BigInt(days), slowBase(dayCount)))
          }
          assert.equal(next, to)
          assert.equal(
            interestMinor,
            sum.times(Fraction.decimal(annualRate)).over(Fraction.of(100)).rounded()
          )
        }
      ),
      { numRuns: 500 }
    )
  })
})
