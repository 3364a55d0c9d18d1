import type { ReadAlarm, ReadInvoice, ReadingContext } from '#app/invoices/reading/reading_types'
import { checkTaxNumber } from '#app/kernel/tax_number_check'

/** What is wrong in an invoice: it is read as it is and the person is told. */
export function invoiceAlarms(
  { checks, fields }: ReadInvoice,
  context: ReadingContext = { ownCompanies: [] }
): ReadAlarm[] {
  const { providerTaxId, customerTaxId, providerIban, total, taxes } = fields
  const hasTaxes = (taxes.value ?? []).length > 0
  const hint = context.suppliers?.find((one) => one.taxId === providerTaxId.value)
  const isNewIban =
    hint !== undefined &&
    hint.ibans.length > 0 &&
    providerIban.value !== null &&
    !hint.ibans.includes(providerIban.value)
  return [
    alarm(
      providerTaxId.value !== null && checkTaxNumber(providerTaxId.value) === 'invalid',
      'provider_tax_id_invalid',
      'El NIF del proveedor no es válido.'
    ),
    alarm(
      customerTaxId.value !== null && checkTaxNumber(customerTaxId.value) === 'invalid',
      'customer_tax_id_invalid',
      'El NIF del cliente no es válido.'
    ),
    alarm(
      providerIban.value !== null && !checks.ibanValid,
      'iban_invalid',
      'El IBAN de la factura no es válido.'
    ),
    alarm(total.value === null, 'total_missing', 'No se ha podido leer el total de la factura.'),
    alarm(
      total.value !== null && (!checks.totalAddsUp || (hasTaxes && !checks.taxRowsAddUp)),
      'totals_do_not_add_up',
      'Los importes de la factura no cuadran.'
    ),
    alarm(
      isNewIban,
      'provider_iban_unknown',
      'El IBAN no es ninguno de los conocidos de este proveedor. Compruébelo antes de pagar.'
    ),
  ].flat()
}

function alarm(isRaised: boolean, code: string, message: string): ReadAlarm[] {
  return isRaised ? [{ code, message }] : []
}
