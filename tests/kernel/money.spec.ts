import { test } from '@japa/runner'
import fc from 'fast-check'

import { currencyExponent, decimalText, formatAmount, Money, parseAmount } from '#app/kernel/money/money'

const minor = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 })

test.group('Money', () => {
  test('amounts of two currencies are never mixed', ({ assert }) => {
    const euros = Money.of(100)
    const dollars = Money.of(100, 'USD')

    assert.throws(() => euros.plus(dollars), /Cannot mix EUR with USD/)
    assert.throws(() => euros.minus(dollars))
    assert.throws(() => euros.compare(dollars))
    assert.throws(() => Money.sum([euros, dollars]))
    assert.isFalse(euros.equals(dollars))
  })

  test('a fraction of a cent or a figure beyond the safe integers is refused', ({ assert }) => {
    assert.throws(() => Money.of(0.5), RangeError)
    assert.throws(() => Money.of(Number.NaN), RangeError)
    assert.throws(() => Money.of(2 ** 53), RangeError)
    assert.throws(() => Money.of(Number.MAX_SAFE_INTEGER).plus(Money.of(1)), RangeError)
  })

  test('zero has no sign', ({ assert }) => {
    assert.isTrue(Object.is(Money.of(-0).minor, 0))
    assert.isTrue(Object.is(Money.zero().negated().minor, 0))
  })

  test('a rate is rounded once, as it is told', ({ assert }) => {
    const half = Money.of(25)

    assert.equal(half.timesRational(1, 10, 'half_away_from_zero').minor, 3)
    assert.equal(half.timesRational(1, 10, 'half_even').minor, 2)
    assert.equal(half.timesRational(1, 10, 'down').minor, 2)
    assert.equal(half.negated().timesRational(1, 10, 'half_away_from_zero').minor, -3)
    assert.equal(half.negated().timesRational(1, 10, 'down').minor, -2)
    assert.equal(Money.of(35).timesRational(1, 10, 'half_even').minor, 4)
    assert.equal(half.timesRational(1, -10, 'half_away_from_zero').minor, -3)
    assert.throws(() => half.timesRational(1, 0, 'down'), RangeError)
  })

  test('21 % of 1.234,55 € is 259,26 €', ({ assert }) => {
    assert.equal(Money.of(123_455).percent(2100).minor, 25_926)
    assert.equal(Money.of(-123_455).percent(2100).minor, -25_926)
  })

  test('a big amount times a big rate stays exact', ({ assert }) => {
    const exact = Money.of(9_007_199_254_740_991).timesRational(999_999_999, 1_000_000_000, 'down')

    assert.equal(exact.minor, 9_007_199_245_733_791)
  })

  test('one euro among three leaves the odd cent to the first', ({ assert }) => {
    const shares = Money.of(100).allocate([1, 1, 1])

    assert.deepEqual(
      shares.map((share) => share.minor),
      [34, 33, 33]
    )
  })

  test('the cents left go to the largest remainders', ({ assert }) => {
    const shares = Money.of(101).allocate([50, 30, 20])

    assert.deepEqual(
      shares.map((share) => share.minor),
      [51, 30, 20]
    )
  })

  test('nothing is allocated over no weight or a negative one', ({ assert }) => {
    assert.throws(() => Money.of(100).allocate([]), RangeError)
    assert.throws(() => Money.of(100).allocate([0, 0]), RangeError)
    assert.throws(() => Money.of(100).allocate([2, -1]), RangeError)
  })

  test('every allocation adds up to the amount and no share is a cent away from its due', ({ assert }) => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 40 })

    fc.assert(
      fc.property(minor, weights, (amount, parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0)
        fc.pre(total > 0)
        const shares = Money.of(amount).allocate(parts)
        assert.equal(Money.sum(shares).minor, amount)
        for (const [at, share] of shares.entries()) {
          const distance = BigInt(share.minor) * BigInt(total) - BigInt(amount) * BigInt(parts[at] ?? 0)
          assert.isTrue(distance < BigInt(total) && distance > -BigInt(total))
        }
      })
    )
  })

  test('the total of nothing is zero euros, or zero of the currency asked for', ({ assert }) => {
    assert.deepEqual(Money.sum([]).toJSON(), { minor: 0, currency: 'EUR' })
    assert.deepEqual(Money.sum([], 'USD').toJSON(), { minor: 0, currency: 'USD' })
    assert.deepEqual(Money.sum([Money.of(2, 'GBP'), Money.of(3, 'GBP')]).toJSON(), {
      minor: 5,
      currency: 'GBP',
    })
  })

  test('adding and taking away the same leaves the amount as it was', ({ assert }) => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        assert.isTrue(Money.of(a).plus(Money.of(b)).minus(Money.of(b)).equals(Money.of(a)))
        assert.equal(Money.of(a).compare(Money.of(b)), Math.sign(a - b))
      })
    )
  })
})

