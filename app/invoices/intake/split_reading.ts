import { SYSTEM } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { applyReading } from '#app/invoices/intake/apply_reading'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import type { ReadResult } from '#app/reading/reading_types'

/** A file may hold several invoices: each further one becomes an invoice of its own over the same file. */
export async function splitReading(invoiceId: number, reading: ReadResult, trx: Transaction): Promise<void> {
  for (let index = 1; index < reading.invoices.length; index++) {
    const { id } = await oneRow<{ id: number }>(
      `insert into invoices (reference, site_id, source, priority, status, created_by)
       select :prefix || lpad(nextval('invoice_references')::text, 6, '0'), site_id, source, priority, 'analysing', created_by
         from invoices where id = :invoiceId returning id`,
      { invoiceId, prefix: `FR-${today().slice(0, 4)}-` },
      trx
    )
    await execute(
      `insert into invoice_files (invoice_id, file_id, kind, sha256, part, created_by)
       select :id, file_id, kind, sha256, :part, created_by from invoice_files where invoice_id = :invoiceId and kind = 'original'`,
      { id, invoiceId, part: index + 1 },
      trx
    )
    await logInvoiceAction(
      { invoiceId: id, action: 'created', actor: SYSTEM, after: { splitFrom: invoiceId } },
      trx
    )
    await applyReading(id, reading, index, trx)
  }
}
