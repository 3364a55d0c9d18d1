import PDFDocument from 'pdfkit'
import { INVOICE_TYPES, RECTIFICATIONS, TREATMENTS } from '#app/issuing/issuing_labels'
import { drawQr, QR_FREE, QR_SIDE } from '#app/issuing/pdf/draw_qr'
import {
  type Cell,
  drawRow,
  heightOf,
  MARGIN,
  type Pdf,
  printable,
  widthOf,
  write,
} from '#app/issuing/pdf/pdf_rows'
import type { IssuedDocument } from '#app/issuing/queries/read_document'
import { formatAmount } from '#app/kernel/money/money'
import { formatDay } from '#app/kernel/time/calendar_date'

const INK = '#1d2b30'
const QUIET = '#5d6b70'
const LEGEND = 'Factura verificable en la sede electrónica de la AEAT'
const LOGO = { fit: [150, 40] as [number, number] }
const FIGURE_WIDTH = 92

/**
 * An issued document on A4: at the start of the first page the QR with its texts, then who, to whom, what and how much. The same
 * document always gives the same paper, because nothing of it changes.
 */
export function invoicePdf(document: IssuedDocument, logo: Uint8Array | null): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 18, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: 'es-ES',
    displayTitle: true,
    info: { Title: document.number, Author: document.issuerName, Subject: document.description },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  drawHead(pdf, document, logo)
  drawParties(pdf, document)
  drawCorrection(pdf, document)
  drawLines(pdf, document)
  drawTotals(pdf, document)
  drawFeet(pdf, document)
  pdf.end()
  return done
}

const lowest = (pdf: Pdf) => pdf.page.height - MARGIN - 26

function drawHead(pdf: Pdf, document: IssuedDocument, logo: Uint8Array | null): void {
  const top = MARGIN + 14
  const qrX = MARGIN + widthOf(pdf) - QR_SIDE - QR_FREE / 2
  if (document.qrAddress !== null) {
    const label = { width: QR_SIDE + QR_FREE * 2, align: 'center' as const }
    write(pdf, { size: 8, colour: INK }).text('QR tributario:', qrX - QR_FREE, MARGIN - 12, label)
    drawQr(pdf, document.qrAddress, { x: qrX, y: top + 2 })
    write(pdf, { size: 7, colour: INK })
      .text(LEGEND, qrX - QR_FREE, top + QR_SIDE + 8, label)
      .text('VERI*FACTU', label)
  }
  if (logo) pdf.image(Buffer.from(logo), MARGIN, MARGIN, LOGO)
  const { invoiceType, treatment } = document
  const kind = invoiceType === null ? TREATMENTS[treatment] : (INVOICE_TYPES[invoiceType] ?? '')
  const width = widthOf(pdf) - QR_SIDE - QR_FREE * 3
  write(pdf, { size: 17, colour: INK, isBold: true }).text(
    treatment === 'invoice' ? (document.rectification === null ? 'Factura' : 'Factura rectificativa') : kind,
    MARGIN,
    logo ? MARGIN + 52 : MARGIN,
    { width }
  )
  write(pdf, { size: 11, colour: INK, isBold: true }).text(document.number, { width })
  pdf.y += 6
  const facts: [string, string | null][] = [
    ['Fecha de expedición', formatDay(document.issuedOn)],
    ['Fecha de la operación', document.operatedOn && formatDay(document.operatedOn)],
    ['Vencimiento', document.dueOn && formatDay(document.dueOn)],
    ['Tipo', kind],
  ]
  for (const [name, value] of facts)
    if (value) write(pdf, { size: 9, colour: QUIET }).text(printable(`${name}: ${value}`), { width })
  if (document.status === 'annulled')
    write(pdf, { size: 12, colour: '#b42318', isBold: true }).text('ANULADA', { width })
  pdf.y = Math.max(pdf.y, document.qrAddress === null ? 0 : top + QR_SIDE + 40) + 12
}

function drawParties(pdf: Pdf, document: IssuedDocument): void {
  const top = pdf.y
  const width = widthOf(pdf) / 2 - 12
  const party = (title: string, lines: (string | null)[], x: number) => {
    write(pdf, { size: 8, colour: QUIET }).text(title, x, top, { width })
    const [name, ...rest] = lines
    write(pdf, { size: 10, colour: INK, isBold: true }).text(printable(name ?? ''), { width })
    write(pdf, { size: 9, colour: INK })
    for (const line of rest) if (line) pdf.text(printable(line), { width })
    return pdf.y
  }
  const issuer = party(
    'Emisor',
    [document.issuerName, `NIF ${document.issuerTaxId}`, document.issuerAddress],
    MARGIN
  )
  const recipient = party(
    'Destinatario',
    [
      document.recipientName,
      document.recipientTaxId && `NIF ${document.recipientTaxId}`,
      document.recipientAddress,
    ],
    MARGIN + widthOf(pdf) / 2
  )
  pdf.y = Math.max(issuer, recipient) + 14
}

