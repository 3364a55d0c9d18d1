import { invoicePdf } from '#app/issuing/pdf/invoice_pdf'
import { readDocument } from '#app/issuing/queries/read_document'
import type { Client } from '#app/kernel/database/sql'
import { readSiteLogo } from '#app/sites/queries/site_logo'

/** The paper of a document, with the mark of its company; `client` where it is not committed yet. */
export async function invoiceFile(id: number, client?: Client): Promise<Buffer> {
  const document = await readDocument(id, client)
  return invoicePdf(document, await readSiteLogo(document.siteId, client))
}
