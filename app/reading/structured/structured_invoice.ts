import type {
  ReadDeduction,
  ReadDocumentType,
  ReadLine,
  ReadTax,
  ReadWithholding,
} from '#app/reading/reading_types'
import type { XmlNode } from '#app/reading/structured/xml_tree'

/** One invoice as its XML states it. `null` means that the file does not say. */
export type StructuredInvoice = {
  documentType: ReadDocumentType
  /** A corrective invoice that adds to the debt; absent for anything else. */
  increasesDebt?: boolean
  /** Words of its number or its notes that say it may be no invoice. */
  kindDoubt?: string | null
  providerName: string | null
  providerTaxId: string | null
  providerIban: string | null
  customerName: string | null
  customerTaxId: string | null
  invoiceNumber: string | null
  invoiceSeries: string | null
  issueDate: string | null
  dueDate: string | null
  currency: string | null
  taxBase: number | null
  taxes: ReadTax[]
  taxTotal: number | null
  withholding: ReadWithholding | null
  /** Paid on the customer's behalf: part of the total, no base (suplidos). */
  outlays: number
  total: number | null
  amountDue: number | null
  /** Why the amount due is not the total, as far as the file says. */
  deductions: ReadDeduction[]
  rectifiedInvoiceNumber: string | null
  reverseCharge: boolean
  lines: ReadLine[]
}

/** A tax id without separators, and without the ES prefix when it is a Spanish one. */
export function plainTaxId(text: string | null): string | null {
  const plain = (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  return plain === '' ? null : plain.replace(/^ES(?=[A-Z0-9]{9}$)/, '')
}

/** An IBAN without separators; other account numbers (CCC, BBAN) give null. */
export function plainIban(text: string | null): string | null {
  const plain = (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(plain) ? plain : null
}

/** "20130306", "2013-03-06" and "2013-03-06T00:00:00" to an ISO day. */
export function isoDay(text: string | null): string | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? '')
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null
}

export function sumMinor(amounts: (number | null)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
}

/** The texts of every element at these paths. */
export function texts(root: XmlNode, paths: readonly string[]): string[] {
  return paths.flatMap((path) => root.all(path).flatMap((node) => node.text() ?? []))
}
