import { test } from '@japa/runner'
import fc from 'fast-check'
import { readAmountText } from '#app/reading/candidates/amount_text'
import { decimalTextToMinor } from '#app/reading/decimal_text'

test.group('Importes impresos', () => {
  test('an amount is read in the notation of the document: {text}')
    .with([
      { text: '1.234,56 €', mark: ',' as const, minor: 123456 },
      { text: '1,234.56', mark: '.' as const, minor: 123456 },
      { text: '-427,59 €', mark: ',' as const, minor: -42759 },
      { text: '100,00-', mark: ',' as const, minor: -10000 },
      { text: '(12,30)', mark: ',' as const, minor: -1230 },
      { text: '€ 399,00', mark: ',' as const, minor: 39900 },
      { text: '8.260 €', mark: ',' as const, minor: 826000 },
      { text: '1 234,56', mark: ',' as const, minor: 123456 },
      { text: '$1,029.52', mark: '.' as const, minor: 102952 },
    ])
    .run(({ assert }, { text, mark, minor }) => {
      assert.equal(readAmountText(text, mark)?.value, minor)
    })

  test('words, dates and percentages are no amounts: {$self}')
    .with(['IVA', '21%', '12/03/2026', 'B12345674', '1.2345,6'])
    .run(({ assert }, text) => {
      assert.isNull(readAmountText(text, ','))
    })

  test('every amount written the Spanish way is read back to the cent', ({ assert }) => {
    const spanish = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, useGrouping: 'always' })

    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (minor) => {
        assert.equal(readAmountText(spanish.format(minor / 100), ',')?.value, minor)
      })
    )
  })

  test('recognition may take the comma for a dot: the last two digits are cents', ({ assert }) => {
    assert.equal(readAmountText('1.234.56', ',', true)?.value, 123456)
    assert.equal(readAmountText('1,234,56', ',', true)?.value, 123456)
  })
})

test.group('Importes de ficheros', () => {
  test('decimals of a machine become minor units without a float', ({ assert }) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (minor) => {
        const digits = String(minor).padStart(3, '0')
        assert.equal(decimalTextToMinor(`${digits.slice(0, -2)}.${digits.slice(-2)}0000`), minor)
        assert.equal(decimalTextToMinor(`-${digits.slice(0, -2)}.${digits.slice(-2)}`), 0 - minor)
      })
    )
  })

  test('a third decimal rounds half up', ({ assert }) => {
    assert.equal(decimalTextToMinor('1.005'), 101)
    assert.equal(decimalTextToMinor('1.004'), 100)
    assert.isNull(decimalTextToMinor('1e3'))
  })
})
