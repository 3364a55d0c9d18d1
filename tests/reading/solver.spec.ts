import { test } from '@japa/runner'
import fc from 'fast-check'
import { readPages } from '#app/reading/pages/read_pages'
import { rateOf } from '#app/reading/solver/rates'
import { printedPage } from '#tests/reading/printed_page'

const spanish = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, useGrouping: 'always' })
const money = (minor: number) => spanish.format(minor / 100)
const read = (text: string) => readPages(printedPage(text), { ownCompanies: [] })

test.group('Importes que cuadran', () => {
  test('any base, tax and total that add up are found, whatever other amounts are printed', ({ assert }) => {
    const amounts = fc.record({
      base: fc.integer({ min: 5_000, max: 90_000_000 }),
      rate: fc.constantFrom(21, 10, 4),
      other: fc.integer({ min: 100, max: 900_000 }),
    })

    fc.assert(
      fc.property(amounts, ({ base, rate, other }) => {
        const tax = rateOf(base, rate)
        const { fields, checks } = read(
          `Saldo anterior   ${money(other)}\nBase imponible   ${money(base)}\nIVA ${rate}%   ${money(tax)}\nTotal factura   ${money(base + tax)}\nTotal pendiente   ${money(base + tax + other)}`
        )

        assert.isTrue(checks.totalAddsUp)
        assert.deepEqual([fields.taxBase.value, fields.total.value], [base, base + tax])
        assert.deepEqual(fields.taxes.value, [{ type: 'IVA', rate, base, amount: tax }])
      }),
      { numRuns: 60 }
    )
  })

  test('the withholding counts whether the total is printed before or after it', ({ assert }) => {
    const { fields } = read(
      'Base imponible   1.000,00\nIVA 21%   210,00\nTotal factura   1.210,00\nRetención IRPF 15%   150,00\nA percibir   1.060,00'
    )

    assert.equal(fields.total.value, 106000)
    assert.deepEqual(fields.withholding.value, { rate: 15, base: 100000, amount: 15000 })
  })

  test('recargo de equivalencia is a tax of its own on the base of its IVA', ({ assert }) => {
    const { fields } = read(
      'BASE     %IVA   CUOTA   %R.E.   CUOTA R.E.\n200,00   21     42,00   5,2     10,40\nTOTAL FACTURA   252,40'
    )

    assert.deepEqual(
      fields.taxes.value?.map((tax) => [tax.type, tax.rate, tax.amount]),
      [
        ['IVA', 21, 4200],
        ['RE', 5.2, 1040],
      ]
    )
    assert.equal(fields.taxBase.value, 20000)
  })

  test('suplidos are paid but are no base', ({ assert }) => {
    const { fields } = read(
      'Honorarios   300,00\nBase imponible   300,00\nIVA 21%   63,00\nSuplidos   45,00\nTotal   408,00'
    )

    assert.deepEqual([fields.taxBase.value, fields.total.value], [30000, 40800])
  })

  test('an invoice without tax has its base as total and says so', ({ assert }) => {
    const { fields } = read(
      'Subtotal   750,00 €\nIVA 0 % inversión del sujeto pasivo   0,00 €\nTotal   750,00 €'
    )

    assert.deepEqual([fields.taxBase.value, fields.taxTotal.value, fields.total.value], [75000, 0, 75000])
    assert.isTrue(fields.reverseCharge.value)
  })

  test('a misread tax is worked out from base, rate and total', ({ assert }) => {
    const { fields } = read('Base imponible   1.000,00\nIVA 21%   216,00\nTotal factura   1.210,00')

    assert.deepEqual(fields.taxes.value, [{ type: 'IVA', rate: 21, base: 100000, amount: 21000 }])
  })
})

test.group('Pies sin bases por tipo', () => {
  const lines =
    'Concepto       Importe\nPan              37,15\nVino            100,00\nLeche            62,85\n'

  test('rates and taxes in one line are parted by the lines of goods', ({ assert }) => {
    const { fields, checks } = read(
      `${lines}Base imponible: 200,00 · IVA 21%: 21,00 · IVA 4%: 4,00\nTotal factura   225,00`
    )

    assert.isTrue(checks.totalAddsUp)
    assert.deepEqual(fields.taxes.value?.map(({ rate, base, amount }) => [rate, base, amount]).toSorted(), [
      [21, 10000, 2100],
      [4, 10000, 400],
    ])
  })

  test('several suplidos are paid together', ({ assert }) => {
    const { fields } = read(
      'Base imponible   1.000,00\nIVA 21%   210,00\nRetención IRPF 15%   -150,00\nSuplidos: tasa   52,71\nSuplidos: arancel   30,73\nTotal factura   1.143,44'
    )

    assert.equal(fields.total.value, 114344)
    assert.equal(fields.taxBase.value, 100000)
  })
})

test.group('Valores partidos por su columna', () => {
  test('a tax number goes on in the line below', ({ assert }) => {
    const { fields } = read(
      'Energía del Cierzo, S.L. Inscrita en el Registro Mercantil. C.I.F. B-\n08143380\n\nFactura n.º F26-1\nFecha 01/02/2026\nTotal   10,00'
    )

    assert.equal(fields.providerTaxId.value, 'B08143380')
  })

  test('the day of a law is not the day of the invoice', ({ assert }) => {
    const { fields } = read(
      'Factura n.º F26-1\nConforme al Reglamento (UE) 2016/679 de 27 de abril de 2016 sus datos se tratan\nExpedida 05/03/2026\nTotal   10,00'
    )

    assert.equal(fields.issueDate.value, '2026-03-05')
  })

  test('a series printed apart belongs to the number', ({ assert }) => {
    const { fields } = read('FACTURA\nSerie: R\nFecha: 05/03/2026\nNúmero de factura: 265196\nTotal   10,00')

    assert.equal(fields.invoiceNumber.value, 'R 265196')
  })
})
