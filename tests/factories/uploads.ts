import { registerUpload } from '#app/invoices/intake/register_upload'
import { oneRow } from '#app/kernel/database/sql'
import type { Person } from '#tests/factories/people'

/** An uploaded file that waits to be read, and the invoice that was made for it. */
export async function uploadFile(
  name: string,
  bytes: Uint8Array,
  { actor }: Person
): Promise<{ invoiceId: number; fileId: number }> {
  const { invoiceId } = await registerUpload(
    { name, bytes, siteId: null, priority: 'normal', source: 'upload' },
    actor
  )
  return oneRow(`select invoice_id, file_id from invoice_files where invoice_id = :invoiceId`, { invoiceId })
}
