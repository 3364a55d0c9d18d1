import { row, rows } from '#app/kernel/database/sql'

/**
 * Key of the file that the invoice came as; of a copy of another's file, that of its first attachment. Null where it came
 * without one.
 */
export async function originalFileId(invoiceId: number): Promise<number | null> {
  const found = await row<{ fileId: number }>(
    `select file_id from invoice_files where invoice_id = :invoiceId and kind in ('original', 'attachment') order by kind = 'original' desc, id limit 1`,
    { invoiceId }
  )
  return found?.fileId ?? null
}

/** The text of the original as it was read; empty when it has not been. */
export async function readMarkdown(invoiceId: number): Promise<string> {
  const found = await row<{ markdown: string | null }>(
    `select j.result ->> 'markdown' as markdown from invoice_files i join ocr_jobs j on j.file_sha256 = i.sha256 and j.status = 'done'
      where i.invoice_id = :invoiceId and i.kind = 'original' order by j.id desc limit 1`,
    { invoiceId }
  )
  return found?.markdown ?? ''
}

export type Original = {
  invoiceId: number
  reference: string
  siteId: number | null
  name: string
  storageKey: string
}

/** The files that these invoices came as; those without one are left out. */
export function listOriginals(invoiceIds: number[]): Promise<Original[]> {
  return rows<Original>(
    `select distinct on (i.id) i.id as invoice_id, i.reference, i.site_id, f.name, f.storage_key from invoices i
       join invoice_files x on x.invoice_id = i.id and x.kind in ('original', 'attachment') join files f on f.id = x.file_id
      where i.id = any(:invoiceIds::bigint[]) order by i.id, x.kind = 'original' desc, x.id`,
    { invoiceIds }
  )
}

/** The key of an attached file of an invoice, or null when it is another's. */
export async function attachedFileId(invoiceId: number, fileId: number): Promise<number | null> {
  const found = await row<{ fileId: number }>(
    `select file_id from invoice_files where invoice_id = :invoiceId and file_id = :fileId and kind in ('original', 'attachment', 'xml') limit 1`,
    { invoiceId, fileId }
  )
  return found?.fileId ?? null
}
