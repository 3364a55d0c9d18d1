import type { DocumentLayout } from '#app/reading/layout/layout_types'
import type { PageText } from '#app/reading/pages/page_text'
import type { ReadField, ReadFields, ReadInvoice } from '#app/reading/reading_types'

/** What was read of which words. */
export type PrintedReading = { pages: PageText[]; layout: DocumentLayout; invoices: ReadInvoice[] }

const secondPassTrust = 0.85
/** What nearly every invoice has: a field left empty may be filled from the other reading. */
const fillable = ['providerTaxId', 'providerName', 'invoiceNumber', 'issueDate', 'dueDate'] as const

/** Whether a reading has what books an invoice: sums that hold, a valid supplier, number and date. */
export function isSound({ fields, checks }: ReadInvoice): boolean {
  return (
    checks.totalAddsUp &&
    checks.providerTaxIdValid &&
    fields.invoiceNumber.value !== null &&
    fields.issueDate.value !== null
  )
}

/** The one with more invoices or, when the first leaves something open, the one of which more checks hold. */
export function sounder(first: PrintedReading, second: PrintedReading): PrintedReading {
  const isEnough = first.invoices.every(isSound) && second.invoices.length <= first.invoices.length
  return !isEnough && soundness(second) > soundness(first) ? second : first
}

/** The reading of which more checks hold; fields it left empty come from the other. */
export function better(first: PrintedReading, second: PrintedReading): PrintedReading {
  if (first.invoices.length !== second.invoices.length) return first
  const holds = first.invoices.every((invoice) => invoice.checks.totalAddsUp)
  const [winner, loser] =
    !holds && soundness(second) > soundness(first) + 0.5 ? [second, first] : [first, second]
  return {
    ...winner,
    invoices: winner.invoices.map((invoice, index) => fill(invoice, loser.invoices[index])),
  }
}

/** How many checks hold and how many fields are filled, to compare two readings of one document. */
export function soundness({ invoices }: PrintedReading): number {
  return invoices.reduce((sum, { checks, fields }) => {
    const held = Object.values(checks).filter(Boolean).length + (checks.totalAddsUp ? 1 : 0)
    const read = Object.values(fields).filter((field) => field.value !== null).length
    return sum + held + read * 0.2
  }, 0)
}

function fill(invoice: ReadInvoice, other: ReadInvoice | undefined): ReadInvoice {
  if (!other) return invoice
  const fields: ReadFields = { ...invoice.fields }
  for (const name of fillable) {
    const spare = other.fields[name]
    if (fields[name].value === null && spare.value !== null)
      fields[name] = lessTrusted(spare as ReadField<string>)
  }
  const isOtherId = other.fields.providerTaxId.value !== invoice.fields.customerTaxId.value
  const hasBetterId = !invoice.checks.providerTaxIdValid && other.checks.providerTaxIdValid && isOtherId
  if (hasBetterId) fields.providerTaxId = lessTrusted(other.fields.providerTaxId)
  if (fields.providerIban.value === null && other.checks.ibanValid)
    fields.providerIban = lessTrusted(other.fields.providerIban)
  const hasBetterLines =
    !invoice.checks.linesAddUp &&
    other.checks.linesAddUp &&
    other.fields.taxBase.value === invoice.fields.taxBase.value
  if (hasBetterLines) fields.lines = lessTrusted(other.fields.lines)
  const checks = {
    ...invoice.checks,
    linesAddUp: invoice.checks.linesAddUp || hasBetterLines,
    ibanValid:
      invoice.checks.ibanValid || (invoice.fields.providerIban.value === null && other.checks.ibanValid),
    providerTaxIdValid: invoice.checks.providerTaxIdValid || hasBetterId,
  }
  return { ...invoice, fields, checks }
}

function lessTrusted<T>(field: ReadField<T>): ReadField<T> {
  return { ...field, confidence: field.confidence * secondPassTrust }
}
