import { findAmounts, findDecimalMark } from '#app/reading/candidates/find_amounts'
import { findIbans } from '#app/reading/candidates/find_ibans'
import type { DocumentLayout } from '#app/reading/layout/layout_types'
import { compact } from '#app/reading/pages/text_forms'
import type { ReadAlarm, ReadInvoice } from '#app/reading/reading_types'

const wordsMin = 30
const doubtful = 0.5
const fieldByAlarm: Record<string, 'total' | 'invoiceNumber' | 'providerIban'> = {
  xml_total_not_printed: 'total',
  xml_number_not_printed: 'invoiceNumber',
  xml_iban_differs: 'providerIban',
}

type Compared = { invoice: ReadInvoice; alarms: ReadAlarm[] }

/**
 * Compares the XML inside a PDF with what the page shows: a different total, number or account is a sign of fraud.
 * Gives the invoice with what differs marked as doubtful, and the alarms.
 */
export function compareWithPrint(invoice: ReadInvoice, layout: DocumentLayout): Compared {
  const alarms = findDifferences(invoice, layout)
  const fields = { ...invoice.fields }
  for (const { code } of alarms) {
    const name = fieldByAlarm[code]
    if (name === 'total') fields.total = { ...fields.total, confidence: doubtful }
    else if (name) fields[name] = { ...fields[name], confidence: doubtful }
  }
  return { invoice: { ...invoice, fields }, alarms }
}

function findDifferences(invoice: ReadInvoice, layout: DocumentLayout): ReadAlarm[] {
  if (layout.words.length < wordsMin) return []
  const alarms: ReadAlarm[] = []
  const { total, invoiceNumber, providerIban } = invoice.fields
  const printed = new Set(
    findAmounts(layout, findDecimalMark(layout)).map((amount) => Math.abs(amount.value))
  )
  if (total.value !== null && !printed.has(Math.abs(total.value)))
    alarms.push({ code: 'xml_total_not_printed', message: 'El total del XML no aparece en el PDF.' })
  const text = compact(layout.lines.map((line) => line.text).join(''))
  if (invoiceNumber.value && !text.includes(compact(invoiceNumber.value)))
    alarms.push({
      code: 'xml_number_not_printed',
      message: 'El número de factura del XML no aparece en el PDF.',
    })
  const ibans = findIbans(layout).filter((iban) => iban.isValid)
  if (providerIban.value && ibans.length > 0 && !ibans.some((iban) => iban.iban === providerIban.value)) {
    alarms.push({
      code: 'xml_iban_differs',
      message: 'El IBAN del XML no coincide con el impreso en el PDF.',
    })
  }
  return alarms
}
