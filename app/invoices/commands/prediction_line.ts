import type { FieldBox, ReadFields, ReadInvoice } from '#app/invoices/reading/reading_types'

type Prediction = {
  file: string
  fields: Record<string, unknown>
  confidence: Record<string, number>
  boxes: Record<string, FieldBox>
}

/** One invoice as the machine-readable answer: values, confidences between 0 and 1, and the first place of each value. */
export function toPrediction(file: string, invoice: ReadInvoice): Prediction {
  const prediction: Prediction = { file, fields: {}, confidence: {}, boxes: {} }
  for (const name of Object.keys(invoice.fields) as (keyof ReadFields)[]) {
    const field = invoice.fields[name]
    prediction.fields[name] = field.value
    prediction.confidence[name] = Math.round(field.confidence * 1000) / 1000
    const place = field.boxes[0]
    if (place && name !== 'taxes') prediction.boxes[name] = place
    if (name === 'taxes')
      for (const [index, box] of field.boxes.entries()) prediction.boxes[`tax${index}`] = box
  }
  return prediction
}
