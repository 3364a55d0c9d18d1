import type { Actor } from '#app/audit/record_event'
import { enqueueReading } from '#app/invoices/intake/enqueue_reading'
import { originalFileId } from '#app/invoices/queries/original_file'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Sends the original of an invoice to be read again. Gives the id of the run. Throws E_NO_FILE where it came without one. */
export async function rereadInvoice(invoiceId: number, reference: string, actor: Actor): Promise<number> {
  const fileId = await originalFileId(invoiceId)
  if (fileId === null)
    throw new DomainError('E_NO_FILE', 'La factura no tiene documento que leer: complétela a mano.')
  return inTransaction((trx) => enqueueReading({ invoiceId, fileId, title: `Leer ${reference}`, actor }, trx))
}
