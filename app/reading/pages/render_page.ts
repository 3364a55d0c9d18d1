import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { DomainError } from '#app/kernel/domain_error'

export type PageRaster = { data: Uint8Array; width: number; height: number }

/** A4 at 300 dots per inch: more costs time and reads no better. */
const widthPxMax = 3000
const heightPxMax = 6000

let library: Promise<PDFiumLibrary> | null = null

/** Opens a PDF for drawing, hands it over and closes it whatever happens. */
export async function withPdf<T>(
  bytes: Uint8Array,
  use: (document: PDFiumDocument) => Promise<T>
): Promise<T> {
  library ??= PDFiumLibrary.init()
  const document = await openForDrawing(await library, bytes)
  try {
    return await use(document)
  } finally {
    document.destroy()
  }
}

/** The picture of one page in grey or colour; its height follows from the page. */
export async function rasterise(
  document: PDFiumDocument,
  pageIndex: number,
  widthPx: number,
  colorSpace: 'Gray' | 'BGRA'
): Promise<PageRaster> {
  const page = document.getPage(pageIndex)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const width = Math.min(widthPx, widthPxMax)
  const height = Math.min(heightPxMax, Math.round((width * originalHeight) / originalWidth))
  const { data } = await page.render({ width, height, colorSpace, render: 'bitmap' })
  return { data, width, height }
}

async function openForDrawing(pdfium: PDFiumLibrary, bytes: Uint8Array): Promise<PDFiumDocument> {
  try {
    return await pdfium.loadDocument(bytes)
  } catch {
    throw new DomainError('E_UNREADABLE_FILE', 'El PDF no se puede dibujar: está dañado o protegido.')
  }
}