test.group('Amounts as people write them', () => {
  test('"{text}" is read as {expected}')
    .with([
      { text: '1.234,56', expected: 123_456 },
      { text: '1234,56', expected: 123_456 },
      { text: '1234.56', expected: 123_456 },
      { text: '-12,3', expected: -1230 },
      { text: '1 234,56 €', expected: 123_456 },
      { text: '1\u00a0234,56\u00a0€', expected: 123_456 },
      { text: '−1.234,56', expected: -123_456 },
      { text: '12,30-', expected: -1230 },
      { text: '(12,30)', expected: -1230 },
      { text: '+5', expected: 500 },
      { text: '-0', expected: 0 },
      { text: '1.234', expected: 123_400 },
      { text: '1.234.567', expected: 123_456_700 },
      { text: '12.3', expected: 1230 },
      { text: '1,234.56', expected: 123_456 },
      { text: '1,234,567', expected: 123_456_700 },
      { text: "1'234.56", expected: 123_456 },
      { text: '12,3400', expected: 1234 },
      { text: ',5', expected: 50 },
      { text: '€ 12,30', expected: 1230 },
      { text: '-€12,30', expected: -1230 },
      { text: '12,30 EUR', expected: 1230 },
    ])
    .run(({ assert }, { text, expected }) => {
      assert.isTrue(Object.is(parseAmount(text), expected), `${text} gave ${parseAmount(text)}`)
    })

  test('"{$self}" is not an amount')
    .with([
      '',
      ' ',
      '-',
      ',',
      '.',
      'abc',
      '1,2,3',
      '12.34.56',
      '1.23,4,5',
      '0.123',
      '1234.567',
      '1,234',
      '12,345',
      '1.2345',
      '--1',
      '-1-',
      '1 23,4',
      '12EUR34',
      '12 USD',
      '1e5',
      '0x10',
      'Infinity',
      '99999999999999999999',
      '٣',
    ])
    .run(({ assert }, text) => {
      assert.isNull(parseAmount(text))
    })

  test('yens have no cents and dinars have thousandths', ({ assert }) => {
    assert.equal(parseAmount('1.234', 'JPY'), 1234)
    assert.equal(parseAmount('12,00', 'JPY'), 12)
    assert.isNull(parseAmount('12,50', 'JPY'))
    assert.equal(parseAmount('1.234,567', 'KWD'), 1_234_567)
    assert.equal(parseAmount('12,345', 'KWD'), 12_345)
    assert.deepEqual([currencyExponent('EUR'), currencyExponent('JPY'), currencyExponent('KWD')], [2, 0, 3])
  })

  test('what is shown can be typed back', ({ assert }) => {
    fc.assert(
      fc.property(minor, fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'), (amount, currency) => {
        assert.equal(parseAmount(formatAmount(amount, currency, { decimals: 'all' }), currency), amount)
        assert.equal(parseAmount(formatAmount(amount)), amount)
      })
    )
  })

  test('no text makes the reader fail', ({ assert }) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const read = parseAmount(text)
        assert.isTrue(read === null || Number.isSafeInteger(read))
      })
    )
  })
})

test.group('Amounts as they are shown', () => {
  test('they are always grouped, with two decimals and a real minus sign', ({ assert }) => {
    assert.equal(formatAmount(123_456), '1.234,56')
    assert.equal(formatAmount(-123_456), '−1.234,56')
    assert.equal(formatAmount(0), '0,00')
    assert.equal(formatAmount(5), '0,05')
    assert.equal(formatAmount(123_456_789_012), '1.234.567.890,12')
    assert.equal(formatAmount(1234, 'JPY'), '1.234,00\u00a0JPY')
    assert.equal(formatAmount(124_000, 'EUR'), '1.240,00\u00a0€')
    assert.equal(formatAmount(124_000, 'EUR', { display: 'code' }), '1.240,00\u00a0EUR')
    assert.equal(formatAmount(100, undefined, { sign: 'always' }), '+1,00')
  })

  test('a currency of thousandths is shown with exactly two decimals, rounded, and typed with three', ({
    assert,
  }) => {
    assert.equal(formatAmount(1_234_565, 'KWD'), '1.234,57\u00a0KWD')
    assert.equal(formatAmount(-1_234_564, 'KWD'), '−1.234,56\u00a0KWD')
    assert.equal(formatAmount(-4, 'KWD'), '0,00\u00a0KWD')
    assert.equal(formatAmount(1_234_565, 'KWD', { decimals: 'all' }), '1.234,565\u00a0KWD')
  })

  test('every amount of every currency has exactly two decimals and its currency when one is given', ({
    assert,
  }) => {
    fc.assert(
      fc.property(minor, fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CLP', 'TND'), (amount, currency) => {
        assert.match(formatAmount(amount, currency), /^−?\d{1,3}(\.\d{3})*,\d{2}\u00a0(€|[A-Z]{3})$/)
        assert.match(formatAmount(amount), /^−?\d{1,3}(\.\d{3})*,\d{2}$/)
      })
    )
  })

  test('files get a dot and the decimals of the currency', ({ assert }) => {
    assert.equal(decimalText(-123_456), '-1234.56')
    assert.equal(decimalText(5), '0.05')
    assert.equal(decimalText(1234, 'JPY'), '1234')
    assert.equal(decimalText(0), '0.00')
  })
})
