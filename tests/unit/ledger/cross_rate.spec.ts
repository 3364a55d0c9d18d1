import { test } from '@japa/runner'
import { crossRate, exchangedRate } from '#app/ledger/fx/cross_rate'

test.group('A rate between two currencies', () => {
  test('is worked out of what each is for a euro, to eight places, the last rounded', ({ assert }) => {
    assert.equal(crossRate({ of: '1.0864', per: '1' }), '1.0864')
    assert.equal(crossRate({ of: '0.8421', per: '1.0864' }), '0.77512887')
    assert.equal(crossRate({ of: '2', per: '3' }), '0.66666667')
    assert.equal(crossRate({ of: '163.25', per: '1.0864' }), '150.26693667')
    assert.throws(() => crossRate({ of: '0', per: '1' }), /is not an exchange rate/)
  })

  test('of what was exchanged heeds the decimals of both', ({ assert }) => {
    const eur = (minor: number) => ({ minor, currency: 'EUR' })
    assert.equal(exchangedRate({ of: { minor: 12_400, currency: 'USD' }, per: eur(10_000) }), '1.24')
    assert.equal(exchangedRate({ of: { minor: 16_325, currency: 'JPY' }, per: eur(10_000) }), '163.25')
    assert.equal(exchangedRate({ of: { minor: 33_450, currency: 'KWD' }, per: eur(10_000) }), '0.3345')
    assert.equal(exchangedRate({ of: eur(1), per: { minor: 3, currency: 'USD' } }), '0.33333333')
  })
})
