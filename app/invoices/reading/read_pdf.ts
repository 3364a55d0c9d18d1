import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { compareWithPrint } from '#app/invoices/reading/compare_with_print'
import { engineVersion } from '#app/invoices/reading/engine_version'
import { greyToPng, recognitionWidthPx } from '#app/invoices/reading/image_preparation'
import { invoiceAlarms } from '#app/invoices/reading/invoice_alarms'
import { toMarkdown } from '#app/invoices/reading/markdown'
import { type PageText, toLayout, toReadPages } from '#app/invoices/reading/page_text'
import { listXmlAttachments, openPdf } from '#app/invoices/reading/pdf_document'
import type { ReadOptions } from '#app/invoices/reading/read_options'
import { readPageTexts } from '#app/invoices/reading/read_page_texts'
import type { ReadResult } from '#app/invoices/reading/reading_types'
import { recognisePage } from '#app/invoices/reading/recognise_page'
import type { Recogniser } from '#app/invoices/reading/recogniser'
import { rasterise, withPdf } from '#app/invoices/reading/render_page'
import { sharedRecogniser } from '#app/invoices/reading/shared_recogniser'
import { readStructured, type StructuredFile } from '#app/invoices/reading/structured/read_structured'
import { fromStructured } from '#app/invoices/reading/structured_fields'
import { readTextLayer } from '#app/invoices/reading/text_layer'
import { isUsableTextLayer } from '#app/invoices/reading/text_layer_quality'
import { DomainError } from '#app/kernel/domain_error'

export const pagesMax = 60
const recognisedPagesMax = 30
/** As many as there are recognisers: a drawn page weighs nine million bytes, and thirty would wait. */
const pagesAtOnce = 2

/** Reads a PDF: the XML inside it first, else its text layer, and pages without one by recognition. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
  const document = await openPdf(bytes)
  try {
    if (document.numPages > pagesMax)
      throw new DomainError('E_UNREADABLE_FILE', `El PDF tiene más de ${pagesMax} páginas.`)
    const structured = await findStructured(document)
    const texts = await readTextPages(document)
    if (structured) return structuredResult(structured, texts)
    const recogniser = options.recogniser ?? sharedRecogniser()
    const pages = await recogniseMissing(bytes, texts, recogniser)
    return await printedResult(pages, options, recogniser)
  } finally {
    await document.loadingTask.destroy()
  }
}

async function findStructured(document: PDFDocumentProxy): Promise<StructuredFile | null> {
  for (const xml of await listXmlAttachments(document)) {
    try {
      const file = readStructured(xml)
      if (file && file.invoices.length > 0) return file
    } catch (error) {
      // A damaged attachment does not make the printed invoice unreadable.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return null
}

async function readTextPages(document: PDFDocumentProxy): Promise<PageText[]> {
  const pages: PageText[] = []
  for (let index = 0; index < document.numPages; index += 1) {
    pages.push({ ...(await readTextLayer(document, index)), image: null })
  }
  return pages
}

/** Recognises the pages that print nothing as text: the scanned ones of a file, or all of them. */
async function recogniseMissing(
  bytes: Uint8Array,
  texts: PageText[],
  recogniser: Recogniser
): Promise<PageText[]> {
  const hasText = texts.some((page) => isUsableTextLayer(page.pieces))
  const missing = texts.flatMap((page, index) =>
    isUsableTextLayer(page.pieces) || (hasText && page.pieces.length > 0) ? [] : [index]
  )
  if (missing.length === 0) return texts
  const pages = [...texts]
  const waiting = missing.slice(0, recognisedPagesMax)
  await withPdf(bytes, async (pdf) => {
    const drawAndRead = async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const raster = await rasterise(pdf, index, recognitionWidthPx, 'Gray')
        const image = await greyToPng(raster.data, raster.width, raster.height)
        const { size, pieces } = await recognisePage(image, recogniser)
        if (pieces.length > 0) pages[index] = { size, pieces, image }
      }
    }
    await Promise.all(Array.from({ length: pagesAtOnce }, drawAndRead))
  })
  return pages
}

async function printedResult(
  pages: PageText[],
  options: ReadOptions,
  recogniser: Recogniser
): Promise<ReadResult> {
  if (pages.every((page) => page.pieces.length === 0)) {
    throw new DomainError('E_UNREADABLE_FILE', 'El PDF no tiene páginas legibles.')
  }
  const context = options.context ?? { ownCompanies: [] }
  const { layout, invoices } = await readPageTexts(pages, context, recogniser)
  const isScan = pages.some((page) => page.image !== null)
  return {
    engine: isScan ? recogniser.name : 'pdf-text',
    engineVersion,
    kind: isScan ? 'pdf-scan' : 'pdf-text',
    pages: toReadPages(layout),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: invoices.flatMap((invoice) => invoiceAlarms(invoice, context)),
  }
}

function structuredResult(file: StructuredFile, texts: PageText[]): ReadResult {
  const layout = toLayout(texts)
  const allPages = texts.map((_, index) => index + 1)
  const invoices = file.invoices.map((invoice) => fromStructured(invoice, allPages))
  return {
    engine: `xml-${file.format}`,
    engineVersion,
    kind: 'pdf-xml',
    pages: toReadPages(layout),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: invoices.flatMap((invoice) => [...invoiceAlarms(invoice), ...compareWithPrint(invoice, layout)]),
  }
}
