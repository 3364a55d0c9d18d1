import { test } from '@japa/runner'
import fc from 'fast-check'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { dueOn, periodOf, periodText } from '#app/rebilling/allocation/period'
import { chargeAmounts } from '#app/rebilling/allocation/share_by_rule'
import { documentLines } from '#app/rebilling/postings/document_lines'

const cost = (amountMinor: number, accountCode = '62900000') => ({
  text: 'Licencia',
  accountCode,
  categoryId: null,
  amountMinor,
})

test.group('Lines of what a charge becomes', () => {
  test('a cost a line, in the account without the zeros of the company that bore it', ({ assert }) => {
    const lines = documentLines({
      costs: [cost(6_000), cost(4_000, '62800010')],
      markupMinor: 0,
      markupText: '0 %',
      expenseAccount: null,
    })
    assert.deepEqual(
      lines.map(({ accountCode, baseMinor, concept }) => [accountCode, baseMinor, concept]),
      [
        ['629', 6_000, 'Licencia'],
        ['6280001', 4_000, 'Licencia'],
      ]
    )
  })

  test('the margin is spread over them and told', ({ assert }) => {
    const lines = documentLines({
      costs: [cost(6_000), cost(4_000)],
      markupMinor: 501,
      markupText: '5 %',
      expenseAccount: '623',
    })
    assert.deepEqual(
      lines.map(({ accountCode, baseMinor }) => [accountCode, baseMinor]),
      [
        ['623', 6_301],
        ['623', 4_200],
      ]
    )
    assert.include(lines[0]?.concept ?? '', 'margen del 5 %')
  })

  test('they add up to base and margin, however many costs there are and whatever their sign', ({
    assert,
  }) => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 90 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: -100_000, max: 100_000 }), (costs, markup) => {
        const base = costs.reduce((sum, amount) => sum + amount, 0)
        const markupMinor = costs.some((amount) => amount !== 0) ? markup : 0
        const lines = documentLines({
          costs: costs.map((amount, place) => cost(amount, place % 2 === 0 ? '62900000' : '62800000')),
          markupMinor,
          markupText: '1 %',
          expenseAccount: null,
        })
        const sum = lines.reduce((total, { baseMinor }) => total + baseMinor, 0)
        // Where a whole account comes to nothing there is nothing to spread a margin over.
        if (base !== 0 && costs.length <= 40) assert.equal(sum, base + markupMinor)
      })
    )
  })
})

test.group('Amounts and periods of charges', () => {
  test('margin and tax are each rounded once, with the sign of the share', ({ assert }) => {
    assert.deepEqual(chargeAmounts(4_115, { markupBasisPoints: 333, vatBasisPoints: 2_100 }), {
      baseMinor: 4_115,
      markupMinor: 137,
      vatMinor: 893,
      totalMinor: 5_145,
    })
    const back = chargeAmounts(-4_115, { markupBasisPoints: 333, vatBasisPoints: 2_100 })
    assert.equal(back.totalMinor, -5_145)
  })

  test('a quarter is three months, and is worked out from the second day after it', ({ assert }) => {
    const period = periodOf('quarterly', calendarDate('2026-11-27'))
    assert.deepEqual(period, { from: calendarDate('2026-10-01'), to: calendarDate('2026-12-31') })
    assert.equal(periodText(period), '4.º trimestre de 2026')
    assert.equal(dueOn(period), calendarDate('2027-01-02'))
    assert.equal(periodText(periodOf('monthly', calendarDate('2026-02-14'))), 'febrero de 2026')
  })
})
