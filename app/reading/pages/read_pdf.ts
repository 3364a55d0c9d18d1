import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { DomainError } from '#app/kernel/domain_error'
import { aboutInvoice } from '#app/reading/alarms_of_invoice'
import { better, type PrintedReading, sounder } from '#app/reading/choose_reading'
import { applyCodes, findVerifactu, mentionsCode } from '#app/reading/codes/read_verifactu'
import type { VerifactuCode } from '#app/reading/codes/verifactu'
import { compareWithPrint } from '#app/reading/compare_with_print'
import { engineVersion } from '#app/reading/engine_version'
import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { toMarkdown } from '#app/reading/pages/markdown'
import { type PageText, toLayout, toReadPages } from '#app/reading/pages/page_text'
import { listXmlAttachments, openPdf } from '#app/reading/pages/pdf_document'
import { readPageTexts } from '#app/reading/pages/read_page_texts'
import { rasterise, withPdf } from '#app/reading/pages/render_page'
import { readTextLayer } from '#app/reading/pages/text_layer'
import { isUsableTextLayer } from '#app/reading/pages/text_layer_quality'
import { greyToPng, preparePicture, recognitionWidthPx } from '#app/reading/pictures/image_preparation'
import { measurePictures } from '#app/reading/pictures/picture_cover'
import type { ReadOptions } from '#app/reading/read_options'
import type { ReadAlarm, ReadInvoice, ReadingContext, ReadResult } from '#app/reading/reading_types'
import { findTurn, recognisePage } from '#app/reading/recognition/recognise_page'
import type { Recogniser } from '#app/reading/recognition/recogniser'
import { pagesNotRead, recognisedPagesMax } from '#app/reading/recognition/recognition_limit'
import { sharedRecogniser } from '#app/reading/recognition/shared_recogniser'
import { readStructured, type StructuredFile } from '#app/reading/structured/read_structured'
import { fromStructured } from '#app/reading/structured_fields'

export const pagesMax = 60
/** As many as there are recognisers: a drawn page weighs nine million bytes, and thirty would wait. */
const pagesAtOnce = 2
/** Pages of text that are looked at as pictures too when the text lacks a total or the supplier. */
const checkedPagesMax = 4
const codeWidthPx = 1240

/** Reads a PDF: the XML inside it first, else its text layer, and pages without one by recognition. */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
  const document = await openPdf(bytes)
  try {
    if (document.numPages > pagesMax)
      throw new DomainError('E_UNREADABLE_FILE', `El PDF tiene más de ${pagesMax} páginas.`)
    const structured = await findStructured(document)
    const texts = await readTextPages(document)
    if (structured) return structuredResult(structured, texts, options.context)
    const recogniser = options.recogniser ?? sharedRecogniser()
    const context = options.context ?? { ownCompanies: [] }
    const draw = (pages: PageText[], indexes: number[]) => recognise(bytes, pages, indexes, recogniser)
    const missing = missingPages(texts)
    const pages = await draw(texts, missing)
    if (pages.every((page) => page.pieces.length === 0))
      throw new DomainError('E_UNREADABLE_FILE', 'El PDF no tiene páginas legibles.')
    const first = await readPageTexts(pages, context, recogniser)
    const { unread, withPictures, withCodes } = await findPictures(document, pages)
    const again = unread.length > 0 ? unread : first.invoices.every(isFound) ? [] : withPictures
    const reading =
      again.length === 0
        ? first
        : (unread.length > 0 ? sounder : better)(
            first,
            await readPageTexts(await draw(pages, again), context, recogniser)
          )
    const isCut = Math.max(missing.length, unread.length) > recognisedPagesMax
    const codes = await readCodes(bytes, reading.pages, withCodes)
    return printedResult({ ...reading, ...applyCodes(reading.invoices, codes) }, context, recogniser, isCut)
  } finally {
    await document.loadingTask.destroy()
  }
}

function isFound({ fields }: ReadInvoice): boolean {
  return fields.total.value !== null && fields.providerTaxId.value !== null
}

