import type { Actor } from '#app/audit/record_event'
import { enqueueReading } from '#app/invoices/actions/enqueue_reading'
import { originalFileId } from '#app/invoices/queries/original_file'
import { inTransaction } from '#app/kernel/sql'

/** Sends the original of an invoice to be read again. Gives the id of the run. */
export async function rereadInvoice(invoiceId: number, reference: string, actor: Actor): Promise<number> {
  const fileId = await originalFileId(invoiceId)
  return inTransaction((trx) => enqueueReading({ invoiceId, fileId, title: `Leer ${reference}`, actor }, trx))
}