/** What it rectifies, and how (RD 1619/2012, art. 15). */
function drawCorrection(pdf: Pdf, { rectifies, rectification, description }: IssuedDocument): void {
  write(pdf, { size: 9, colour: INK }).text(printable(description), MARGIN, pdf.y, { width: widthOf(pdf) })
  if (rectification !== null) {
    const numbers = rectifies.map(({ number, issuedOn }) => `${number} del ${formatDay(issuedOn)}`)
    pdf.text(`Rectifica ${numbers.join(', ')}. ${RECTIFICATIONS[rectification]}.`, { width: widthOf(pdf) })
  }
  pdf.y += 10
}

function drawLines(pdf: Pdf, document: IssuedDocument): void {
  const texts = widthOf(pdf) - 2 * FIGURE_WIDTH
  const header = () => {
    drawRow(
      pdf,
      [
        { text: 'Concepto', x: MARGIN, width: texts - 8 },
        { text: document.treatment === 'invoice' ? 'Impuesto' : '', x: MARGIN + texts, width: FIGURE_WIDTH },
        { text: 'Importe', x: MARGIN + texts + FIGURE_WIDTH, width: FIGURE_WIDTH, isFigure: true },
      ],
      { size: 8, colour: QUIET, isBold: true }
    )
  }
  header()
  for (const line of document.lines) {
    const cells: Cell[] = [
      { text: line.description, x: MARGIN, width: texts - 8 },
      { text: line.taxName ?? '', x: MARGIN + texts, width: FIGURE_WIDTH },
      { text: euros(line.baseMinor), x: MARGIN + texts + FIGURE_WIDTH, width: FIGURE_WIDTH, isFigure: true },
    ]
    if (pdf.y + heightOf(pdf, cells, 9) > lowest(pdf)) {
      pdf.addPage()
      pdf.y = MARGIN
      header()
    }
    drawRow(pdf, cells, { size: 9, colour: INK })
  }
}

function drawTotals(pdf: Pdf, document: IssuedDocument): void {
  if (pdf.y + 30 + 18 * (document.taxes.length + 4) > lowest(pdf)) {
    pdf.addPage()
    pdf.y = MARGIN
  }
  pdf.y += 10
  const rows: [string, number][] = [['Base imponible', document.baseMinor]]
  for (const tax of document.taxes)
    rows.push([
      `${tax.name} sobre ${euros(tax.baseMinor)}${exemptText(tax)}`,
      tax.vatMinor + tax.surchargeMinor,
    ])
  const isInvoice = document.treatment === 'invoice'
  const x = MARGIN + widthOf(pdf) - 3 * FIGURE_WIDTH
  for (const [name, minor] of isInvoice ? rows : [])
    drawRow(pdf, totalCells(name, minor, x), { size: 9, colour: INK })
  drawRow(pdf, totalCells('Total', document.totalMinor, x), { size: 11, colour: INK, isBold: true })
  if (document.withholdingMinor !== 0) {
    drawRow(pdf, totalCells(document.withholdingName ?? 'Retención', -document.withholdingMinor, x), {
      size: 9,
      colour: INK,
    })
    drawRow(pdf, totalCells('Líquido a pagar', document.totalMinor - document.withholdingMinor, x), {
      size: 11,
      colour: INK,
      isBold: true,
    })
  }
}

/** What RD 1619/2012, art. 6.1 asks for where no tax is charged. */
function exemptText({ exemption, qualification }: IssuedDocument['taxes'][number]): string {
  if (qualification === 'S2') return ' (inversión del sujeto pasivo)'
  if (qualification === 'N1' || qualification === 'N2') return ' (operación no sujeta)'
  switch (exemption) {
    case 'E1':
      return ' (exenta, art. 20 Ley 37/1992)'
    case 'E2':
      return ' (exenta, art. 21 Ley 37/1992)'
    case 'E5':
      return ' (exenta, art. 25 Ley 37/1992)'
    default:
      return ''
  }
}

const totalCells = (name: string, minor: number, x: number): Cell[] => [
  { text: name, x, width: 2 * FIGURE_WIDTH - 8 },
  { text: euros(minor), x: x + 2 * FIGURE_WIDTH, width: FIGURE_WIDTH, isFigure: true },
]

function drawFeet(pdf: Pdf, { number, issuerName, issuerTaxId }: IssuedDocument): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page)
    // The foot lies in the margin: with it in force the text would open a new page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - MARGIN
    write(pdf, { size: 8, colour: QUIET })
    pdf.text(printable(`${number} · ${issuerName} · NIF ${issuerTaxId}`), MARGIN, y, {
      width: widthOf(pdf),
      lineBreak: false,
    })
    pdf.text(`Página ${page + 1} de ${count}`, MARGIN, y, { width: widthOf(pdf), align: 'right' })
  }
}

const euros = (minor: number): string => formatAmount(minor, 'EUR')
