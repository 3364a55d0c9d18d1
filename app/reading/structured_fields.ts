import { isValidIban } from '#app/kernel/identifiers/iban'
import { checkTaxNumber } from '#app/kernel/identifiers/tax_number_check'
import { isInvoiceKind } from '#app/reading/doc_kinds'
import { dueOf, duePartsOf } from '#app/reading/due_parts'
import { emptyField, type ReadChecks, type ReadField, type ReadInvoice } from '#app/reading/reading_types'
import { type StructuredInvoice, sumMinor } from '#app/reading/structured/structured_invoice'

const toleranceMinor = 2

/** The fields of an invoice whose XML states them: certain as to what the file says, checked as to what adds up. */
export function fromStructured(invoice: StructuredInvoice, pages: number[]): ReadInvoice {
  const { deductions } = invoice
  const field = <T>(value: T | null): ReadField<T> => ({ value, confidence: 1, method: 'xml', boxes: [] })
  // What every invoice must state: a gap is a damaged or foreign value, not an empty field.
  const required = <T>(value: T | null): ReadField<T> =>
    value === null ? emptyField(0, 'xml') : field(value)
  const read: ReadInvoice = {
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
      // What is no invoice asks for nothing.
      amountDue: field(
        isInvoiceKind(invoice.documentType) ? (invoice.amountDue ?? dueOf(invoice.total, deductions)) : null
      ),
      rectifiedInvoiceNumber: field(invoice.rectifiedInvoiceNumber),
      reverseCharge: field(invoice.reverseCharge),
      lines: field(invoice.lines),
    },
    checks: checksOf(invoice),
    pages,
    ...(deductions.length > 0 ? { deductions } : {}),
    ...(invoice.kindDoubt ? { kindDoubt: invoice.kindDoubt } : {}),
    ...(invoice.increasesDebt ? { increasesDebt: true } : {}),
  }
  return withPossibleDue(read)
}

/** What a file asks for beyond what it bills, or below nothing, is kept apart from what is due. */
function withPossibleDue(read: ReadInvoice): ReadInvoice {
  const { amountDue, total } = read.fields
  const { doubt, payable } = duePartsOf(read)
  if (doubt !== 'exceeds' || amountDue.value === null || total.value === null) return read
  return {
    ...read,
    fields: { ...read.fields, amountDue: { ...amountDue, value: payable } },
    askedDue: amountDue.value,
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
