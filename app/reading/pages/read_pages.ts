import { isInvoiceKind } from '#app/reading/doc_kinds'
import { headingOfPage, isNamedAsInvoice } from '#app/reading/fields/kinds/named_as_invoice'
import { doubtOfKind } from '#app/reading/fields/kinds/other_kinds'
import { isTitledInvoice, readDocumentType } from '#app/reading/fields/kinds/read_document_type'
import { readInvoiceNumber } from '#app/reading/fields/numbers/read_number'
import { readRectifiedNumber } from '#app/reading/fields/numbers/rectified_number'
import { readAmountDue } from '#app/reading/fields/read_amount_due'
import { readCurrency } from '#app/reading/fields/read_currency'
import { readDates } from '#app/reading/fields/read_dates'
import { readProviderIban } from '#app/reading/fields/read_iban'
import { readReverseCharge } from '#app/reading/fields/read_reverse_charge'
import { readTotals } from '#app/reading/fields/read_totals'
import { gatherMaterial } from '#app/reading/fields/reading_material'
import type { DocumentLayout } from '#app/reading/layout/layout_types'
import { readLines } from '#app/reading/lines/read_lines'
import { readParties } from '#app/reading/parties/read_parties'
import { emptyField, type ReadInvoice, type ReadingContext, type ReadLine } from '#app/reading/reading_types'

const nothingDue: ReturnType<typeof readAmountDue> = { amountDue: emptyField<number>(0), deductions: [] }
const creditCertainty = 0.94
/** Quantities printed without the sign of their amounts: the note may count what it takes back as positive. */
const mixedSignsCertainty = 0.65

/** Reads one invoice from the words of its pages: candidates, labels, sums. */
export function readPages(
  layout: DocumentLayout,
  context: ReadingContext,
  pages = allPages(layout)
): ReadInvoice {
  const material = gatherMaterial(layout, context)
  const { providerTaxIdValid, customerTaxIdValid, ...parties } = readParties(material)
  const sums = readTotals(material)
  const { solution, amounts, ...totals } = sums
  const lines = readLines(amounts, solution, material)
  const invoiceNumber = readInvoiceNumber(material)
  const rectifiedInvoiceNumber = readRectifiedNumber(material, invoiceNumber.value)
  const providerIban = readProviderIban(material)
  const { documentType, increasesDebt } = readDocumentType(
    material,
    totals.total.value,
    rectifiedInvoiceNumber.value,
    parties.customerName.value
  )
  const isInvoice = isInvoiceKind(documentType.value)
  const kindDoubt = doubtOfKind(material, documentType.value === 'credit_note')
  const isUnnamed = isInvoice && !isTitledInvoice(material) && !isNamedAsInvoice(material)
  const { amountDue, deductions, dueDoubt } = isInvoice ? readAmountDue(material, sums) : nothingDue
  return {
    fields: {
      ...parties,
      ...(documentType.value === 'credit_note' ? lessCertain(totals, lines.field.value ?? []) : totals),
      providerIban,
      invoiceNumber,
      invoiceSeries: emptyField(0.5),
      ...readDates(material, invoiceNumber.value),
      currency: readCurrency(material),
      amountDue,
      rectifiedInvoiceNumber,
      reverseCharge: readReverseCharge(material, totals.taxTotal.value),
      documentType,
      lines: lines.field,
    },
    checks: {
      providerTaxIdValid,
      customerTaxIdValid,
      ibanValid: providerIban.method === 'check digits',
      taxRowsAddUp: (solution?.rows.length ?? 0) > 0,
      totalAddsUp: solution?.addsUp ?? false,
      linesAddUp: lines.addsUp,
    },
    pages,
    ...(deductions.length > 0 ? { deductions } : {}),
    ...(isInvoice && kindDoubt !== null ? { kindDoubt } : {}),
    ...(isUnnamed
      ? { unnamed: headingOfPage(material, [parties.providerName.value, parties.customerName.value]) ?? '' }
      : {}),
    ...(dueDoubt ? { dueDoubt } : {}),
    ...(increasesDebt ? { increasesDebt } : {}),
  }
}

function allPages(layout: DocumentLayout): number[] {
  return layout.pages.map((_, index) => index + 1)
}

/** Whether a credit note counts its amounts as negative cannot be seen from the sums. */
function lessCertain<T extends Record<string, { confidence: number }>>(totals: T, lines: ReadLine[]): T {
  const isMixed = lines.some(({ quantity, amount }) => quantity !== undefined && quantity > 0 && amount < 0)
  const certainty = isMixed ? mixedSignsCertainty : creditCertainty
  return Object.fromEntries(
    Object.entries(totals).map(([name, field]) => [
      name,
      { ...field, confidence: field.confidence * certainty },
    ])
  ) as T
}
