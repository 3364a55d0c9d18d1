import { test } from '@japa/runner'
import fc from 'fast-check'

import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  compareDays,
  daysBetween,
  endOfMonth,
  formatDay,
  formatInstant,
  isCalendarDate,
  maxDay,
  minDay,
  monthOf,
  parseDay,
  startOfMonth,
  today,
  yearOf,
} from '#app/kernel/time/calendar_date'
import {
  addTargetDays,
  easterSunday,
  isSpanishWorkingDay,
  isTargetDay,
  nextSpanishWorkingDay,
  nextTargetDay,
} from '#app/kernel/time/working_days'

const day = calendarDate
const anyDay = fc
  .integer({ min: 0, max: 60_000 })
  .map((days): CalendarDate => addDays(day('1950-01-01'), days))

test.group('Calendar days', () => {
  test('only days that exist are days', ({ assert }) => {
    assert.isTrue(isCalendarDate('2024-02-29'))
    assert.isFalse(isCalendarDate('2026-02-29'))
    assert.isFalse(isCalendarDate('1900-02-29'))
    assert.isTrue(isCalendarDate('2000-02-29'))
    assert.isFalse(isCalendarDate('2026-02-31'))
    assert.isFalse(isCalendarDate('2026-13-01'))
    assert.isFalse(isCalendarDate('2026-1-1'))
    assert.throws(() => calendarDate('31/12/2026'), RangeError)
  })

  test('the day is asked of the clock of Madrid', ({ assert }) => {
    assert.equal(today(new Date('2026-11-21T22:59:59Z')), '2026-11-21')
    assert.equal(today(new Date('2026-11-21T23:00:00Z')), '2026-11-22')
    assert.equal(today(new Date('2026-07-21T22:00:00Z')), '2026-07-22')
  })

  test('a month more than the 31st ends with the month', ({ assert }) => {
    assert.equal(addMonths(day('2026-01-31'), 1), '2026-02-28')
    assert.equal(addMonths(day('2024-01-31'), 1), '2024-02-29')
    assert.equal(addMonths(day('2026-11-30'), 3), '2027-02-28')
    assert.equal(addMonths(day('2026-01-15'), -1), '2025-12-15')
    assert.equal(addMonths(day('2026-03-31'), -13), '2025-02-28')
  })

  test('the summer and winter hours do not move a day', ({ assert }) => {
    assert.equal(addDays(day('2026-03-28'), 2), '2026-03-30')
    assert.equal(addDays(day('2026-10-24'), 2), '2026-10-26')
    assert.equal(daysBetween(day('2026-03-28'), day('2026-03-30')), 2)
  })

  test('months, years, ends and order', ({ assert }) => {
    assert.equal(startOfMonth(day('2026-11-21')), '2026-11-01')
    assert.equal(endOfMonth(day('2028-02-03')), '2028-02-29')
    assert.equal(monthOf(day('2026-11-21')), '2026-11')
    assert.equal(yearOf(day('2026-11-21')), 2026)
    assert.equal(compareDays(day('2026-11-21'), day('2026-11-22')), -1)
    assert.equal(minDay(day('2026-11-21'), day('2025-01-01')), '2025-01-01')
    assert.equal(maxDay(day('2026-11-21'), day('2025-01-01')), '2026-11-21')
  })

  test('days added are days between', ({ assert }) => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
        assert.equal(daysBetween(from, addDays(from, days)), days)
      })
    )
  })

  test('days and instants are shown the Spanish way', ({ assert }) => {
    assert.equal(formatDay(day('2026-03-05')), '05/03/2026')
    assert.equal(formatInstant('2026-11-21T22:05:00Z'), '21/11/2026 23:05')
    assert.equal(formatInstant('2026-07-21T22:05:00.123Z'), '22/07/2026 00:05')
  })

  test('"{text}" typed on 21/11/2026 is {expected}')
    .with([
      { text: '15/3', expected: '2026-03-15' },
      { text: '15/3/26', expected: '2026-03-15' },
      { text: '15-03-2026', expected: '2026-03-15' },
      { text: '15.03.2026', expected: '2026-03-15' },
      { text: '150326', expected: '2026-03-15' },
      { text: '2026-03-15', expected: '2026-03-15' },
      { text: ' HOY ', expected: '2026-11-21' },
      { text: 'ayer', expected: '2026-11-20' },
      { text: 'mañana', expected: '2026-11-22' },
      { text: '+30', expected: '2026-12-21' },
      { text: '-7', expected: '2026-11-14' },
    ])
    .run(({ assert }, { text, expected }) => {
      assert.equal(parseDay(text, day('2026-11-21')), expected)
    })

  test('"{$self}" typed is no day')
    .with([
      '',
      '31/02',
      '29/2/2026',
      '32/1',
      '1/13',
      '15/3/226',
      '+',
      '7',
      'pasado',
      'constructor',
      '15/3/26/1',
    ])
    .run(({ assert }, text) => {
      assert.isNull(parseDay(text, day('2026-11-21')))
    })

  test('a day shown can be typed back', ({ assert }) => {
    fc.assert(
      fc.property(anyDay, (some) => {
        assert.equal(parseDay(formatDay(some), day('2026-11-21')), some)
      })
    )
  })
})

