import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string) => readPages(printedPage(`${text}\nTotal   121,00`), { ownCompanies: [] }).fields

test.group('Números de factura', () => {
  test('labels that a language builds as it goes: {head}')
    .with([
      { head: 'Schlussrechnung 2023-097\nzu Angebot AN 2023-028', number: '2023-097' },
      { head: 'Abschlagsrechnung Nr. 4711\nzum Bauvertrag Nr. 2023/88', number: '4711' },
      { head: 'Rechnungsnr./Datum 90012345 / 05.03.2024\nAuftragsnr./Datum 11022', number: '90012345' },
      { head: 'Fra. simpl. TK-1/2026-0047\nMesa 12', number: 'TK-1/2026-0047' },
    ])
    .run(({ assert }, { head, number }) => {
      assert.equal(read(head).invoiceNumber.value, number)
    })

  test('words that tell which invoice it is stand before its number: {head}')
    .with([
      {
        head: 'Factura de servicios — VG/10/2026-0771\nEmpresa inscrita con el n.º 3.114',
        number: 'VG/10/2026-0771',
      },
      { head: 'Factura final de obra n.º 14-B/2026\nPresupuesto 118/25', number: '14-B/2026' },
      { head: 'FACTURA – DUPLICADO  2026-118\nCliente 55', number: '2026-118' },
      { head: 'FACTURA\nVentas de 3 noches\nPrecio de factura de 3 noches', number: null },
    ])
    .run(({ assert }, { head, number }) => {
      assert.equal(read(head).invoiceNumber.value, number)
    })

  test('what a bare «no.» counts is told by the words beside it, and by the headings of its row', ({
    assert,
  }) => {
    assert.isNull(read('INVOICE\nRegistered in England and Wales no. 08117734').invoiceNumber.value)
    assert.isNull(
      read('Nr.  Leistung   Menge   Preis   Summe\n01   Planung    1       480,00  480,00').invoiceNumber
        .value
    )
  })

  test('a line of running text that begins with the name of a document is no heading', ({ assert }) => {
    const { invoiceNumber } = read(
      'CONTRATO     FACTURA        FECHA\n(RUTA 14)    (SERIE M)      (EMISIÓN)\n39-0004471   M/2026/11873   01.07.26\n\nRECIBO DOMICILIADO. Le será adeudado en su cuenta (adeudo\nSEPA B2B, ref. mandato 0812-210337).'
    )

    assert.equal(invoiceNumber.value, 'M/2026/11873')
  })

  test('a letter that is a word elsewhere is the series of the figures behind it', ({ assert }) => {
    assert.equal(read('FACTURA: A 004417   FECHA: 15/03/26\nALB. 5581').invoiceNumber.value, 'A 004417')
  })

  test('a name glued to its number is parted from it', ({ assert }) => {
    assert.equal(read('Factura1187     Posadas del Duero').invoiceNumber.value, '1187')
  })

  test('a credit note tells its own number from that of the invoice it corrects: {text}')
    .with([
      { text: 'Korrekturrechnung R-4\nBezug: Rechnung Nr. F-26/99 vom 12.12.2025' },
      { text: 'Factura rectificativa R-4\nEsta factura rectifica y sustituye a la factura núm. F-26/99' },
      { text: 'Factura rectificativa R-4\nEn relación con la factura F-26/99, se corrige el tipo' },
      { text: 'Factura rectificativa R-4\nFactura rectificada\nSerie y número: F-26/99' },
      { text: 'Facture rectificative n° R-4\nAnnule et remplace la facture n° F-26/99' },
    ])
    .run(({ assert }, { text }) => {
      const { invoiceNumber, rectifiedInvoiceNumber } = read(text)

      assert.equal(invoiceNumber.value, 'R-4')
      assert.equal(rectifiedInvoiceNumber.value, 'F-26/99')
    })

  test('a number that no label names is read where nothing better is: {text}')
    .with([
      { text: 'INVOICE\nOur ref HF/2026/0093\nEngagement E-417', number: 'HF/2026/0093' },
      { text: 'Rechnung an:                         RE-2025-00287\nFamilie Berger', number: 'RE-2025-00287' },
      { text: 'FACTURA\nSerie P · P-26/00915      Repartidor 7', number: 'P-26/00915' },
      { text: 'Leistungen im März\nVerwendungszweck: RE-118\nKundennr. 551', number: 'RE-118' },
      { text: 'Die Rechnungsnummer für diesen Vorgang lautet M-1675.', number: 'M-1675' },
      { text: 'Musterstadt, November 2, 2015\nInvoice #2015-11-04', number: '2015-11-04' },
      { text: 'Ref.     Descripción   Cant.   Importe\nSUS-211  Revisión      1       100,00', number: null },
      { text: 'Cliente: AB-2025-118\nObra 2025-0033', number: null },
    ])
    .run(({ assert }, { text, number }) => {
      assert.equal(read(text).invoiceNumber.value, number)
    })

  test('«{$self}» speaks of another document, whose number is never this one’s')
    .with([
      'Cargo complementario a la factura CA-90',
      'Relativa a la factura CA-90',
      'Correspondiente a su factura CA-90',
      'Complementa la factura CA-90 de 01/02/2026',
      'Compensada con su factura CA-90',
      'Compensada con su factura de venta CA-90',
      'Compensada amb la seva factura CA-90',
      'Offset against your invoice CA-90',
      'Compensée avec votre facture CA-90',
      'Verrechnet mit Ihrer Rechnung CA-90',
      'Compensata con Vs. fattura CA-90',
      'Compensada com a sua fatura CA-90',
      'S/ref.: CA-90',
    ])
    .run(({ assert }, words) => {
      for (const head of [
        'NOTA DE CARGO   Nº NC-3',
        'NOTA DE CARGO   NC-3',
        'Factura de cargo   Nº NC-3',
        'FACTURA   Nº NC-3',
      ])
        assert.equal(read(`${head}\n\n${words}`).invoiceNumber.value, 'NC-3', head)
      assert.notEqual(read(`NOTA\n\n${words}`).invoiceNumber.value, 'CA-90')
    })
})
