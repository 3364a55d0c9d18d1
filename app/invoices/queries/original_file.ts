import { oneRow, row } from '#app/kernel/sql'

/** Key of the file that the invoice came as. */
export async function originalFileId(invoiceId: number): Promise<number> {
  const { fileId } = await oneRow<{ fileId: number }>(
    `select file_id from invoice_files where invoice_id = :invoiceId and kind = 'original' order by id limit 1`,
    { invoiceId }
  )
  return fileId
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
