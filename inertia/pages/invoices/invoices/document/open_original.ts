import { urlFor } from '~/urls'

/** Downloads the file as it came: an attachment, so that the page stays. */
export function openOriginal(invoiceId: number): void {
  window.location.assign(urlFor('invoices.original', { id: invoiceId }))
}
