import { test } from '@japa/runner'
import { readPages } from '#app/invoices/reading/read_pages'
import { printedPage } from '#tests/invoices/reading/printed_page'

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
})
