import { test } from '@japa/runner'
import { toldNumber } from '#app/banking/told_number'

test.group('The number of an account without IBAN', () => {
  test('is its account number, never whose it is or where', ({ assert }) => {
    assert.equal(
      toldNumber({ Titular: 'Hotel Sol, S.L.', 'Sort code': '231470', 'Número de cuenta': '10015838' }),
      '10015838'
    )
    assert.equal(toldNumber({ Titular: 'Hotel Sol, S.L.', Cuenta: '77' }), '77')
    assert.isNull(toldNumber({ Titular: 'Hotel Sol, S.L.' }))
  })
})
