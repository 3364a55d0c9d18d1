import { test } from '@japa/runner'
import fc from 'fast-check'
import { chartScale, tickText } from '../../../inertia/pages/reports/chart_scale.js'

test.group('Scale of a chart of balances', () => {
  test('holds nought, every amount and few round ticks, whatever the balances', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 1, maxLength: 60 }),
        (minors) => {
          const { place, ticks } = chartScale(minors)
          assert.include(ticks, 0)
          assert.isAtMost(ticks.length, 6)
          for (const minor of minors) assert.isTrue(place(minor) >= 0 && place(minor) <= 1)
        }
      )
    )
  })

  test('a change of one per cent looks like one per cent', ({ assert }) => {
    const { place } = chartScale([10_000_000, 10_100_000])

    assert.closeTo((place(10_100_000) - place(10_000_000)) / place(10_000_000), 0.01, 1e-9)
  })

  test('names its amounts shortly, with a real minus', ({ assert }) => {
    assert.equal(tickText(25_000_000, 'EUR'), '250\u00a0mil €')
    assert.equal(tickText(-1_500_00, 'EUR'), '−1,5\u00a0mil €')
  })
})
