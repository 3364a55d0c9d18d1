import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** What a receipt says, as far as it could be read; amounts in minor units of `currency`. */
export type ReceiptReading = {
  issuedOn: CalendarDate | null
  totalMinor: number | null
  vatMinor: number | null
  /** Basis points. */
  vatRate: number | null
  currency: string
  supplierName: string | null
  supplierTaxId: string | null
  invoiceNumber: string | null
  /** Tax number of whom it is made out to, where it names one. */
  customerTaxId: string | null
  /** How many pages it has. */
  pages: number
}

type Reader = (bytes: Uint8Array, fileName: string) => Promise<ReceiptReading>

const chosen: { reader: Reader | null } = { reader: null }

/** The engine that reads invoices lies on the same floor: an area above brings it here. Gives the one that was there. */
export function useReceiptReader(reader: Reader | null): Reader | null {
  const before = chosen.reader
  chosen.reader = reader
  return before
}

/** Reads a receipt in a process of its own. Throws E_UNREADABLE_FILE with a Spanish message. */
export async function readReceipt(bytes: Uint8Array, fileName: string): Promise<ReceiptReading> {
  if (!chosen.reader) throw new Error('Nobody reads receipts')
  return chosen.reader(bytes, fileName)
}
