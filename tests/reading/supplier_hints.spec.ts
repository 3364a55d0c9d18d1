import { test } from '@japa/runner'
import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { readPages } from '#app/reading/pages/read_pages'
import { applySupplierHints, findSupplier } from '#app/reading/supplier_hints'
import { printedPage } from '#tests/reading/printed_page'

const known = { name: 'Suministros Sur, S.L.', taxId: 'B12345674', ibans: ['ES9121000418450200051332'] }
const context = { ownCompanies: [], suppliers: [known] }
const read = (text: string) => {
  const invoice = readPages(printedPage(text), context)
  return applySupplierHints(invoice, findSupplier(invoice, printedPage(text), context))
}

test.group('Proveedores conocidos', () => {
  test('a known account names the supplier when no tax number is printed', ({ assert }) => {
    const { fields } = read('Factura 7\nTotal 10,00 €\nIBAN ES91 2100 0418 4502 0005 1332')

    assert.equal(fields.providerTaxId.value, 'B12345674')
    assert.equal(fields.providerName.value, 'Suministros Sur, S.L.')
  })

  test('another account than the known ones raises an alarm and stays as printed', ({ assert }) => {
    const invoice = read(
      'Suministros Sur, S.L.\nNIF B12345674\nFactura 7\nTotal 10,00 €\nIBAN ES77 0049 1500 0128 1012 3456'
    )

    assert.equal(invoice.fields.providerIban.value, 'ES7700491500012810123456')
    assert.includeMembers(
      invoiceAlarms(invoice, context).map((alarm) => alarm.code),
      ['provider_iban_unknown']
    )
  })
})
