import { test } from '@japa/runner'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { addMonths, calendarDate, today, yearOf } from '#app/kernel/time/calendar_date'
import { openFiscalYears } from '#app/ledger/actions/open_fiscal_years'
import { openDueFiscalYears } from '#app/sites/actions/open_due_fiscal_years'
import { makeSite } from '#tests/factories/books'

const yearsOf = (siteId: number) =>
  rows<{ code: string; startsOn: string; endsOn: string }>(
    `select code, starts_on, ends_on from fiscal_years where site_id = :siteId order by starts_on`,
    { siteId }
  )

test.group('Fiscal years', () => {
  test('a new company has every year from its start to the next one', async ({ assert }) => {
    const { siteId } = await makeSite()

    const years = await yearsOf(siteId)

    assert.deepEqual(years[0], { code: '2025', startsOn: '2025-01-01', endsOn: '2025-12-31' })
    assert.equal(years.at(-1)?.code, String(yearOf(today()) + 1))
    assert.lengthOf(years, yearOf(today()) - 2025 + 2)
  })

  test('the year after the next is opened when the next begins, once', async ({ assert }) => {
    const { siteId } = await makeSite()
    const before = await yearsOf(siteId)
    const nextYear = addMonths(today(), 12)

    await Promise.all([openDueFiscalYears(nextYear), openDueFiscalYears(nextYear)])
    await openDueFiscalYears(nextYear)

    const years = await yearsOf(siteId)
    assert.lengthOf(years, before.length + 1)
    assert.equal(years.at(-1)?.startsOn, `${yearOf(today()) + 2}-01-01`)
  })

  test('years begin in the month of the company, and the one in which it changes is shorter', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    await execute(`delete from fiscal_years where site_id = :siteId`, { siteId })
    const years = { siteId, firstDay: calendarDate('2025-03-01') }

    await inTransaction((trx) =>
      openFiscalYears({ ...years, startMonth: 7, day: calendarDate('2025-08-01') }, trx)
    )
    await inTransaction((trx) =>
      openFiscalYears({ ...years, startMonth: 1, day: calendarDate('2027-08-01') }, trx)
    )

    assert.deepEqual(
      (await yearsOf(siteId)).map(({ code, startsOn, endsOn }) => [code, startsOn, endsOn]),
      [
        ['2024-2025', '2024-07-01', '2025-06-30'],
        ['2025-2026', '2025-07-01', '2026-06-30'],
        ['2026-2027', '2026-07-01', '2027-06-30'],
        ['2027', '2027-07-01', '2027-12-31'],
        ['2028', '2028-01-01', '2028-12-31'],
      ]
    )
  })
})
