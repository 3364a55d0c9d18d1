import { SYSTEM } from '#app/audit/record_event'
import { findFile, readFileBytes, type StoredFile } from '#app/files/store_file'
import { auditCopiesOf } from '#app/invoices/auditing/audit_copies'
import { bookIfAutomatic } from '#app/invoices/booking/book_if_automatic'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { applyReading } from '#app/invoices/intake/apply_reading'
import { splitReading } from '#app/invoices/intake/split_reading'
import { traceOriginal } from '#app/invoices/intake/trace_original'
import type { ReadInvoiceData } from '#app/invoices/jobs/read_invoice_job'
import Invoice from '#app/invoices/models/invoice'
import { readingContext } from '#app/invoices/queries/reading_context'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import type { JobOutcome } from '#app/jobs/queue'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { engineVersion } from '#app/reading/engine_version'
import { readInChild } from '#app/reading/read_in_child'
import type { ReadResult } from '#app/reading/reading_types'

/**
 * Reads the file of an invoice in a process of its own and writes what it says into the invoice. A file that
 * cannot be read ends in `analysis_failed` with the reason; running it again reads again.
 */
export async function readInvoice({ invoiceId, fileId }: ReadInvoiceData): Promise<JobOutcome> {
  const invoice = await Invoice.findOrFail(invoiceId)
  if (invoice.status !== 'analysing') return { message: 'La factura ya estaba leída.' }
  const file = await findFile(fileId)
  if (!file) throw new Error(`No file ${fileId} for invoice ${invoiceId}`)
  const jobId = await startOcrJob(invoiceId, file)
  try {
    const reading = await readInChild(await readFileBytes(file), {
      fileName: file.name,
      context: await readingContext(),
    })
    await traceOriginal(invoiceId, file)
    if (!(await keepReading(invoiceId, jobId, reading))) return { message: 'La lectura se canceló.' }
    await auditCopiesOf(invoiceId)
    await bookIfAutomatic(invoiceId)
    return { message: 'Lectura terminada', resultUrl: `/invoices/${invoiceId}` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await execute(
      `update ocr_jobs set status = 'failed', finished_at = now(), error = :reason where id = :jobId and status = 'running'`,
      { jobId, reason }
    )
    if (!isDomainError(error)) throw error
    await failReading({ invoiceId, fileId }, error.message)
    return { message: error.message, resultUrl: `/invoices/${invoiceId}`, hasFailed: true }
  }
}

/** Leaves the invoice for completing by hand or reading again. */
export async function failReading({ invoiceId }: ReadInvoiceData, reason: string): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    if (!invoiceWorkflow.can(invoice.status, 'fail_analysis')) return
    invoice.status = invoiceWorkflow.next(invoice.status, 'fail_analysis')
    invoice.reading = JSON.stringify({ error: reason })
    await invoice.save()
    await logInvoiceAction({ invoiceId, action: 'ocr_failed', actor: SYSTEM, after: { reason } }, trx)
  })
}

/** Gives whether it was kept: not when somebody cancelled the reading, or the invoice, in the meantime. */
async function keepReading(invoiceId: number, jobId: number, reading: ReadResult): Promise<boolean> {
  return inTransaction(async (trx) => {
    const wanted = await row(
      `select 1 as found from invoices where id = :invoiceId and status = 'analysing' for update`,
      { invoiceId },
      trx
    )
    const kept = await execute(
      `update ocr_jobs set status = 'done', finished_at = now(), engine = :engine, pages = :pages, confidence = :confidence, result = :result
        where id = :jobId and status = 'running' and :isWanted`,
      {
        jobId,
        isWanted: wanted !== null,
        engine: reading.engine,
        pages: reading.pages.length,
        confidence: meanConfidence(reading),
        result: JSON.stringify(reading),
      },
      trx
    )
    if (kept === 0) return false
    await applyReading(invoiceId, reading, 0, trx)
    await splitReading(invoiceId, reading, trx)
    return true
  })
}

function meanConfidence({ invoices }: ReadResult): number {
  const [first] = invoices
  if (!first) return 0
  const values = Object.values(first.fields).map((field) => field.confidence)
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1000) / 1000
}

async function startOcrJob(invoiceId: number, file: StoredFile): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into ocr_jobs (invoice_id, file_id, file_sha256, engine, engine_version, status, attempts, started_at)
     values (:invoiceId, :fileId, :sha256, 'caudal', :engineVersion, 'running', 1, now())
     on conflict (file_sha256, engine_version) do update set status = 'running', attempts = ocr_jobs.attempts + 1,
       started_at = now(), error = null, invoice_id = excluded.invoice_id
     returning id`,
    { invoiceId, fileId: file.id, sha256: file.sha256, engineVersion }
  )
  return id
}
