import type { Actor } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { reclassifyLines } from '#app/invoices/editing/reclassify_lines'
import Invoice from '#app/invoices/models/invoice'
import type { Progress } from '#app/jobs/queue'
import { inTransaction, rows } from '#app/kernel/database/sql'

type Asked = { siteIds: number[] | 'all'; actor: Actor }

/**
 * Classifies the lines of every invoice that is still being reviewed with the profiles of now. What was submitted,
 * approved or booked stays, and so does what a person chose. One invoice at a time, so that nobody waits.
 */
export async function reclassifyHistory(
  { siteIds, actor }: Asked,
  progress: Progress
): Promise<{ invoices: number; lines: number }> {
  const waiting = await rows<{ id: number }>(
    `select id from invoices where status = 'pending_review' and (:all or site_id = any(:siteIds::bigint[])) order by id`,
    { all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds }
  )
  const changed = { invoices: 0, lines: 0 }
  for (const [index, { id }] of waiting.entries()) {
    const lines = await reclassifyInvoice(id, actor)
    changed.lines += lines
    if (lines > 0) changed.invoices++
    await progress(index + 1, waiting.length)
  }
  return changed
}

function reclassifyInvoice(invoiceId: number, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    // Somebody may have submitted it since the list was made.
    if (invoice.status !== 'pending_review') return 0
    const lines = await reclassifyLines(invoice, 'all', trx)
    if (lines === 0) return 0
    invoice.lockVersion += 1
    await invoice.save()
    await logInvoiceAction({ invoiceId, action: 'classified', actor, after: { lines } }, trx)
    await auditInvoice(invoiceId, trx)
    return lines
  })
}
