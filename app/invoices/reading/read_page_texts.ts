import { better, isSound, type PrintedReading, soundness } from '#app/invoices/reading/choose_reading'
import { type PageText, toLayout } from '#app/invoices/reading/page_text'
import { readPages } from '#app/invoices/reading/read_pages'
import type { ReadInvoice, ReadingContext } from '#app/invoices/reading/reading_types'
import { withMargins } from '#app/invoices/reading/recognise_margins'
import { recogniseAgain } from '#app/invoices/reading/recognise_page'
import type { Recogniser } from '#app/invoices/reading/recogniser'
import { type InvoicePart, splitInvoices } from '#app/invoices/reading/split_invoices'
import { applySupplierHints } from '#app/invoices/reading/supplier_hints'

/** A second recognition costs as much as the first; long scans do without. */
const secondPassPagesMax = 4

/** Reads the invoices of printed pages; recognised ones whose sums or numbers do not hold are recognised twice. */
export async function readPageTexts(
  pages: PageText[],
  context: ReadingContext,
  recogniser: Recogniser
): Promise<PrintedReading> {
  const first = readOnce(pages, context)
  const pictures = pages.filter((page) => page.image !== null)
  if (pictures.length === 0 || pictures.length > secondPassPagesMax) return first
  const complete = first.invoices.every(knowsBothParties)
    ? first
    : await withMarginText(pages, first, context, recogniser)
  if (complete.invoices.every(isSound)) return complete
  const again = await Promise.all(
    pages.map((page) => (page.image ? readAgain(page, page.image, recogniser) : page))
  )
  return better(complete, readOnce(again, context))
}

async function withMarginText(
  pages: PageText[],
  first: PrintedReading,
  context: ReadingContext,
  recogniser: Recogniser
): Promise<PrintedReading> {
  const widened = await Promise.all(pages.map((page) => withMargins(page, recogniser)))
  if (widened.every((page, index) => page === pages[index])) return first
  const second = readOnce(widened, context)
  return soundness(second) > soundness(first) ? second : first
}

function knowsBothParties({ checks }: ReadInvoice): boolean {
  return checks.providerTaxIdValid && checks.customerTaxIdValid
}

async function readAgain(page: PageText, image: Uint8Array, recogniser: Recogniser): Promise<PageText> {
  const { size, pieces } = await recogniseAgain(image, page.size, recogniser)
  return { size, pieces, image }
}

/** A file is taken for several invoices only when each part has sums of its own that hold. */
function readOnce(pages: PageText[], context: ReadingContext): PrintedReading {
  const layout = toLayout(pages)
  const read = (part: InvoicePart) => applySupplierHints(readPages(part.layout, context, part.pages), context)
  const parts = splitInvoices(layout).map(read)
  if (parts.length === 1 || parts.every((invoice) => invoice.checks.totalAddsUp))
    return { pages, layout, invoices: parts }
  return { pages, layout, invoices: [read({ layout, pages: layout.pages.map((_, page) => page + 1) })] }
}
