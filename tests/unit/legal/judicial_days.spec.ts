import { test } from '@japa/runner'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { planSpans } from '#app/legal/judicial_days'

const spans = (first: string, days: (number | null)[], skipsAugust: boolean) =>
  planSpans(calendarDate(first), days, skipsAugust).map(({ startsOn, endsOn }) => [startsOn, endsOn])

test.group('Days of judicial matters', () => {
  test('the days of August are left out, and nothing begins in it', ({ assert }) => {
    assert.deepEqual(spans('2026-07-28', [6, 10], true), [
      ['2026-07-28', '2026-09-02'],
      ['2026-09-03', '2026-09-12'],
    ])
    assert.deepEqual(spans('2026-08-10', [1], true), [['2026-09-01', '2026-09-01']])
  })

  test('where August counts it counts like any other month', ({ assert }) => {
    assert.deepEqual(spans('2026-07-28', [6, 10], false), [
      ['2026-07-28', '2026-08-02'],
      ['2026-08-03', '2026-08-12'],
    ])
  })

  test('behind a phase without days no day is known', ({ assert }) => {
    assert.deepEqual(spans('2026-01-01', [2, null, 3], true), [
      ['2026-01-01', '2026-01-02'],
      ['2026-01-03', null],
      [null, null],
    ])
  })
})
