import { test } from '@japa/runner'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'

const normal = { cutOff: '15:00:00', speed: 'normal' }

test.group('The day a payment can move', () => {
  test('until the hour of the bank it is today, from then on the next day of TARGET', ({ assert }) => {
    // Thursday 2 April 2026, summer time; Good Friday and Easter Monday follow.
    assert.equal(earliestExecution(normal, new Date('2026-04-02T12:59:59Z')), '2026-04-02')
    assert.equal(earliestExecution(normal, new Date('2026-04-02T13:00:00Z')), '2026-04-07')
  })

  test('on a day on which TARGET is closed the hour does not matter', ({ assert }) => {
    assert.equal(earliestExecution(normal, new Date('2026-11-21T20:00:00Z')), '2026-11-23')
    assert.equal(earliestExecution(normal, new Date('2026-12-25T08:00:00Z')), '2026-12-28')
  })

  test('instant payments have no hour', ({ assert }) => {
    const instant = { ...normal, speed: 'instant' }

    assert.equal(earliestExecution(instant, new Date('2026-11-23T20:00:00Z')), '2026-11-23')
  })

  test('a later day is kept, a closed one moves on', ({ assert }) => {
    const earliest = calendarDate('2026-11-23')

    assert.equal(executionDay(calendarDate('2026-11-26'), earliest), '2026-11-26')
    assert.equal(executionDay(calendarDate('2026-11-28'), earliest), '2026-11-30')
    assert.equal(executionDay(calendarDate('2026-11-02'), earliest), '2026-11-23')
  })
})
