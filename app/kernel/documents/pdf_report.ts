import PDFDocument from 'pdfkit'
import { formatAmount, type MoneyJson } from '#app/kernel/money/money'

/** A cell of a printed or exported report: text, a count, or an amount with its currency. */
export type ReportCell = string | number | MoneyJson | null
/** `share` is the part of the width. */
export type ReportColumn = { header: string; share: number; numeric?: boolean }
export type ReportTable = {
  title: string
  columns: ReportColumn[]
  rows: ReportCell[][]
  /** `dense` in print: small letters for many columns. */
  look?: 'normal' | 'dense'
}

/** What stands at the head of every page and in its foot. */
export type ReportHead = {
  title: string
  subtitle: string
  printed: string
  /** How the paper lies; upright unless told. */
  layout?: 'portrait' | 'landscape'
  /** The company's own mark, PNG or JPEG; the product's without one. */
  logo?: Uint8Array | null
}

const MARGIN = 42
const ROW_HEIGHT = 17
const GAP = 8
const LOGO_WIDTH = 150
const LOGO_HEIGHT = 34
/** Letters of a table's header and rows, in points; a dense one has more columns. */
const SIZES = { normal: { header: 8, row: 9 }, dense: { header: 6.5, row: 7 } }
const INK = '#1d2b30'
const QUIET = '#5d6b70'
const RULE = '#d4dbdd'
const BRAND = '#0f5c70'

type Pdf = InstanceType<typeof PDFDocument>

/** Tables printed on A4: head, tables that continue over pages with their header, who and when, page x of y. */
export function reportPdf(tables: ReportTable[], head: ReportHead): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: head.layout ?? 'portrait',
    margins: { top: MARGIN, bottom: MARGIN + 18, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: 'es-ES',
    displayTitle: true,
    info: { Title: head.title, Author: 'Caudal', Subject: head.subtitle },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  drawHead(pdf, head)
  for (const table of tables) drawTable(pdf, table)
  drawFeet(pdf, head)
  pdf.end()
  return done
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * MARGIN
const lowest = (pdf: Pdf) => pdf.page.height - MARGIN - 26

function drawHead(pdf: Pdf, { title, subtitle, logo }: ReportHead): void {
  if (logo) pdf.image(Buffer.from(logo), MARGIN, MARGIN - 6, { fit: [LOGO_WIDTH, LOGO_HEIGHT] })
  else drawMark(pdf)
  pdf
    .font('Helvetica-Bold')
    .fillColor(INK)
    .fontSize(17)
    .text(printable(title), MARGIN, MARGIN + 34, { width: widthOf(pdf) })
  pdf.font('Helvetica').fontSize(10).fillColor(QUIET).text(printable(subtitle))
  pdf.y += 10
}

function drawMark(pdf: Pdf): void {
  pdf.roundedRect(MARGIN, MARGIN, 20, 20, 5).fill(BRAND)
  for (const [y, colour] of [
    [8.4, '#ffffff'],
    [12.8, '#83c1d1'],
  ] as const)
    pdf
      .moveTo(MARGIN + 3.8, MARGIN + y)
      .bezierCurveTo(MARGIN + 6, MARGIN + y - 3, MARGIN + 8, MARGIN + y - 3, MARGIN + 10, MARGIN + y)
      .bezierCurveTo(MARGIN + 12, MARGIN + y + 3, MARGIN + 14, MARGIN + y + 3, MARGIN + 16.2, MARGIN + y)
      .lineWidth(1.9)
      .stroke(colour)
  pdf.font('Helvetica-Bold').fontSize(10).fillColor(BRAND)
  pdf.text('Caudal', MARGIN + 27, MARGIN + 6)
}

function drawTable(pdf: Pdf, table: ReportTable): void {
  if (pdf.y + ROW_HEIGHT * 4 > lowest(pdf)) newPage(pdf)
  pdf.y += 10
  if (table.title !== '') {
    pdf.font('Helvetica-Bold').fontSize(11).fillColor(INK)
    pdf.text(table.title, MARGIN, pdf.y, { width: widthOf(pdf) })
    pdf.y += 4
  }
  drawHeader(pdf, table)
  if (table.rows.length === 0) drawRow(pdf, table, ['No hay datos en el período.'], QUIET)
  for (const row of table.rows) {
    if (pdf.y + ROW_HEIGHT > lowest(pdf)) {
      newPage(pdf)
      drawHeader(pdf, table)
    }
    drawRow(pdf, table, row, INK)
  }
}

function newPage(pdf: Pdf): void {
  pdf.addPage()
  pdf.y = MARGIN
}

const sizesOf = ({ look }: ReportTable) => SIZES[look ?? 'normal']

function drawHeader(pdf: Pdf, table: ReportTable): void {
  const { columns } = table
  pdf.font('Helvetica-Bold').fontSize(sizesOf(table).header)
  drawCells(
    pdf,
    columns,
    columns.map(({ header }) => header),
    QUIET
  )
  rule(pdf)
}

function drawRow(pdf: Pdf, table: ReportTable, cells: ReportCell[], colour: string): void {
  pdf.font('Helvetica').fontSize(sizesOf(table).row)
  drawCells(pdf, table.columns, cells, colour)
  rule(pdf)
}

function drawCells(pdf: Pdf, columns: ReportColumn[], cells: ReportCell[], colour: string): void {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const top = pdf.y + 4
  let left = MARGIN
  pdf.fillColor(colour)
  for (const [index, { share, numeric }] of columns.entries()) {
    const width = (widthOf(pdf) * share) / shares - GAP
    pdf.text(printable(textOf(cells[index] ?? null)), left, top, {
      width,
      height: ROW_HEIGHT - 4,
      align: numeric ? 'right' : 'left',
      lineBreak: false,
      ellipsis: true,
    })
    left += width + GAP
  }
  pdf.y = top - 4 + ROW_HEIGHT
}

function rule(pdf: Pdf): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + widthOf(pdf), pdf.y)
    .lineWidth(0.5)
    .stroke(RULE)
}

function textOf(cell: ReportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  return typeof cell === 'number' ? cell.toLocaleString('es-ES') : formatAmount(cell.minor, cell.currency)
}

/** The standard fonts of a PDF write Windows-1252: a real minus and narrow spaces are not in it. */
const printable = (text: string): string =>
  text.replaceAll('\u2212', '-').replaceAll(/[\u202f\u2009]/g, '\u00a0')

function drawFeet(pdf: Pdf, { printed }: ReportHead): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page)
    // The foot lies in the margin: with it in force the text would open a new page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - MARGIN
    pdf.font('Helvetica').fontSize(8).fillColor(QUIET)
    pdf.text(printable(printed), MARGIN, y, { width: widthOf(pdf), lineBreak: false })
    pdf.text(`Página ${page + 1} de ${count}`, MARGIN, y, { width: widthOf(pdf), align: 'right' })
  }
}
