import { test } from '@japa/runner'
import { billedCompanies, mayMistakeParties } from '#app/invoices/commands/billed_companies'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string, ownCompanies: { taxId: string; name: string; ibans: string[] }[] = []) =>
  readPages(printedPage(text), { ownCompanies })
const linesOf = (text: string) => read(text).fields.lines.value
const foot = (base: string, tax: string, total: string) =>
  `\n                              Base imponible      ${base}\n                              IVA 21 %            ${tax}\n                              Total factura       ${total}`

test.group('Las líneas de una factura', () => {
  test('a row that sounds like a sum between two of goods is one of them', ({ assert }) => {
    const lines = linesOf(
      `Concepto facturado                               Euros\nPorte Vigo-Santander                            684,00\nRecargo combustible                              78,66\nSeguro de mercancías                             31,50${foot('794,16', '166,77', '960,93')}`
    )

    assert.deepEqual(
      lines?.map(({ amount }) => amount),
      [68400, 7866, 3150]
    )
  })

  test('a row that is the sum of those above it is none', ({ assert }) => {
    const lines = linesOf(
      `Destino              Bultos                    Portes\nMadrid                    1                      9,85\nSevilla                   3                     18,70\n2 expediciones            4                     28,55\nSeguro                                           1,45${foot('30,00', '6,30', '36,30')}`
    )

    assert.deepEqual(
      lines?.map(({ description }) => description),
      ['Madrid', 'Sevilla', 'Seguro']
    )
  })

  test('a figure close to the words that the price multiplies is the quantity', ({ assert }) => {
    const lines = linesOf(
      `CONCEPTO                           PRECIO       IMPORTE\nAlcantarillado 413                 0,2711        111,96\nCuota fija de servicio                            42,18${foot('154,14', '32,37', '186,51')}`
    )

    assert.deepEqual(lines, [
      { description: 'Alcantarillado', quantity: 413, amount: 11196 },
      { description: 'Cuota fija de servicio', amount: 4218 },
    ])
  })

  test('a quantity before its minus and one on the line below are read', ({ assert }) => {
    const credit = linesOf(
      'Rechnung Nr. 7704188\nBEZEICHNUNG          MENGE      PREIS       WERT\nAPFELSAFT             12-        5,94      71,28-\nBROT                  40-        1,78      71,20-\nSumme netto                               142,48-\nMwSt 19 %                                  27,07-\nGesamtbetrag                              169,55-'
    )
    const ticket = linesOf(
      'FACTURA SIMPLIFICADA T03-26\nGASOLEO A                    77,98\n52,37 L x 1,489 EUR/L\nLAVADO PROGR. 3               8,00\n1 Ud x 8,00\nTOTAL EUR                    85,98\nBASE  71,06   IVA 21 %   14,92'
    )

    assert.deepEqual(
      credit?.map(({ quantity }) => quantity),
      [-12, -40]
    )
    assert.deepEqual(
      ticket?.map(({ quantity }) => quantity),
      [52.37, 1]
    )
  })

  test('what is told in sentences is read as far as it adds up', ({ assert }) => {
    const lines = linesOf(
      'Minuta de honorarios n.º 9/26\n\nRedacción del proyecto básico de reforma de la terraza\ny zona de piscina: 5.040,00 €.\nTramitación de la licencia de obra menor: 860,00 €.\n\nSuman los honorarios: 5.900,00 €\nIVA (21 %): 1.239,00 €\nTotal a percibir: 7.139,00 €'
    )

    assert.deepEqual(
      lines?.map(({ amount }) => amount),
      [504000, 86000]
    )
    assert.equal(
      lines?.[0]?.description,
      'Redacción del proyecto básico de reforma de la terraza y zona de piscina'
    )
  })

  test('what is worth nothing behind the sum is no line', ({ assert }) => {
    const lines = linesOf(
      'Invoice HF-93\nDescription                     Qty      Amount\nMystery guest visits              3    1,275.00\nConsultant days                   4    4,410.00\nNet total                              5,685.00\nUK VAT outside the scope                   0.00\nTotal due                              5,685.00'
    )

    assert.lengthOf(lines ?? [], 2)
  })
})

const suppliers = ['B58818501', 'A28015865', 'B12345674']
const bill = (supplier: string, customer: string) =>
  read(
    `Factura 12   Fecha 01/02/2026\nEmisor: Suministros Uno, S.L.\nNIF ${supplier}\nCliente: Hoteles Mar, S.A.\nNIF ${customer}\nBase 100,00  IVA 21 % 21,00\nTotal 121,00`
  )

test.group('A quién van dirigidas las facturas de un montón', () => {
  test('who is billed by three suppliers is of the group, who is billed by two is not', ({ assert }) => {
    const bills = suppliers.map((supplier) => bill(supplier, 'A46118824'))

    assert.deepEqual(
      billedCompanies(bills).map(({ taxId }) => taxId),
      ['A46118824']
    )
    assert.isEmpty(billedCompanies(bills.slice(1)))
  })

  test('who bills as often as it is billed is a supplier', ({ assert }) => {
    const bills = suppliers.map((supplier) => bill(supplier, 'A46118824'))
    const own = suppliers.map((supplier) => bill('A46118824', supplier))

    assert.isEmpty(billedCompanies([...bills, ...own]))
    assert.isTrue(mayMistakeParties(own[0] as never, billedCompanies(bills)))
    assert.isFalse(mayMistakeParties(bills[0] as never, billedCompanies(bills)))
  })

  test('a recognised number a figure away from that of a company of the group is the company’s', ({
    assert,
  }) => {
    const group = [{ taxId: 'A46118824', name: 'Hoteles Mar, S.A.', ibans: [] }]
    const text =
      'Hoteles Mar, S.A.\nNIF A46118825\n\n\nSuministros Uno, S.L.\nNIF B58818501\nFactura 12\nTotal 121,00'

    assert.equal(read(text, group).fields.customerTaxId.value, 'A46118824')
    assert.equal(read(text, group).fields.providerTaxId.value, 'B58818501')
  })
})
