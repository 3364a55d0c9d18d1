import { readFileBytes, type StoredFile } from '#app/files/store_file'
import { inspectInChild } from '#app/invoices/drawing/draw_in_child'
import { pageHash } from '#app/invoices/drawing/page_hash'
import { pagePicture } from '#app/invoices/queries/page_picture'
import { execute } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/**
 * Keeps how the first page of an original looks and what its PDF tells of its making, before the invoice is judged by
 * them. A file that cannot be drawn has neither: the reading says why.
 */
export async function traceOriginal(invoiceId: number, file: StoredFile): Promise<void> {
  const picture = await unlessUnreadable(() => pagePicture(invoiceId, 1))
  const traces =
    file.mime === 'application/pdf'
      ? await unlessUnreadable(async () => inspectInChild(await readFileBytes(file)))
      : null
  const hash = picture ? await pageHash(picture) : null
  await execute(
    `update invoice_files set page_hash = :hash::bigint, pdf_traces = :traces where invoice_id = :invoiceId and file_id = :fileId and kind = 'original' and part = 1`,
    { invoiceId, fileId: file.id, hash: hash?.toString() ?? null, traces: traces && JSON.stringify(traces) }
  )
}

async function unlessUnreadable<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isDomainError(error) && error.code === 'E_UNREADABLE_FILE') return null
    throw error
  }
}
