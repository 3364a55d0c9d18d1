import { invoicePdf } from '#app/issuing/pdf/invoice_pdf'
import { readDocument } from '#app/issuing/queries/read_document'
import { readSiteLogo } from '#app/sites/queries/site_logo'

/** The paper of a document, with the mark of its company. */
export async function invoiceFile(id: number): Promise<Buffer> {
  const document = await readDocument(id)
  return invoicePdf(document, await readSiteLogo(document.siteId))
}
