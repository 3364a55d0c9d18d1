import type { ReadChecks, ReadField, ReadInvoice } from '#app/invoices/reading/reading_types'
import { type StructuredInvoice, sumMinor } from '#app/invoices/reading/structured/structured_invoice'
import { isValidIban } from '#app/kernel/iban'
import { isValidSpanishTaxId } from '#app/kernel/tax_id'
import { isValidVatNumber } from '#app/kernel/vat_number'

const toleranceMinor = 2

/** The fields of an invoice whose XML states them: certain as to what the file says, checked as to what adds up. */
export function fromStructured(invoice: StructuredInvoice, pages: number[]): ReadInvoice {
  const field = <T>(value: T | null): ReadField<T> => ({ value, confidence: 1, method: 'xml', boxes: [] })
  return {
    fields: {
      documentType: field(invoice.documentType),
      providerName: field(invoice.providerName),
      providerTaxId: field(invoice.providerTaxId),
      providerIban: field(invoice.providerIban),
      customerName: field(invoice.customerName),
      customerTaxId: field(invoice.customerTaxId),
      invoiceNumber: field(invoice.invoiceNumber),
      invoiceSeries: field(invoice.invoiceSeries),
      issueDate: field(invoice.issueDate),
      dueDate: field(invoice.dueDate),
      currency: field(invoice.currency),
      taxBase: field(invoice.taxBase),
      taxes: field(invoice.taxes),
      taxTotal: field(invoice.taxTotal),
      withholding: field(invoice.withholding),
      total: field(invoice.total),
      amountDue: field(invoice.amountDue),
      rectifiedInvoiceNumber: field(invoice.rectifiedInvoiceNumber),
      reverseCharge: field(invoice.reverseCharge),
      lines: field(invoice.lines),
    },
    checks: checksOf(invoice),
    pages,
  }
}

function checksOf(invoice: StructuredInvoice): ReadChecks {
  const taxSum = sumMinor(invoice.taxes.map((tax) => tax.amount))
  const expected = (invoice.taxBase ?? 0) + (invoice.taxTotal ?? taxSum) - (invoice.withholding?.amount ?? 0)
  const lineSum = sumMinor(invoice.lines.map((line) => line.amount))
  return {
    providerTaxIdValid: isTaxId(invoice.providerTaxId),
    customerTaxIdValid: isTaxId(invoice.customerTaxId),
    ibanValid: invoice.providerIban !== null && isValidIban(invoice.providerIban),
    taxRowsAddUp:
      Math.abs(taxSum - (invoice.taxTotal ?? taxSum)) <= toleranceMinor * Math.max(1, invoice.taxes.length),
    totalAddsUp:
      Math.abs(expected - (invoice.total ?? expected)) <= toleranceMinor * Math.max(1, invoice.taxes.length),
    linesAddUp: lineSum === invoice.taxBase,
  }
}

function isTaxId(id: string | null): boolean {
  return id !== null && (isValidSpanishTaxId(id) || isValidVatNumber(id))
}
