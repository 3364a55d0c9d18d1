import { isCredit } from '#app/invoices/credit_note'
import { isInvoiceKind } from '#app/reading/doc_kinds'
import type { FieldBox, ReadDeduction, ReadFields, ReadInvoice } from '#app/reading/reading_types'

type Prediction = {
  file: string
  fields: Record<string, unknown>
  confidence: Record<string, number>
  boxes: Record<string, FieldBox>
  /** What is to be paid, in cents, alike for every format: negative is given back to the customer, null of what is no invoice. */
  payable: number | null
  /** Why the amount due is not the total. */
  deductions?: ReadDeduction[]
  /** A corrective invoice that adds to the debt. */
  increasesDebt?: boolean
}

/** The amounts of a credit note keep the sign that its document prints; here what it gives back is negative whatever that is. */
function payableOf(invoice: ReadInvoice): number | null {
  const { amountDue, documentType } = invoice.fields
  if (amountDue.value === null || !isInvoiceKind(documentType.value)) return null
  return isCredit(invoice) ? 0 - Math.abs(amountDue.value) : amountDue.value
}

/** One invoice as the machine-readable answer: values, confidences between 0 and 1, and the first place of each value. */
export function toPrediction(file: string, invoice: ReadInvoice): Prediction {
  const prediction: Prediction = { file, fields: {}, confidence: {}, boxes: {}, payable: payableOf(invoice) }
  for (const name of Object.keys(invoice.fields) as (keyof ReadFields)[]) {
    const field = invoice.fields[name]
    prediction.fields[name] = field.value
    prediction.confidence[name] = Math.round(field.confidence * 1000) / 1000
    const place = field.boxes[0]
    if (place && name !== 'taxes') prediction.boxes[name] = place
    if (name === 'taxes')
      for (const [index, box] of field.boxes.entries()) prediction.boxes[`tax${index}`] = box
  }
  if (invoice.deductions) prediction.deductions = invoice.deductions
  if (invoice.increasesDebt) prediction.increasesDebt = true
  return prediction
}
