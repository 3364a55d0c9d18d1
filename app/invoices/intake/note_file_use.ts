import type { Actor } from '#app/audit/record_event'
import { type InvoiceAction, logInvoiceAction } from '#app/invoices/editing/log_action'
import { inTransaction, row } from '#app/kernel/database/sql'

/** Notes who took the original, or another file of an invoice. */
export const noteOriginalDownloaded = (invoiceId: number, actor: Actor) =>
  noteEach([invoiceId], 'file_downloaded', actor)

/** Notes who took the originals of several invoices. */
export const noteDownloaded = (invoiceIds: number[], actor: Actor) =>
  noteEach(invoiceIds, 'file_downloaded', actor)

/** Notes which invoices somebody picked out and took as a file. */
export const noteExported = (invoiceIds: number[], actor: Actor) => noteEach(invoiceIds, 'exported', actor)

/** Notes who looked at the document, once an hour: going back and forth between pages says nothing more. */
export async function noteViewed(invoiceId: number, actor: Actor): Promise<void> {
  const known = await row(
    `select 1 as found from invoice_action_logs where invoice_id = :invoiceId and at > now() - interval '1 hour'
        and action = 'file_viewed' and user_id = :userId limit 1`,
    { invoiceId, userId: actor.userId }
  )
  if (!known) await noteEach([invoiceId], 'file_viewed', actor)
}

function noteEach(invoiceIds: number[], action: InvoiceAction, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    for (const invoiceId of invoiceIds) await logInvoiceAction({ invoiceId, action, actor }, trx)
  })
}
