import { test } from '@japa/runner'
import fc from 'fast-check'
import { fractionOf, majorOf, minorOf, plainDecimal } from '#app/banking/providers/revolut/money'

const EXPONENTS = { EUR: 2, USD: 2, JPY: 0, KWD: 3 } as const
const DIGITS_MAX = 999_999_999_999_999

test.group('Money of Revolut', () => {
  test('every amount of every currency goes to a JSON number and comes back the same', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: -DIGITS_MAX, max: DIGITS_MAX }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (minor, currency) => {
          const sent = JSON.stringify({ amount: majorOf(minor, currency) })

          assert.equal(minorOf(JSON.parse(sent).amount, currency), minor === 0 ? 0 : minor)
        }
      ),
      { seed: 2026, numRuns: 3_000 }
    )
  })

  test('the text of a number is read digit by digit, with the decimals of its currency', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
        (minor, currency) => {
          const exponent = EXPONENTS[currency]
          const digits = String(minor).padStart(exponent + 1, '0')
          const text = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`

          assert.equal(minorOf(JSON.parse(text), currency), minor)
          assert.equal(minorOf(text, currency), minor)
        }
      ),
      { seed: 2026, numRuns: 2_000 }
    )
  })

  test('sums that floats get wrong are exact', ({ assert }) => {
    assert.equal(minorOf(0.1, 'EUR') + minorOf(0.2, 'EUR'), 30)
    assert.equal(minorOf(1.005, 'KWD'), 1_005)
    assert.equal(minorOf(-3.77, 'EUR'), -377)
    assert.equal(minorOf(1200, 'JPY'), 1_200)
    assert.equal(majorOf(121_010, 'EUR'), 1210.1)
  })

  test('more decimals than the currency has are refused, never rounded', ({ assert }) => {
    assert.throws(() => minorOf(1.005, 'EUR'), RangeError)
    assert.throws(() => minorOf(10.5, 'JPY'), RangeError)
    assert.throws(() => minorOf('1,20', 'EUR'), RangeError)
    assert.throws(() => majorOf(9_007_199_254_740_991, 'EUR'), RangeError)
  })

  test('numbers in powers of ten are written out', ({ assert }) => {
    assert.equal(plainDecimal(1e-7), '0.0000001')
    assert.equal(plainDecimal(1.25e-7), '0.000000125')
    assert.equal(plainDecimal(1e21), '1000000000000000000000')
    assert.deepEqual(fractionOf(1.25), { numerator: 125n, denominator: 100n })
  })
})
