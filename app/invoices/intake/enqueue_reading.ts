import type { Actor } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { readInvoiceJob } from '#app/invoices/jobs/read_invoice_job'
import Invoice from '#app/invoices/models/invoice'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { enqueue } from '#app/jobs/queue'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { engineVersion } from '#app/reading/engine_version'

type Input = { invoiceId: number; fileId: number; title: string; actor: Actor }

/** Sends an invoice to be read, first time or again. Gives the id of the run that the page follows. */
export async function enqueueReading(
  { invoiceId, fileId, title, actor }: Input,
  trx: Transaction
): Promise<number> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
  invoice.status = invoiceWorkflow.next(invoice.status, 'analyse')
  await invoice.save()
  await execute(
    `insert into ocr_jobs (invoice_id, file_id, file_sha256, engine, engine_version, status, created_by)
     select :invoiceId, id, sha256, 'caudal', :engineVersion, 'queued', :userId from files where id = :fileId
     on conflict (file_sha256, engine_version) do update set status = 'queued', error = null, invoice_id = excluded.invoice_id,
       started_at = null, finished_at = null`,
    { invoiceId, fileId, engineVersion, userId: actor.userId },
    trx
  )
  await logInvoiceAction({ invoiceId, action: 'ocr_started', actor }, trx)
  return enqueue(
    readInvoiceJob,
    { invoiceId, fileId },
    { title, userId: actor.userId, objectType: 'invoice', objectId: invoiceId, siteId: invoice.siteId },
    trx
  )
}
