import { test } from '@japa/runner'
import { monthText } from '#app/kernel/time/month_text'

test.group('A month in words', () => {
  test('is its name and year, of a month or of a day of it', ({ assert }) => {
    assert.equal(monthText('2026-11'), 'noviembre de 2026')
    assert.equal(monthText('2026-03-30'), 'marzo de 2026')
    assert.equal(monthText('1999-01'), 'enero de 1999')
  })

  test('is refused where there is none', ({ assert }) => {
    for (const wrong of ['2026', '2026-13', '2026-00', 'noviembre'])
      assert.throws(() => monthText(wrong), RangeError)
  })
})
