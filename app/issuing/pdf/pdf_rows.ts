import type PDFDocument from 'pdfkit'

export type Pdf = InstanceType<typeof PDFDocument>
/** A text of a row, in points from the left. */
export type Cell = { text: string; x: number; width: number; isFigure?: boolean }

export const MARGIN = 42
const RULE = '#d4dbdd'

/** What lies between the margins of a page, in points. */
export const widthOf = (pdf: Pdf) => pdf.page.width - 2 * MARGIN

type Look = { size: number; colour: string; isBold?: boolean }

export const write = (pdf: Pdf, { size, colour, isBold = false }: Look): Pdf =>
  pdf
    .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(colour)

export function heightOf(pdf: Pdf, cells: readonly Cell[], size: number): number {
  pdf.font('Helvetica').fontSize(size)
  return Math.max(...cells.map(({ text, width }) => pdf.heightOfString(printable(text), { width }))) + 8
}

export function drawRow(pdf: Pdf, cells: readonly Cell[], look: Look): void {
  const height = heightOf(pdf, cells, look.size)
  const top = pdf.y
  write(pdf, look)
  for (const { text, x, width, isFigure } of cells)
    pdf.text(printable(text), x, top + 4, { width, align: isFigure ? 'right' : 'left' })
  pdf.y = top + height
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + widthOf(pdf), pdf.y)
    .lineWidth(0.5)
    .stroke(RULE)
}

/** The standard fonts of a PDF write Windows-1252: a real minus and narrow spaces are not in it. */
export const printable = (text: string): string =>
  text.replaceAll('\u2212', '-').replaceAll(/[\u202f\u2009]/g, '\u00a0')
