import { test } from '@japa/runner'
import fc from 'fast-check'
import { bookPart } from '#app/ledger/fx/book_part'
import { convertFromBase, convertToBase } from '#app/ledger/fx/convert'
import { readEcbRates } from '#app/ledger/fx/ecb_rates'

const ECB = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube>
    <Cube time="2026-11-20"><Cube currency="USD" rate="1.0842"/><Cube currency="JPY" rate="164.35"/></Cube>
    <Cube time="2026-11-19"><Cube currency="USD" rate="1.08"/></Cube>
  </Cube>
</gesmes:Envelope>`

test.group('An amount in another currency', () => {
  test('it is worth its euros at the rate, rounded half away from zero', ({ assert }) => {
    assert.equal(convertToBase(108_420, 'USD', '1.0842'), 100_000)
    assert.equal(convertToBase(-10_000, 'USD', '1.0842'), -9_223)
    // 100 yen, a currency without cents, at 164,35 for one euro.
    assert.equal(convertToBase(100, 'JPY', '164.35'), 61)
    assert.equal(convertToBase(1_000, 'KWD', '0.3333'), 300)
    assert.equal(convertToBase(1, 'USD', '2'), 1)
  })

  test('an amount never becomes nothing nor changes side', ({ assert }) => {
    assert.equal(convertToBase(1, 'JPY', '900'), 1)
    assert.equal(convertToBase(-1, 'JPY', '900'), -1)
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        (minor, rate) => {
          const text = (rate / 10_000).toFixed(4)
          const converted = convertToBase(minor, 'USD', text)
          assert.equal(Math.sign(converted), Math.sign(minor))
          // Back again it is off by no more than half a cent at that rate, or the least amount there is.
          assert.isAtMost(Math.abs(converted * Number(text) - minor), Math.max(1, Number(text)))
        }
      )
    )
  })

  test('what is no rate is refused', ({ assert }) => {
    for (const rate of ['0', '0.000', '-1', '1,08', 'x', ''])
      assert.throws(() => convertToBase(100, 'USD', rate))
  })
})

test.group('The file of the European Central Bank', () => {
  test('it gives units for one euro by day and currency', ({ assert }) => {
    assert.deepEqual(readEcbRates(ECB) as unknown[], [
      { currency: 'USD', rate: '1.0842', onDate: '2026-11-20' },
      { currency: 'JPY', rate: '164.35', onDate: '2026-11-20' },
      { currency: 'USD', rate: '1.08', onDate: '2026-11-19' },
    ])
  })

  test('anything else is no file of rates', ({ assert }) => {
    for (const text of [
      '',
      '<html><body>Mantenimiento</body></html>',
      '{}',
      ECB.replaceAll('rate=', 'tipo='),
    ])
      assert.throws(() => readEcbRates(text))
  })
})

test.group('The worth of a part', () => {
  test('the parts of a line are worth what the whole is, in whatever order and sizes', ({ assert }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 10 ** 9 }),
        fc.integer({ min: 60, max: 160 }),
        fc.array(fc.integer({ min: 100, max: 10 ** 7 }), { maxLength: 8 }),
        (minor, percent, cuts) => {
          const lineBaseMinor = -Math.round((minor * percent) / 100)
          let taken = 0
          let worth = 0
          for (const size of [...cuts.map((cut) => Math.min(cut, minor + taken - 1)), Infinity]) {
            const part = -Math.min(size, minor + taken)
            if (part >= 0) continue
            worth += bookPart({ lineMinor: -minor, lineBaseMinor, takenMinor: taken }, part)
            taken += part
          }
          assert.equal(taken, -minor)
          assert.closeTo(worth, lineBaseMinor, 1)
        }
      )
    )
    assert.equal(bookPart({ lineMinor: 3, lineBaseMinor: 2, takenMinor: 1 }, 2), 1)
  })

  test('from euros to a currency and back is the same amount, to the rounding', ({ assert }) => {
    assert.equal(convertFromBase(100_000, 'USD', '1.0842'), 108_420)
    assert.equal(convertFromBase(-61, 'JPY', '164.35'), -100)
    assert.equal(convertFromBase(1, 'JPY', '0.5'), 1)
    assert.throws(() => convertFromBase(1, 'USD', '0'), RangeError)
  })
})