/** The pages of text whose pictures the text does not cover, and a few with any picture at all. */
async function findPictures(
  document: PDFDocumentProxy,
  pages: PageText[]
): Promise<{ unread: number[]; withPictures: number[]; withCodes: number[] }> {
  const unread: number[] = []
  const withPictures: number[] = []
  const withCodes: number[] = []
  for (const [index, page] of pages.entries()) {
    if (page.image !== null || page.pieces.length === 0) continue
    const { hasPictures, isUnread, mayHoldCode } = await measurePictures(document, index, page)
    if (isUnread) unread.push(index)
    if (hasPictures) withPictures.push(index)
    if (mayHoldCode) withCodes.push(index)
  }
  return { unread, withPictures: withPictures.slice(0, checkedPagesMax), withCodes }
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

/** The pages that print nothing as text: the scanned ones of a file, or all of them. */
function missingPages(texts: PageText[]): number[] {
  const hasText = texts.some((page) => isUsableTextLayer(page.pieces))
  return texts.flatMap((page, index) =>
    isUsableTextLayer(page.pieces) || (hasText && page.pieces.length > 0) ? [] : [index]
  )
}

/** The same pages, those of the indexes as recognition reads their picture. */
async function recognise(
  bytes: Uint8Array,
  texts: PageText[],
  indexes: number[],
  recogniser: Recogniser
): Promise<PageText[]> {
  if (indexes.length === 0) return texts
  const pages = [...texts]
  const waiting = indexes.slice(0, recognisedPagesMax)
  await withPdf(bytes, async (pdf) => {
    const draw = async (index: number) =>
      preparePicture(await rasterise(pdf, index, recognitionWidthPx, 'Gray'))
    const turn =
      waiting[0] !== undefined && waiting.length > 1
        ? await findTurn((await draw(waiting[0])).png, recogniser)
        : 0
    const drawAndRead = async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const { png, size: shown } = await draw(index)
        const { size, pieces, lines } = await recognisePage(png, recogniser, turn)
        const { sheet } = shown
        if (pieces.length > 0)
          pages[index] = { size: sheet ? { ...size, sheet } : size, pieces, image: png, lines }
      }
    }
    await Promise.all(Array.from({ length: pagesAtOnce }, drawAndRead))
  })
  return pages
}

/** The codes of scanned pages, and of pages of text that show a picture like a code or speak of one. */
async function readCodes(
  bytes: Uint8Array,
  pages: PageText[],
  withCodes: number[]
): Promise<VerifactuCode[]> {
  const texts = pages.flatMap((page, index) =>
    page.image === null &&
    (withCodes.includes(index) || mentionsCode(page.pieces.map((piece) => piece.text).join(' ')))
      ? [index]
      : []
  )
  const scans = pages.flatMap((page) => (page.image ? [page.image] : []))
  const codes = await findVerifactu(scans.slice(0, checkedPagesMax))
  if (texts.length === 0) return codes
  return withPdf(bytes, async (pdf) => {
    const drawn: Uint8Array[] = []
    for (const index of texts.slice(0, checkedPagesMax)) {
      const { data, width, height } = await rasterise(pdf, index, codeWidthPx, 'Gray')
      drawn.push(await greyToPng({ data, width, height }))
    }
    return [...codes, ...(await findVerifactu(drawn))]
  })
}

function printedResult(
  { pages, layout, invoices, alarms: found }: PrintedReading & { alarms: ReadAlarm[] },
  context: ReadingContext,
  recogniser: Recogniser,
  isCut: boolean
): ReadResult {
  const isScan = pages.some((page) => page.image !== null)
  const alarms = [
    ...invoices.flatMap((invoice, at) => aboutInvoice(invoiceAlarms(invoice, context), at)),
    ...found,
  ]
  return {
    engine: isScan ? recogniser.name : 'pdf-text',
    engineVersion,
    kind: isScan ? 'pdf-scan' : 'pdf-text',
    pages: toReadPages(layout),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: isCut ? [...alarms, pagesNotRead] : alarms,
  }
}

function structuredResult(
  file: StructuredFile,
  texts: PageText[],
  context: ReadingContext | undefined
): ReadResult {
  const layout = toLayout(texts)
  const allPages = texts.map((_, index) => index + 1)
  const compared = file.invoices.map((invoice) => compareWithPrint(fromStructured(invoice, allPages), layout))
  const invoices = compared.map(({ invoice }) => invoice)
  return {
    engine: `xml-${file.format}`,
    engineVersion,
    kind: 'pdf-xml',
    pages: toReadPages(layout),
    invoices,
    markdown: toMarkdown(layout, invoices),
    alarms: compared.flatMap(({ invoice, alarms }, at) =>
      aboutInvoice([...invoiceAlarms(invoice, context), ...alarms], at)
    ),
  }
}
