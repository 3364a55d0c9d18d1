import { aboutInvoice } from '#app/reading/alarms_of_invoice'
import { readQrCodes } from '#app/reading/codes/read_qr'
import {
  invoiceOfCode,
  parseVerifactu,
  type VerifactuCode,
  verifactuAlarms,
  withVerifactu,
} from '#app/reading/codes/verifactu'
import { fold } from '#app/reading/pages/text_forms'
import type { ReadAlarm, ReadInvoice } from '#app/reading/reading_types'

const mention = /veri\s?\*?\s?factu|qr tributario|codigo qr|factura verificable/

export function mentionsCode(text: string): boolean {
  return mention.test(fold(text))
}

/** The codes of the tax agency on the pictures of pages; other QR codes say nothing here. */
export async function findVerifactu(pages: Uint8Array[]): Promise<VerifactuCode[]> {
  const found: VerifactuCode[] = []
  for (const page of pages)
    for (const text of await readQrCodes(page)) {
      const code = parseVerifactu(text)
      if (code && !found.some((one) => one.url === code.url)) found.push(code)
    }
  return found
}

/** Holds every invoice against its code: what agrees is more certain, what differs is told. */
export function applyCodes(
  invoices: ReadInvoice[],
  codes: VerifactuCode[]
): { invoices: ReadInvoice[]; alarms: ReadAlarm[] } {
  const alarms: ReadAlarm[] = []
  const held = [...invoices]
  for (const code of codes) {
    const invoice = invoiceOfCode(held, code)
    if (!invoice) continue
    const at = held.indexOf(invoice)
    alarms.push(...aboutInvoice(verifactuAlarms(invoice, code), at))
    held[at] = withVerifactu(invoice, code)
  }
  return { invoices: held, alarms }
}
