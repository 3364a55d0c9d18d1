import { test } from '@japa/runner'
import { around, kindOf, periodText, stepped } from '../../../inertia/pages/books/book_periods.js'

test.group('Periods of the books', () => {
  test('a period is a month, a quarter or a year only when it is a whole one', ({ assert }) => {
    for (const [from, to, kind] of [
      ['2026-02-01', '2026-02-28', 'month'],
      ['2026-04-01', '2026-06-30', 'quarter'],
      ['2026-01-01', '2026-12-31', 'year'],
      ['2026-02-01', '2026-04-30', 'range'],
      ['2026-02-02', '2026-02-28', 'range'],
      ['2025-07-01', '2026-06-30', 'range'],
    ] as const)
      assert.equal(kindOf({ from, to }), kind, `${from} ${to}`)
  })

  test('the neighbours of a period, and the one around a day', ({ assert }) => {
    assert.deepEqual(stepped({ from: '2026-01-01', to: '2026-01-31' }, 'month', -1), {
      from: '2025-12-01',
      to: '2025-12-31',
    })
    assert.deepEqual(stepped({ from: '2026-10-01', to: '2026-12-31' }, 'quarter', 1), {
      from: '2027-01-01',
      to: '2027-03-31',
    })
    assert.deepEqual(around({ from: '2026-05-17', to: '2026-05-20' }, 'quarter'), {
      from: '2026-04-01',
      to: '2026-06-30',
    })
    assert.deepEqual(around({ from: '2028-02-17', to: '2028-02-20' }, 'month'), {
      from: '2028-02-01',
      to: '2028-02-29',
    })
  })

  test('a period is told as people say it', ({ assert }) => {
    assert.equal(periodText({ from: '2026-03-01', to: '2026-03-31' }, 'month'), 'marzo de 2026')
    assert.equal(periodText({ from: '2026-04-01', to: '2026-06-30' }, 'quarter'), '2.º trimestre de 2026')
    assert.equal(periodText({ from: '2026-01-01', to: '2026-12-31' }, 'year'), '2026')
  })
})
