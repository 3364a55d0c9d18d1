import { test } from '@japa/runner'
import { readInvoice } from '#app/invoices/intake/read_invoice'
import Invoice from '#app/invoices/models/invoice'
import { makeInvoiceStage } from '#tests/factories/invoice_stage'
import { uploadFile } from '#tests/factories/uploads'

test.group('A file that cannot be read', () => {
  test('is told as a failure, and its invoice can be completed by hand', async ({ assert }) => {
    const { accountant } = await makeInvoiceStage()
    const upload = await uploadFile('roto.pdf', Buffer.from('%PDF-1.7 broken'), accountant)

    assert.include(await readInvoice(upload), {
      message: 'El PDF está dañado o incompleto.',
      hasFailed: true,
    })
    assert.equal((await Invoice.findOrFail(upload.invoiceId)).status, 'analysis_failed')
  })
})
