import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { engineVersion } from '#app/invoices/reading/engine_version'
import { greyToPng, recognitionWidthPx } from '#app/invoices/reading/image_preparation'
import { buildLayout } from '#app/invoices/reading/layout/build_layout'
import type { DocumentLayout, PageSize, Word } from '#app/invoices/reading/layout/layout_types'
import { toMarkdown } from '#app/invoices/reading/markdown'
import { toReadPage, toWords, type WordPiece } from '#app/invoices/reading/page_words'
import { listXmlAttachments, openPdf } from '#app/invoices/reading/pdf_document'
import { readPages } from '#app/invoices/reading/read_pages'
import type { ReadOptions, ReadResult } from '#app/invoices/reading/reading_types'
import { recognisePage } from '#app/invoices/reading/recognise_page'
import type { Recogniser } from '#app/invoices/reading/recogniser'
import { rasterise, withPdf } from '#app/invoices/reading/render_page'
import { sharedRecogniser } from '#app/invoices/reading/shared_recogniser'
import { readStructured, type StructuredFile } from '#app/invoices/reading/structured/read_structured'
import { structuredAlarms } from '#app/invoices/reading/structured_alarms'
import { fromStructured } from '#app/invoices/reading/structured_fields'
import { compareWithPrint } from '#app/invoices/reading/compare_with_print'
import { readTextLayer } from '#app/invoices/reading/text_layer'
import { isUsableTextLayer } from '#app/invoices/reading/text_layer_quality'
import { DomainError } from '#app/kernel/domain_error'

export const pagesMax = 60
const recognisedPagesMax = 30

type PageText = { size: PageSize; pieces: WordPiece[]; isRecognised: boolean }

/** Reads a PDF: the XML inside it first, else its text layer, and pages without one by recognition. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
  const document = await openPdf(bytes)
  try {
    if (document.numPages > pagesMax) throw new DomainError('E_UNREADABLE_FILE', `El PDF tiene más de ${pagesMax} páginas.`)
    const structured = await findStructured(document)
    const texts = await readTextPages(document)
    if (structured) return structuredResult(structured, texts)
    const recogniser = options.recogniser ?? sharedRecogniser()
    const pages = await recogniseMissing(bytes, texts, recogniser)
    return printedResult(pages, options, recogniser)
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
    const layer = await readTextLayer(document, index)
    pages.push({ ...layer, isRecognised: false })
  }
  return pages
}

async function recogniseMissing(bytes: Uint8Array, texts: PageText[], recogniser: Recogniser): Promise<PageText[]> {
  const hasText = texts.some((page) => isUsableTextLayer(page.pieces))
  const missing = texts.flatMap((page, index) => (isUsableTextLayer(page.pieces) || (hasText && page.pieces.length > 0) ? [] : [index]))
  if (missing.length === 0) return texts
  const pages = [...texts]
  await withPdf(bytes, async (pdf) => {
    await Promise.all(
      missing.slice(0, recognisedPagesMax).map(async (index) => {
        const raster = await rasterise(pdf, index, recognitionWidthPx, 'Gray')
        const read = await recognisePage(await greyToPng(raster.data, raster.width, raster.height), recogniser)
        if (read.pieces.length > 0) pages[index] = { size: read.size, pieces: read.pieces, isRecognised: true }
      })
    )
  })
  return pages
}

function printedResult(pages: PageText[], options: ReadOptions, recogniser: Recogniser): ReadResult {
  const { layout, words } = toLayout(pages)
  if (words.length === 0) throw new DomainError('E_UNREADABLE_FILE', 'El PDF no tiene páginas legibles.')
  const invoices = [readPages(layout, options.context ?? { ownCompanies: [] })]
  const isScan = pages.some((page) => page.isRecognised)
  return {
    engine: isScan ? recogniser.name : 'pdf-text',
    engineVersion,
    kind: isScan ? 'pdf-scan' : 'pdf-text',
    pages: toReadPages(layout, words),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: [],
  }
}

function structuredResult(file: StructuredFile, texts: PageText[]): ReadResult {
  const { layout, words } = toLayout(texts)
  const allPages = texts.map((_, index) => index + 1)
  const invoices = file.invoices.map((invoice) => fromStructured(invoice, allPages))
  return {
    engine: `xml-${file.format}`,
    engineVersion,
    kind: 'pdf-xml',
    pages: toReadPages(layout, words),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: invoices.flatMap((invoice) => [...structuredAlarms(invoice), ...compareWithPrint(invoice, layout)]),
  }
}

function toLayout(pages: PageText[]): { layout: DocumentLayout; words: Word[] } {
  const words: Word[] = []
  for (const [index, page] of pages.entries()) words.push(...toWords(page.pieces, index, words.length))
  const source = pages.some((page) => page.isRecognised) ? 'recognised' : 'text'
  return { layout: buildLayout(words, pages.map((page) => page.size), source), words }
}

function toReadPages(layout: DocumentLayout, words: Word[]): ReadResult['pages'] {
  return layout.pages.map((size, page) => toReadPage(size, words.filter((word) => word.page === page)))
}
