import { test } from '@japa/runner'
import fc from 'fast-check'
import { expectedPeriods } from '#app/contracts/calendar/expected_periods'
import { amountAt, minor4Text, tierPrice, toMinor4 } from '#app/contracts/pricing/rate'
import { revisedPrice } from '#app/contracts/pricing/revised_price'
import { addDays, calendarDate } from '#app/kernel/time/calendar_date'

test.group('Agreed prices', () => {
  test('a rate is read and written exactly, and nothing else is', ({ assert }) => {
    assert.equal(toMinor4('12.3456'), 123_456)
    assert.equal(toMinor4('-3'), -30_000)
    for (const wrong of ['', '1,5', '1.23456', 'x', '1e3']) assert.isNull(toMinor4(wrong))
    assert.equal(minor4Text(12_500), '1.25')
    assert.equal(minor4Text(12_345), '1.2345')
    assert.equal(minor4Text(-500), '-0.05')
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (minor4) => {
        assert.equal(toMinor4(minor4Text(minor4)), minor4)
      })
    )
  })

  test('a quantity has the price of the highest tier it reaches', ({ assert }) => {
    const tiers = [
      { from_qty: '100', price_minor4: 11_000 },
      { from_qty: '500', price_minor4: 9_500 },
    ]
    assert.equal(tierPrice(12_500, tiers, '99.9999'), 12_500)
    assert.equal(tierPrice(12_500, tiers, '100.0000'), 11_000)
    assert.equal(tierPrice(12_500, tiers.toReversed(), '750'), 9_500)
    assert.equal(tierPrice(12_500, tiers, '-600'), 9_500)
  })

  test('what it costs is rounded once, by the decimals of the currency', ({ assert }) => {
    assert.equal(amountAt(12_345, '100.0000', 'EUR'), 12_345)
    assert.equal(amountAt(3_333, '0.1500', 'EUR'), 5)
    assert.equal(amountAt(1_234_500, '2', 'JPY'), 247)
  })

  test('revisions multiply exactly what was agreed and never lower a price with a floor', ({ assert }) => {
    const once = { numerator: 113_404, denominator: 110_000 }
    assert.equal(
      revisedPrice({ agreedMinor4: 20_650_000, currentMinor4: 20_650_000, factors: [once], hasFloor: true }),
      21_289_024
    )
    const back = { numerator: once.denominator, denominator: once.numerator }
    const twice = { agreedMinor4: 12_347, currentMinor4: 12_729, factors: [once, back] }
    assert.equal(revisedPrice({ ...twice, hasFloor: false }), 12_347)
    assert.equal(revisedPrice({ ...twice, hasFloor: true }), 12_729)
  })
})

test.group('Expected invoices', () => {
  const monthly = {
    frequency: 'monthly' as const,
    startsOn: calendarDate('2026-01-20'),
    endsOn: null,
    expectedDay: 5,
  }

  test('one a month from the month in which the contract begins, never before it does', ({ assert }) => {
    assert.deepEqual(
      expectedPeriods(monthly, calendarDate('2026-03-31')).map(({ from, expectedOn }) => [from, expectedOn]),
      [
        ['2026-01-01', '2026-01-20'],
        ['2026-02-01', '2026-02-05'],
        ['2026-03-01', '2026-03-05'],
      ]
    )
    const last = { ...monthly, expectedDay: 31 }
    assert.equal(expectedPeriods(last, calendarDate('2026-02-28')).at(-1)?.expectedOn, '2026-02-28')
  })

  test('quarters and years count from that month; what is used as needed is never expected', ({ assert }) => {
    assert.deepEqual(
      expectedPeriods({ ...monthly, frequency: 'quarterly' }, calendarDate('2026-08-01')).map(
        ({ from, to }) => [from, to]
      ),
      [
        ['2026-01-01', '2026-03-31'],
        ['2026-04-01', '2026-06-30'],
        ['2026-07-01', '2026-09-30'],
      ]
    )
    assert.lengthOf(expectedPeriods({ ...monthly, frequency: 'yearly' }, calendarDate('2027-12-31')), 2)
    assert.lengthOf(expectedPeriods({ ...monthly, frequency: 'per_use' }, calendarDate('2027-12-31')), 0)
    assert.lengthOf(expectedPeriods({ ...monthly, frequency: 'one_off' }, calendarDate('2027-12-31')), 1)
  })

  test('none after the end, and periods follow one another without gap', ({ assert }) => {
    const ended = { ...monthly, endsOn: calendarDate('2026-02-10') }
    assert.lengthOf(expectedPeriods(ended, calendarDate('2026-12-31')), 2)
    const frequency = fc.constantFrom('monthly' as const, 'quarterly' as const, 'yearly' as const)
    fc.assert(
      fc.property(
        frequency,
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: 31 }),
        (every, days, day) => {
          const until = addDays(monthly.startsOn, days)
          const periods = expectedPeriods({ ...monthly, frequency: every, expectedDay: day }, until, 100)
          assert.isTrue(periods.every(({ from }) => from <= until))
          for (const [index, period] of periods.entries()) {
            const next = periods[index + 1]
            if (next) assert.equal(next.from, addDays(period.to, 1))
            assert.isTrue(period.expectedOn >= monthly.startsOn && period.expectedOn <= period.to)
          }
        }
      )
    )
  })
})
