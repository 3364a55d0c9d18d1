import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string) => readPages(printedPage(text), { ownCompanies: [] }).fields
const sums = (text: string) => {
  const { taxBase, taxTotal, total } = read(text)
  return [taxBase.value, taxTotal.value, total.value]
}
const goods =
  'Factura F-12\nFecha 05/03/2026\nArtículo   Uds   Precio   Importe\nTubo   2   25,00   50,00\nCodo   5   10,00   50,00\n'

test.group('Los importes como los imprime cada caja', () => {
  test('an apostrophe before two figures parts cents', ({ assert }) => {
    assert.deepEqual(
      sums("Factura 12\nMenú   2   50'00   100'00\nTOTAL   110'00 €\nBase 100'00   IVA 10%   10'00"),
      [100_00, 10_00, 110_00]
    )
  })

  test('a dash in the place of the cents makes nothing negative', ({ assert }) => {
    assert.deepEqual(
      sums('Factuur 12\nNetto   450,-\n21% BTW   94,50\nTotaal   544,50'),
      [450_00, 94_50, 544_50]
    )
  })

  test('the sign of a currency may be set against the figure', ({ assert }) => {
    const { total, currency } = read('Invoice 12\nBottle   2   ₹617.50   ₹1,235.00\nTotal   ₹1,235.00')

    assert.equal(total.value, 1_235_00)
    assert.equal(currency.value, 'INR')
    assert.equal(read('Faktura 12\nRazem   123,00 zł').currency.value, 'PLN')
  })

  test('a rate may be set against its word', ({ assert }) => {
    assert.deepEqual(sums(`${goods}Base 100,00   IVA(21%) 21,00   Total 121,00`), [100_00, 21_00, 121_00])
  })
})

test.group('Sumas sin las palabras de siempre', () => {
  test('base, tax and total that a printed rate joins are stronger than what is owed in all', ({
    assert,
  }) => {
    const foot =
      'Importe servicios   100,00\nImpuesto sobre el valor añadido, 21 por ciento   21,00\nImporte de la presente   121,00'

    assert.deepEqual(
      sums(`${goods}${foot}\nPendiente F-11   300,00\nTotal pendiente a la fecha   421,00`),
      [100_00, 21_00, 121_00]
    )
  })

  test('the sum of a column needs no label', ({ assert }) => {
    assert.deepEqual(sums(`${goods}Suma   100,00\nKeine Umsatzsteuer, § 19 UStG`), [100_00, 0, 100_00])
    assert.deepEqual(sums(`${goods}                    100,00`), [100_00, 0, 100_00])
  })

  test('a total that includes its tax tells base and tax by the rate in its label', ({ assert }) => {
    assert.deepEqual(sums('Factura 12\nTOTAL (21 % IVA incluido)   121,00'), [100_00, 21_00, 121_00])
    assert.deepEqual(
      sums('Factura 12\nPVP total (IVA incl.)   121,00\nIncluye 21,00 € de IVA (21 %)'),
      [100_00, 21_00, 121_00]
    )
  })

  test('a tax that is not in names a base', ({ assert }) => {
    const foot = 'Beitrag ohne Versicherungsteuer   638,73\nVersicherungsteuer 16,34 %         104,37\n'

    assert.deepEqual(
      sums(`Rechnung 12\n${foot}Zu leistender Betrag               743,10`),
      [638_73, 104_37, 743_10]
    )
  })
})

test.group('Columnas y lo que se añade después', () => {
  test('a heading over a column of goods names none of them the total', ({ assert }) => {
    const text =
      'Faktura 12\nVara        Antal      Totalt / Total\nKort        50         2 100.00\nDon         10         3 700.00\nSensor      20         1 950.00\n' +
      'Nettot                 7 750.00\nFrakt                    320.00\nSumma                  8 070.00'

    assert.equal(read(text).total.value, 8_070_00)
  })

  test('a levy between two totals is added to the first', ({ assert }) => {
    const foot =
      'Summe Netto   870,50 €\nUSt 10%   43,50 €\nUSt 13%   31,07 €\nUSt 20%   39,30 €\nSumme Brutto   984,37 €\nAbgabe   16,80 €\nGesamtbetrag   1001,17 €'

    assert.equal(read(`Rechnung 12\n${foot}`).total.value, 1_001_17)
  })

  test('base and total are believed though the tax between them is not printed', ({ assert }) => {
    const text =
      'Der steuerfreie Netto-Betrag beläuft sich auf 1.200,50.\nZuzüglich Mehrwertsteuer ergibt sich eine Brutto Endsumme von 1.428,60 €.'

    assert.deepEqual(sums(`Rechnung 12\n${text}`), [1_200_50, 228_10, 1_428_60])
  })

  test('what its label names plainly is the base where nothing adds up', ({ assert }) => {
    const foot =
      'Totaal ex BTW:   330,00\nBTW (19,00%):   39,90\nBTW (10,00%):   12,00\nTotaal te betalen:   381,80'

    assert.deepEqual(sums(`Factuur 12\n${foot}`).toSpliced(1, 1), [330_00, 381_80])
  })
})

test.group('Qué clase de documento es', () => {
  const foot = 'Base imponible   100,00\nIVA 21 %   21,00\nTotal   121,00'
  const typeOf = (text: string) => read(text).documentType.value

  test('when and where it is paid is no title', ({ assert }) => {
    assert.equal(typeOf(`${goods}${foot}\nAbono a 15 días por transferencia`), 'invoice')
    assert.equal(typeOf(`${goods}${foot}\nAbono en cuenta ES91 2100 0418 4502 0005 1332`), 'invoice')
    assert.equal(typeOf(`Abono a la factura 12\n${foot}`), 'credit_note')
  })

  test('a heading of the table of goods is no title', ({ assert }) => {
    const folio =
      'RECHNUNG 12\nDatum   Leistung   MwSt   Belastung   Gutschrift\n11.06.24   Logis   7 %   107,00'

    assert.equal(typeOf(`${folio}\nNetto   100,00\nMwSt 7 %   7,00\nBrutto   107,00`), 'invoice')
  })

  test('short forms, and the title behind «Tipo de documento»', ({ assert }) => {
    assert.equal(typeOf(`Fra. simpl. 12\n${foot}`), 'simplified')
    assert.equal(typeOf(`FACTURA SIMPLIF. N.º 12\n${foot}`), 'simplified')
    assert.equal(typeOf(`FACTURA\nTipo de documento: Factura rectificativa\n${foot}`), 'credit_note')
    assert.equal(
      typeOf(`Gutschriftsanzeige 12\nNetto 100,00\nMwSt 19 %   19,00\nBrutto   119,00`),
      'credit_note'
    )
  })
})

test.group('Quién debe el impuesto', () => {
  const owes = (text: string) => read(`Factura 12\nTotal   100,00\n${text}`).reverseCharge.value

  test('the customer, in the words of each country', ({ assert }) => {
    assert.isTrue(owes('Steuerschuldner ist der Leistungsempfänger gemäß § 13b UStG'))
    assert.isTrue(owes('Entrega exenta de IVA según art. 25 LIVA'))
    assert.isTrue(owes('TVA due par le preneur'))
  })

  test('not where the print denies it', ({ assert }) => {
    assert.isFalse(owes('Whether tax is payable under reverse charge - No'))
    assert.isFalse(owes('Inversión del sujeto pasivo: NO'))
    assert.isTrue(owes('Inversión del sujeto pasivo: SÍ'))
  })
})
