import { test } from '@japa/runner'
import { readPages } from '#app/invoices/reading/read_pages'
import { printedPage } from '#tests/invoices/reading/printed_page'

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
