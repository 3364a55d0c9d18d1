import { test } from '@japa/runner'
import { readInvoice } from '#app/invoices/actions/read_invoice'
import { registerUpload } from '#app/invoices/actions/register_upload'
import Invoice from '#app/invoices/models/invoice'
import { oneRow } from '#app/kernel/sql'
import { makeInvoiceStage } from '#tests/factories/invoice_stage'

test.group('A file that cannot be read', () => {
  test('is told as a failure, and its invoice can be completed by hand', async ({ assert }) => {
    const { accountant } = await makeInvoiceStage()
    const { invoiceId } = await registerUpload(
      {
        name: 'roto.pdf',
        bytes: Buffer.from('%PDF-1.7 broken'),
        siteId: null,
        priority: 'normal',
        source: 'upload',
      },
      accountant.actor
    )
    const { fileId } = await oneRow<{ fileId: number }>(
      `select file_id from invoice_files where invoice_id = :invoiceId`,
      { invoiceId }
    )

    assert.include(await readInvoice({ invoiceId, fileId }), {
      message: 'El PDF está dañado o incompleto.',
      hasFailed: true,
    })
    assert.equal((await Invoice.findOrFail(invoiceId)).status, 'analysis_failed')
  })
})
