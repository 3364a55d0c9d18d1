import { calibrate } from '#app/reading/calibrate'
import { better, isSound, type PrintedReading, soundness } from '#app/reading/choose_reading'
import { type PageText, toLayout } from '#app/reading/pages/page_text'
import { readPages } from '#app/reading/pages/read_pages'
import type { ReadInvoice, ReadingContext } from '#app/reading/reading_types'
import { fuseLines } from '#app/reading/recognition/fuse_lines'
import { fusePages } from '#app/reading/recognition/fuse_pages'
import { withMargins } from '#app/reading/recognition/recognise_margins'
import { recogniseAgain, recogniseLines } from '#app/reading/recognition/recognise_page'
import type { Recogniser } from '#app/reading/recognition/recogniser'
import { type InvoicePart, splitInvoices } from '#app/reading/split_invoices'
import { isLeftOut } from '#app/reading/stages'
import { applySupplierHints, findSupplier } from '#app/reading/supplier_hints'

/** A second recognition costs as much as the first; long scans do without. */
const secondPassPagesMax = 4

/** Reads the invoices of printed pages; recognised ones whose sums or numbers do not hold are recognised twice. */
export async function readPageTexts(
  printed: PageText[],
  context: ReadingContext,
  recogniser: Recogniser
): Promise<PrintedReading> {
  const pictures = printed.filter((page) => page.image !== null)
  if (pictures.length === 0) return readOnce(printed, context)
  const pages = isLeftOut('lines') ? printed : await withLines(printed, recogniser)
  const first = readOnce(pages, context)
  if (pictures.length > secondPassPagesMax) return first
  const complete =
    first.invoices.every(knowsBothParties) || isLeftOut('margins')
      ? first
      : await withMarginText(pages, first, context, recogniser)
  if (complete.invoices.every(isSound) || isLeftOut('second pass')) return complete
  const again = await Promise.all(
    complete.pages.map((page) => (page.image ? readAgain(page, page.image, recogniser) : page))
  )
  const second = readOnce(again, context)
  if (isLeftOut('fusion')) return better(complete, second)
  const fused = readOnce(
    complete.pages.map((page, index) => fusePages(page, again[index] ?? page)),
    context
  )
  return better(better(complete, fused), second)
}

/** Every page that was recognised, with what the engine of lines reads of it. */
async function withLines(pages: PageText[], recogniser: Recogniser): Promise<PageText[]> {
  return Promise.all(
    pages.map(async (page) =>
      page.image
        ? fuseLines(page, page.lines ?? (await recogniseLines(page.image, page.size, recogniser)))
        : page
    )
  )
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
  const { sheet } = page.size
  return { size: sheet ? { ...size, sheet } : size, pieces, image }
}

/** A file is taken for several invoices only when each part stands for itself. */
function readOnce(pages: PageText[], context: ReadingContext): PrintedReading {
  const layout = toLayout(pages)
  const read = (part: InvoicePart) => readKnowing(part, context)
  const parts = splitInvoices(layout).map(read)
  if (parts.length === 1 || parts.every(standsAlone)) return { pages, layout, invoices: parts }
  return { pages, layout, invoices: [read({ layout, pages: layout.pages.map((_, page) => page + 1) })] }
}

/** Its sums hold; or its lines do, and it has what an invoice cannot lack: the rates of a foot may be beyond the reader. */
function standsAlone({ fields, checks }: ReadInvoice): boolean {
  if (checks.totalAddsUp) return true
  const isWhole =
    fields.total.value !== null && fields.invoiceNumber.value !== null && fields.issueDate.value !== null
  return isWhole && checks.linesAddUp && checks.providerTaxIdValid
}

/** Reads an invoice; one of a supplier of whom something was learned once more, knowing it. */
export function readKnowing({ layout, pages }: InvoicePart, context: ReadingContext): ReadInvoice {
  const read = (known: ReadingContext) => calibrate(readPages(layout, known, pages), layout.source)
  const first = read(context)
  const known = findSupplier(first, layout, context)
  const hasLearned = (known?.places ?? []).length > 0 || (known?.rates ?? []).length > 0
  const invoice = known && hasLearned ? read({ ...context, known }) : first
  return applySupplierHints(invoice, known)
}
