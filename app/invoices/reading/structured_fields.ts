import {
  emptyField,
  type ReadChecks,
  type ReadField,
  type ReadInvoice,
} from '#app/invoices/reading/reading_types'
import { type StructuredInvoice, sumMinor } from '#app/invoices/reading/structured/structured_invoice'
import { isValidIban } from '#app/kernel/iban'
import { checkTaxNumber } from '#app/kernel/tax_number_check'

const toleranceMinor = 2

/** The fields of an invoice whose XML states them: certain as to what the file says, checked as to what adds up. */
export function fromStructured(invoice: StructuredInvoice, pages: number[]): ReadInvoice {
  const field = <T>(value: T | null): ReadField<T> => ({ value, confidence: 1, method: 'xml', boxes: [] })
  // What every invoice must state: a gap is a damaged or foreign value, not an empty field.
  const required = <T>(value: T | null): ReadField<T> =>
    value === null ? emptyField(0, 'xml') : field(value)
  return {
    fields: {
      documentType: field(invoice.documentType),
      providerName: required(invoice.providerName),
      providerTaxId: required(invoice.providerTaxId),
      providerIban: field(invoice.providerIban),
      customerName: field(invoice.customerName),
      customerTaxId: field(invoice.customerTaxId),
      invoiceNumber: required(invoice.invoiceNumber),
      invoiceSeries: field(invoice.invoiceSeries),
      issueDate: required(invoice.issueDate),
      dueDate: field(invoice.dueDate),
      currency: required(invoice.currency),
      taxBase: required(invoice.taxBase),
      taxes: field(invoice.taxes),
      taxTotal: field(invoice.taxTotal),
      withholding: field(invoice.withholding),
      total: required(invoice.total),
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
  const expected =
    (invoice.taxBase ?? 0) +
    (invoice.taxTotal ?? taxSum) -
    (invoice.withholding?.amount ?? 0) +
    invoice.outlays
  const lineSum = sumMinor(invoice.lines.map((line) => line.amount))
  return {
    providerTaxIdValid: isTaxId(invoice.providerTaxId),
    customerTaxIdValid: isTaxId(invoice.customerTaxId),
    ibanValid: invoice.providerIban !== null && isValidIban(invoice.providerIban),
    taxRowsAddUp:
      Math.abs(taxSum - (invoice.taxTotal ?? taxSum)) <= toleranceMinor * Math.max(1, invoice.taxes.length),
    totalAddsUp:
      invoice.total !== null &&
      Math.abs(expected - invoice.total) <= toleranceMinor * Math.max(1, invoice.taxes.length),
    linesAddUp: lineSum === invoice.taxBase,
  }
}

function isTaxId(id: string | null): boolean {
  return id !== null && checkTaxNumber(id) !== 'invalid'
}
