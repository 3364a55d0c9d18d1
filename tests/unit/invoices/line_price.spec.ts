import { test } from '@japa/runner'
import fc from 'fast-check'
import { computedBase } from '../../../inertia/pages/invoices/invoices/lines/line_price.js'

test.group('Price of an invoice line', () => {
  test('quantity times price less the discount, to the cent', ({ assert }) => {
    assert.equal(computedBase('3', '12,50', ''), 3_750)
    assert.equal(computedBase('1', '0.005', '0'), 1)
    assert.equal(computedBase('-1', '0,005', '0'), -1)
    assert.equal(computedBase('376', '17,85', '0'), 671_160)
    assert.equal(computedBase('2,5', '10', '10'), 2_250)
    assert.isNull(computedBase('', '10', '0'))
    assert.isNull(computedBase('1', '10', '101'))
  })

  test('whole cents of whole units are never a cent off', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 0, max: 9_999_999 }),
        (quantity, cents) => {
          const price = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
          return computedBase(String(quantity), price, '') === quantity * cents
        }
      )
    )
  })
})
