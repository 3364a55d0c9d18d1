import type { ReadAlarm, ReadInvoice } from '#app/invoices/reading/reading_types'

/** What is wrong in an invoice that came as data: it is read as it is and the person is told. */
export function structuredAlarms(invoice: ReadInvoice): ReadAlarm[] {
  const { checks, fields } = invoice
  const alarms: ReadAlarm[] = []
  if (fields.providerTaxId.value !== null && !checks.providerTaxIdValid)
    alarms.push({ code: 'provider_tax_id_invalid', message: 'El NIF del proveedor no es válido.' })
  if (fields.customerTaxId.value !== null && !checks.customerTaxIdValid)
    alarms.push({ code: 'customer_tax_id_invalid', message: 'El NIF del cliente no es válido.' })
  if (fields.providerIban.value !== null && !checks.ibanValid)
    alarms.push({ code: 'iban_invalid', message: 'El IBAN de la factura no es válido.' })
  if (!checks.totalAddsUp || !checks.taxRowsAddUp)
    alarms.push({ code: 'totals_do_not_add_up', message: 'Los importes de la factura no cuadran.' })
  return alarms
}
