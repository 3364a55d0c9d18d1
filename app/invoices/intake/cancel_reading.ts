import type { Actor } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import Invoice from '#app/invoices/models/invoice'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

const CANCELLED = 'La lectura se canceló.'

/**
 * Stops waiting for a reading: the invoice is left to be completed by hand or read again; what a reading under way
 * still brings is thrown away. Throws E_TRANSITION when nothing is being read.
 */
export async function cancelReading(invoiceId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    if (!invoiceWorkflow.can(invoice.status, 'fail_analysis'))
      throw new DomainError('E_TRANSITION', 'La lectura ya ha terminado: recargue la página.')
    invoice.status = invoiceWorkflow.next(invoice.status, 'fail_analysis')
    invoice.reading = JSON.stringify({ error: CANCELLED })
    await invoice.save()
    await execute(
      `update ocr_jobs set status = 'cancelled', finished_at = now(), error = :reason where invoice_id = :invoiceId and status in ('queued', 'running')`,
      { invoiceId, reason: CANCELLED },
      trx
    )
    await logInvoiceAction({ invoiceId, action: 'ocr_failed', actor, after: { reason: CANCELLED } }, trx)
  })
}
