import { test } from '@japa/runner'
import fc from 'fast-check'
import { addDays, addMonths, calendarDate, today } from '#app/kernel/time/calendar_date'
import { moveRecurrent } from '#app/payments/kinds/recurring/move_recurrent'
import { recurrentCalendar } from '#app/payments/kinds/recurring/recurrent_calendar'
import { createRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import { dueDays, dueDaysUntil, FREQUENCIES, type Frequency } from '#app/payments/kinds/recurring/schedule'
import { makePaymentStage, type PaymentStage, rentAgreement } from '#tests/factories/payments'

type Asked = { page: number; perPage: 10 | 'all'; direction: 'asc' | 'desc' }

const ask = ({ siteId }: PaymentStage, { page, perPage, direction }: Asked) =>
  recurrentCalendar(
    { page, perPage, sort: 'pay_on', direction, cursor: null, exactCount: false },
    { where: ['r.site_id = :siteId'], bindings: { siteId } }
  )

const weekly = (stage: PaymentStage, concept: string, amountMinor: number | null) =>
  createRecurrent(
    rentAgreement(stage, {
      concept,
      amountMode: amountMinor === null ? 'variable' : 'fixed',
      amountMinor,
      maxMinor: amountMinor === null ? 10_000 : null,
      frequency: 'weekly',
      day: 1,
      startOn: addDays(today(), 1),
      leadDays: 0,
    }),
    stage.person.actor
  )

test.group('The calendar of recurring payments', () => {
  test('its pages follow each other and its months add up all of it', async ({ assert }) => {
    const stage = await makePaymentStage()
    await weekly(stage, 'Alquiler de la nave', 50_000)
    await weekly(stage, 'Consumo de agua', null)
    const ended = await weekly(stage, 'Renting de la furgoneta', 90_000)
    await moveRecurrent(ended, { transition: 'end', reason: 'Se devuelve' }, stage.person.actor)

    const whole = await ask(stage, { page: 1, perPage: 'all', direction: 'asc' })
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => ask(stage, { page, perPage: 10, direction: 'asc' }))
    )
    const ids = whole.list.rows.map(({ id }) => id)
    assert.deepEqual(
      pages.flatMap(({ list }) => list.rows.map(({ id }) => id)),
      ids
    )
    assert.equal(whole.list.total, ids.length)
    assert.isAbove(ids.length, 20)
    assert.isTrue(whole.list.rows.every(({ concept }) => !concept.startsWith('Renting')))
    const until = addDays(addMonths(today(), 3), -1)
    assert.isTrue(whole.list.rows.every(({ dueOn: due }) => due <= until))
    assert.deepEqual(
      whole.list.rows.map(({ payOn: day }) => day),
      whole.list.rows.map(({ payOn: day }) => day).toSorted()
    )
    const desc = await ask(stage, { page: 1, perPage: 10, direction: 'desc' })
    assert.equal(desc.list.rows[0]?.id, ids.at(-1))
    for (const { months } of [whole, ...pages]) {
      assert.equal(
        months.reduce((sum, { payments }) => sum + payments, 0),
        ids.length
      )
      assert.equal(
        months.flatMap(({ amounts }) => amounts).reduce((sum, { minor }) => sum + minor, 0),
        (ids.length / 2) * 50_000
      )
    }
  })

  test('days until one are the first of all days, wherever one begins to look', ({ assert }) => {
    const start = fc.integer({ min: 0, max: 1500 }).map((days) => addDays(calendarDate('2024-01-01'), days))
    const any = fc.record({
      frequency: fc.constantFrom(...(Object.keys(FREQUENCIES) as Frequency[])),
      day: fc.integer({ min: 1, max: 31 }),
      startOn: start,
      endOn: fc.option(start),
      occurrences: fc.option(fc.integer({ min: 1, max: 40 })),
    })
    const span = fc.integer({ min: 0, max: 900 })
    fc.assert(
      fc.property(any, span, span, (given, after, long) => {
        const [from, until] = [addDays(given.startOn, after), addDays(given.startOn, after + long)]
        const all = dueDays(given, given.startOn, 400)
        assert.deepEqual(
          dueDaysUntil(given, from, until),
          all.filter((day) => day >= from && day <= until)
        )
      })
    )
  })
})
