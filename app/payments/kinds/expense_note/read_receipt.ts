import type { ReceiptReading } from '#app/expenses/receipt_reader'
import { isCalendarDate } from '#app/kernel/time/calendar_date'
import { readInChild } from '#app/reading/read_in_child'
import type { ReadField, ReadResult, ReadTax } from '#app/reading/reading_types'

/** A proposal below this is a guess that takes longer to correct than to type. */
const CONFIDENCE_MIN = 0.5

/** A receipt is a small invoice: the engine that reads those reads it, in a process of its own. */
export async function readReceiptAsInvoice(bytes: Uint8Array, fileName: string): Promise<ReceiptReading> {
  return receiptOf(await readInChild(bytes, { fileName }))
}

/** What of a reading is good enough to be proposed for a line. */
export function receiptOf({ invoices, pages }: ReadResult): ReceiptReading {
  const fields = invoices[0]?.fields
  const issuedOn = fields ? sure(fields.issueDate) : null
  const taxes = (fields ? sure(fields.taxes) : null) ?? []
  const vat = taxes.filter(({ amount }) => amount > 0)
  return {
    issuedOn: issuedOn !== null && isCalendarDate(issuedOn) ? issuedOn : null,
    totalMinor: positive(fields ? sure(fields.total) : null),
    vatMinor: vat.length > 0 ? vat.reduce((sum, { amount }) => sum + amount, 0) : null,
    vatRate: onlyRate(vat),
    currency: (fields ? sure(fields.currency) : null) ?? 'EUR',
    supplierName: fields ? sure(fields.providerName) : null,
    supplierTaxId: fields ? sure(fields.providerTaxId) : null,
    invoiceNumber: fields ? sure(fields.invoiceNumber) : null,
    customerTaxId: fields ? sure(fields.customerTaxId) : null,
    pages: Math.max(pages.length, 1),
  }
}

const sure = <Value>({ value, confidence }: ReadField<Value>): Value | null =>
  confidence >= CONFIDENCE_MIN ? value : null

const positive = (minor: number | null) => (minor !== null && minor > 0 ? minor : null)

function onlyRate(taxes: readonly ReadTax[]): number | null {
  const [first] = taxes
  return first && taxes.every(({ rate }) => rate === first.rate) ? Math.round(first.rate * 100) : null
}