test.group('Working days', () => {
  test('Easter falls where the Church says', ({ assert }) => {
    assert.equal(easterSunday(2024), '2024-03-31')
    assert.equal(easterSunday(2025), '2025-04-20')
    assert.equal(easterSunday(2026), '2026-04-05')
    assert.equal(easterSunday(2027), '2027-03-28')
    assert.equal(easterSunday(2038), '2038-04-25')
    assert.equal(easterSunday(1818), '1818-03-22')
  })

  test('TARGET closes on {$self}')
    .with([
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-12-25',
      '2026-12-26',
      '2026-11-21',
      '2026-11-22',
    ])
    .run(({ assert }, closed) => {
      assert.isFalse(isTargetDay(day(closed)))
    })

  test('TARGET opens on Spanish holidays', ({ assert }) => {
    assert.isTrue(isTargetDay(day('2026-01-06')))
    assert.isTrue(isTargetDay(day('2026-10-12')))
    assert.isTrue(isTargetDay(day('2026-12-08')))
  })

  test('a closed day moves to the next open one and an open one stays', ({ assert }) => {
    assert.equal(nextTargetDay(day('2026-11-20')), '2026-11-20')
    assert.equal(nextTargetDay(day('2026-11-21')), '2026-11-23')
    assert.equal(nextTargetDay(day('2026-04-03')), '2026-04-07')
    assert.equal(nextTargetDay(day('2026-12-25')), '2026-12-28')
    assert.equal(addTargetDays(day('2026-11-20'), 1), '2026-11-23')
    assert.equal(addTargetDays(day('2026-04-02'), 2), '2026-04-08')
    assert.equal(addTargetDays(day('2026-11-23'), -1), '2026-11-20')
  })

  test('a tax deadline of {nominal} ends on {adjusted}')
    .with([
      { nominal: '2026-11-30', adjusted: '2026-11-30' },
      { nominal: '2026-12-20', adjusted: '2026-12-21' },
      { nominal: '2026-12-30', adjusted: '2026-12-30' },
      { nominal: '2027-01-20', adjusted: '2027-01-20' },
      { nominal: '2027-01-30', adjusted: '2027-02-01' },
      { nominal: '2027-02-20', adjusted: '2027-02-22' },
      { nominal: '2027-02-28', adjusted: '2027-03-01' },
      { nominal: '2027-03-20', adjusted: '2027-03-22' },
      { nominal: '2027-05-30', adjusted: '2027-05-31' },
      { nominal: '2027-06-20', adjusted: '2027-06-21' },
      { nominal: '2027-07-25', adjusted: '2027-07-26' },
      { nominal: '2027-10-30', adjusted: '2027-11-02' },
      { nominal: '2027-11-20', adjusted: '2027-11-22' },
    ])
    .run(({ assert }, { nominal, adjusted }) => {
      assert.equal(nextSpanishWorkingDay(day(nominal)), adjusted)
    })

  test('a regional holiday moves the deadline too', ({ assert }) => {
    assert.isTrue(isSpanishWorkingDay(day('2027-05-31')))
    assert.isFalse(isSpanishWorkingDay(day('2027-05-31'), [day('2027-05-31')]))
    assert.equal(nextSpanishWorkingDay(day('2027-05-30'), [day('2027-05-31')]), '2027-06-01')
  })
})
