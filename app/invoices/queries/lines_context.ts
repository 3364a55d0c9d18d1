import type Invoice from '#app/invoices/models/invoice'
import type { LineToClassify } from '#app/invoices/queries/classify'
import { type Client, oneRow } from '#app/kernel/database/sql'
import { currentBook } from '#app/profiles/profile_book'

type Context = Omit<LineToClassify, 'concept' | 'baseMinor'>

/** What an invoice says around its lines; its whole text only when some profile looks at it. */
export async function linesContext(
  { id, providerId, siteId, concept, invoiceNumber }: Invoice,
  client?: Client
): Promise<Context> {
  const { matcher } = await currentBook.get(client)
  const { providerName, fullText } = await oneRow<{ providerName: string | null; fullText: string | null }>(
    `select (select legal_name from providers where id = :providerId) as provider_name, case when :wantsText then
        (select j.result ->> 'markdown' from invoice_files f join ocr_jobs j on j.file_sha256 = f.sha256 and j.status = 'done'
          where f.invoice_id = :id order by j.id desc limit 1) end as full_text`,
    { id, providerId, wantsText: matcher.looksAt('full_text') },
    client
  )
  return { providerId, siteId, description: concept, invoiceNumber, providerName, fullText }
}
