import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string, source: 'text' | 'recognised' = 'text') =>
  readPages({ ...printedPage(text), source }, { ownCompanies: [] }).fields

test.group('Cómo lo llaman los proveedores', () => {
  test('«DOC.» belongs to the label of the number, not to the number', ({ assert }) => {
    const { invoiceNumber } = read('FACTURA N.º DOC. B-8361\n05/03/2026\nTotal   121,00')

    assert.equal(invoiceNumber.value, 'B-8361')
  })

  test('the series may stand behind the number under its own heading', ({ assert }) => {
    const { invoiceNumber } = read(
      'FACTURA   SERIE   FECHA        CLIENTE\n469313    26      05/03/2026   430001\nTotal   121,00'
    )

    assert.equal(invoiceNumber.value, '26 469313')
  })

  test('a row of goods that begins with a word for credit notes makes no credit note', ({ assert }) => {
    const { documentType } = read(
      'FACTURA F-12\nFecha 05/03/2026\nArtículo                          Uds   Precio   Importe\nAbono orgánico granulado 25 kg    2     50,00    100,00\nBase imponible   100,00\nIVA 21 %   21,00\nTotal   121,00'
    )

    assert.equal(documentType.value, 'invoice')
  })

  test('the sign of a rate may stand before it', ({ assert }) => {
    const { taxes } = read(
      'FAKTURA 12\nZerga-oinarria / Base imponible   100,00\nBEZ / IVA %21   21,00\nGUZTIRA / TOTAL   121,00'
    )

    assert.deepEqual(taxes.value, [{ type: 'IVA', rate: 21, base: 100_00, amount: 21_00 }])
  })

  test('base and tax tell the rate that is not printed', ({ assert }) => {
    const { taxes } = read('Factura 12\nBase imponible   187,30\nCuota IVA   39,33\nTotal factura   226,63')

    assert.deepEqual(taxes.value, [{ type: 'IVA', rate: 21, base: 187_30, amount: 39_33 }])
  })

  test('the day behind the way of payment is the day it is due, that of a payment by card is not', ({
    assert,
  }) => {
    const head = 'Factura 12\nFecha: 05/03/2026\nTotal   121,00\n'

    assert.equal(read(`${head}Forma de pago: Transferencia 24/04/2026`).dueDate.value, '2026-04-24')
    assert.isNull(read(`${head}Forma de pago: Tarjeta 07/03/2026`).dueDate.value)
  })

  test('the account of a mandate is the customer’s', ({ assert }) => {
    const text =
      'Factura 12\nFecha: 05/03/2026\nTotal   121,00\nDATOS DE PAGO\nCuenta: ES91 2100 0418 4502 0005 1332\n'

    assert.equal(read(text).providerIban.value, 'ES9121000418450200051332')
    assert.isNull(read(`${text}Cód. mandato: M4300012`).providerIban.value)
  })

  test('who a sum was received from is the customer', ({ assert }) => {
    const fields = read(
      'FACTURA-RECIBO Nº 7\nHe recibido de Costa Serena Resorts, S.L., con NIF B35667013, por los conceptos siguientes:\nRenta   100,00\n\n\nPatrocinio Yuste Carrión\nNIF 76541043X\nTotal recibo   100,00'
    )

    assert.equal(fields.customerTaxId.value, 'B35667013')
    assert.equal(fields.providerTaxId.value, '76541043X')
  })

  test('the place of a name is where it is printed in full', ({ assert }) => {
    const { providerName } = read(
      'Suministros Ebro\n\n\nSuministros Ebro Sur, S.L.\nCIF B29459427\nFactura 12\nTotal   121,00'
    )

    assert.equal(providerName.value, 'Suministros Ebro Sur, S.L.')
    assert.isAbove(providerName.boxes[0]?.box[1] ?? 0, 0.06)
  })

  test('a year that cannot be is the one of another day a figure away, in pictures alone', ({ assert }) => {
    const text = 'Factura 12\nFecha: 21/03/2076\nFecha del pedido: 18/03/2026\nTotal   121,00'

    assert.equal(read(text, 'recognised').issueDate.value, '2026-03-21')
    assert.equal(read(text).issueDate.value, '2076-03-21')
  })

  test('a code before words with «a» in them is no quantity', ({ assert }) => {
    const { lines } = read(
      'Factura 12\nArt.    Producto              Uds.   P. unit.   Total\n20588   Asistencia a juicio   1      801,72     801,72\nBase imponible   801,72\nIVA 21 %   168,36\nTotal   970,08'
    )

    assert.equal(lines.value?.[0]?.quantity, 1)
  })

  test('a lone row that is the sum of several others is none of them', ({ assert }) => {
    const { lines } = read(
      'Factura 12\n3   Servilleta 50x50        44,98\n2   Funda nórdica 220       18,24\nImporte neto   IVA 21%   Total a pagar\n63,22          13,28     76,50'
    )

    assert.deepEqual(
      lines.value?.map(({ amount }) => amount),
      [44_98, 18_24]
    )
  })

  test('a number in a column of its own is of the party its label belongs to', ({ assert }) => {
    const fields = read(
      'Factura V/5656/26      05/05/2026\nClient: Hoteles Bahía, S.A.      Name   Bufete Arrizabalaga, S.L.P.\nCIF:      A46118824              CIF    B08632135\nTotal   121,00'
    )

    assert.equal(fields.providerTaxId.value, 'B08632135')
    assert.equal(fields.customerTaxId.value, 'A46118824')
  })

  test('the small print ends a name where it begins an address', ({ assert }) => {
    const { providerName } = read(
      'FACTURA 12\nTotal   121,00\n\nCarmen Ibarrola Sanchís. Domicilio social Camino Viejo de Alfacar s/n\nCIF/NIF 95674481R'
    )

    assert.equal(providerName.value, 'Carmen Ibarrola Sanchís')
  })
})
