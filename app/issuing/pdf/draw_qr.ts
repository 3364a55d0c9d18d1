import type PDFDocument from 'pdfkit'
import QRCode from 'qrcode'

type Pdf = InstanceType<typeof PDFDocument>

const POINTS_A_MM = 72 / 25.4
/** Between 30 and 40 mm, with six free around it (order HAC/1177/2024, art. 21; ISO/IEC 18004, correction M). */
export const QR_SIDE = 34 * POINTS_A_MM
export const QR_FREE = 6 * POINTS_A_MM

/** Draws the QR of an address with its upper left corner at a place: squares and no picture, sharp at any size. */
export function drawQr(pdf: Pdf, address: string, { x, y }: { x: number; y: number }): void {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
  const side = QR_SIDE / modules.size
  pdf.rect(x - QR_FREE, y - QR_FREE, QR_SIDE + 2 * QR_FREE, QR_SIDE + 2 * QR_FREE).fill('#ffffff')
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) pdf.rect(x + column * side, y + row * side, side, side)
  pdf.fill('#000000')
}
