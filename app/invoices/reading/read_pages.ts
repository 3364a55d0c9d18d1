import { readCurrency } from '#app/invoices/reading/fields/read_currency'
import { readDates } from '#app/invoices/reading/fields/read_dates'
import { readDocumentType } from '#app/invoices/reading/fields/read_document_type'
import { readProviderIban } from '#app/invoices/reading/fields/read_iban'
import { readInvoiceNumber, readRectifiedNumber } from '#app/invoices/reading/fields/read_number'
import { readReverseCharge } from '#app/invoices/reading/fields/read_reverse_charge'
import { readTotals } from '#app/invoices/reading/fields/read_totals'
import { gatherMaterial } from '#app/invoices/reading/fields/reading_material'
import type { DocumentLayout } from '#app/invoices/reading/layout/layout_types'
import { readParties } from '#app/invoices/reading/parties/read_parties'
import { emptyField, type ReadingContext, type ReadInvoice } from '#app/invoices/reading/reading_types'

/** Reads one invoice from the words of its pages: candidates, labels, sums. */
export function readPages(layout: DocumentLayout, context: ReadingContext): ReadInvoice {
  const material = gatherMaterial(layout, context)
  const { providerTaxIdValid, customerTaxIdValid, ...parties } = readParties(material)
  const { solution, amounts, ...totals } = readTotals(material)
  const invoiceNumber = readInvoiceNumber(material)
  const rectifiedInvoiceNumber = readRectifiedNumber(material, invoiceNumber.value)
  const providerIban = readProviderIban(material)
  return {
    fields: {
      ...parties,
      ...totals,
      providerIban,
      invoiceNumber,
      invoiceSeries: emptyField(0.5),
      ...readDates(material),
      currency: readCurrency(material),
      amountDue: emptyField(0),
      rectifiedInvoiceNumber,
      reverseCharge: readReverseCharge(material, totals.taxTotal.value),
      documentType: readDocumentType(material, totals.total.value, rectifiedInvoiceNumber.value),
      lines: { value: [], confidence: 0, method: 'none', boxes: [] },
    },
    checks: {
      providerTaxIdValid,
      customerTaxIdValid,
      ibanValid: providerIban.method === 'check digits',
      taxRowsAddUp: (solution?.rows.length ?? 0) > 0,
      totalAddsUp: solution?.addsUp ?? false,
      linesAddUp: false,
    },
    pages: layout.pages.map((_, index) => index + 1),
  }
}
