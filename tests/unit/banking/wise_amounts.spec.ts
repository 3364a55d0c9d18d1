import { test } from '@japa/runner'
import fc from 'fast-check'
import { activityAmount, instantOf, majorOf, minorOf, minorOfText } from '#app/banking/providers/wise/amounts'
import { worded } from '#app/banking/providers/wise/stand_in/wise_ledger'
import { NoAnswer } from '#app/connectors/client/provider_client'

const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD']

test.group('Amounts of Wise', () => {
  test('every amount survives being written as a JSON number and read again, whatever its currency', ({
    assert,
  }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
        fc.constantFrom(...CURRENCIES),
        (minor, currency) => {
          const wire = JSON.parse(JSON.stringify({ value: majorOf(minor, currency) })) as { value: number }
          assert.equal(minorOf(wire.value, currency), minor)
        }
      )
    )
  })

  test('what an activity says in words is the amount to the last cent, and a plus is money in', ({
    assert,
  }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.constantFrom(...CURRENCIES),
        fc.boolean(),
        (minor, currency, isCredit) => {
          const read = activityAmount(worded(minor, currency, isCredit ? '+' : ''))
          assert.deepEqual(read, { minor, currency, isCredit })
        }
      )
    )
  })

  test('a number with more decimals than its currency is not rounded but refused', ({ assert }) => {
    assert.throws(() => minorOf(10.005, 'EUR'), NoAnswer as never)
    assert.throws(() => minorOf(0.1 + 0.2, 'EUR'), NoAnswer as never)
    assert.throws(() => minorOf(100.5, 'JPY'), NoAnswer as never)
    assert.throws(() => minorOf(Number.NaN, 'EUR'), NoAnswer as never)
    assert.isNull(minorOfText('1e21', 'EUR'))
    assert.equal(minorOf(0.3, 'EUR'), 30)
  })

  test('texts that are no amount are none', ({ assert }) => {
    for (const text of [undefined, '', 'EUR', '1,23 EUR', '1.234,50 EUR', '12.345 EUR', '10 euros'])
      assert.isNull(activityAmount(text), text)
  })

  test('a moment without a zone is one of UTC', ({ assert }) => {
    assert.equal(instantOf('2026-11-24 10:47:49'), '2026-11-24T10:47:49.000Z')
    assert.equal(instantOf('2026-11-24T10:47:49'), '2026-11-24T10:47:49.000Z')
    assert.equal(instantOf('2026-11-24T10:47:49.5+02:00'), '2026-11-24T08:47:49.500Z')
    assert.equal(instantOf('2026-11-24T10:47:49+0100'), '2026-11-24T09:47:49.000Z')
    assert.isNull(instantOf('ayer'))
  })
})
