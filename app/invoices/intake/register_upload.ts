import type { Actor } from '#app/audit/record_event'
import { refuseInfected } from '#app/files/antivirus'
import { sniffFile } from '#app/files/sniff_file'
import { safeName, sha256Of, storeFile } from '#app/files/store_file'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { enqueueReading } from '#app/invoices/intake/enqueue_reading'
import { insertInvoice, type Submission } from '#app/invoices/intake/insert_invoice'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatDay, today } from '#app/kernel/time/calendar_date'

const SIZE_MAX = 20 * 1024 * 1024
const KINDS = new Set(['pdf', 'jpg', 'png', 'tif', 'webp', 'heic', 'xml'])

export type Upload = {
  name: string
  bytes: Uint8Array
  siteId: number | null
  priority: 'normal' | 'urgent'
  source: 'upload' | 'public' | 'email' | 'api'
  /** Who sent it over the public page, and what they say it is. */
  submission?: Submission
}

export type Registered = { invoiceId: number; reference: string; runId: number }

/**
 * Takes one file in: stores it, opens the invoice it will become and sends it to be read, all or nothing.
 * Throws at `files`: wrong kind, too large, or a file that is here already.
 */
export async function registerUpload(
  upload: Upload,
  actor: Actor,
  /** Done in the same transaction. */
  alongside?: (invoiceId: number, trx: Transaction) => Promise<void>
): Promise<Registered> {
  await refuseUnfit(upload)
  await refuseKnown(upload)
  try {
    return await inTransaction(async (trx) => {
      const registered = await register(upload, actor, trx)
      await alongside?.(registered.invoiceId, trx)
      return registered
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'invoice_files_original') throw error
    // Somebody sent the same file at the same moment and was first.
    await refuseKnown(upload)
    throw error
  }
}

async function register(upload: Upload, actor: Actor, trx: Transaction): Promise<Registered> {
  const file = await storeFile({ name: upload.name, bytes: upload.bytes, createdBy: actor.userId }, trx)
  const invoice = await insertInvoice({ ...upload, name: safeName(upload.name) }, actor, trx)
  await execute(
    `insert into invoice_files (invoice_id, file_id, kind, sha256, created_by) values (:invoiceId, :fileId, 'original', :sha256, :createdBy)`,
    { invoiceId: invoice.id, fileId: file.id, sha256: file.sha256, createdBy: actor.userId },
    trx
  )
  await logInvoiceAction(
    {
      invoiceId: invoice.id,
      action: 'uploaded',
      actor,
      after: { file: safeName(upload.name), sizeBytes: file.sizeBytes },
    },
    trx
  )
  const runId = await enqueueReading(
    { invoiceId: invoice.id, fileId: file.id, title: `Leer ${file.name}`, actor },
    trx
  )
  return { invoiceId: invoice.id, reference: invoice.reference, runId }
}

/** The one door for files from outside: kind by content, size, and what a scanner says. Throws at `files`. */
export async function refuseUnfit({ bytes, name }: Pick<Upload, 'bytes' | 'name'>): Promise<void> {
  const kind = sniffFile(bytes)
  if (bytes.length === 0) throw refusal('E_EMPTY', `${safeName(name)}: el archivo está vacío.`)
  if (bytes.length > SIZE_MAX) throw refusal('E_TOO_LARGE', `${safeName(name)}: el archivo supera 20 MB.`)
  if (!kind || !KINDS.has(kind.extension)) {
    throw refusal('E_FILE_KIND', `${safeName(name)}: formato no admitido: use PDF, JPG, PNG, TIFF o XML.`)
  }
  await refuseInfected(safeName(name), bytes)
}

async function refuseKnown({ bytes }: Upload): Promise<void> {
  const known = await row<{ reference: string; createdAt: Date }>(
    `select i.reference, f.created_at from invoice_files f join invoices i on i.id = f.invoice_id
      where f.sha256 = :sha256 and f.kind = 'original' order by f.id limit 1`,
    { sha256: sha256Of(bytes) }
  )
  if (known)
    throw refusal(
      'E_KNOWN_FILE',
      `Este archivo ya se subió el ${formatDay(today(known.createdAt))} (factura ${known.reference}).`
    )
}

const refusal = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'files' })
