import { checkTaxNumber } from '#app/kernel/identifiers/tax_number_check'
import { isCurrencyCode } from '#app/kernel/money/currency'
import { formatAmount } from '#app/kernel/money/money'
import { isInvoiceKind } from '#app/reading/doc_kinds'
import { duePartsOf } from '#app/reading/due_parts'
import type { ReadAlarm, ReadInvoice, ReadingContext } from '#app/reading/reading_types'

/** What is wrong in an invoice: it is read as it is and the person is told. */
export function invoiceAlarms(
  invoice: ReadInvoice,
  context: ReadingContext = { ownCompanies: [] }
): ReadAlarm[] {
  const { checks, fields, increasesDebt = false } = invoice
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
    ...dueAlarms(invoice),
    alarm(
      invoice.kindDoubt !== undefined && isInvoiceKind(fields.documentType.value),
      'kind_doubtful',
      `El documento se lee como factura, pero dice «${(invoice.kindDoubt ?? '').slice(0, 120)}»: compruebe si lo es antes de aprobarlo.`
    ),
    alarm(
      invoice.unnamed !== undefined &&
        invoice.kindDoubt === undefined &&
        isInvoiceKind(fields.documentType.value),
      'kind_doubtful',
      `No parece una factura: ${invoice.unnamed ? `se titula «${invoice.unnamed.slice(0, 80)}» y ` : ''}en ningún sitio dice que lo sea. Compruébelo antes de aprobarla.`
    ),
    alarm(
      increasesDebt,
      'corrective_adds',
      'La factura rectificativa aumenta lo que se debe: compruebe que no es un abono y, si sustituye a otra, que aquella no quede también pendiente.'
    ),
  ].flat()
}

/** What the document asks for is told against what it bills; what is no invoice asks for nothing. */
function dueAlarms(invoice: ReadInvoice): ReadAlarm[][] {
  const { fields, askedDue, dueDoubt } = invoice
  if (!isInvoiceKind(fields.documentType.value)) return []
  const { doubt, parts, payable } = duePartsOf(invoice)
  const code = fields.currency.value
  const currency = code !== null && isCurrencyCode(code) ? code : undefined
  const money = (minor: number | null) => formatAmount(minor ?? 0, currency)
  const [total, due] = [money(fields.total.value), money(fields.amountDue.value)]
  return [
    alarm(
      doubt === 'exceeds' || dueDoubt === 'overpaid',
      'amount_due_exceeds',
      askedDue === undefined
        ? `Lo que el documento descuenta no cuadra con su total de ${total}: queda por pagar ${money(payable)}. Compruebe el importe a pagar.`
        : `El documento pide pagar ${money(askedDue)} y eso no cuadra con su total de ${total} y sus descuentos: como máximo se paga ${money(payable)}. Compruebe el importe a pagar.`
    ),
    alarm(
      doubt === 'unexplained',
      'amount_due_unexplained',
      `El documento pide pagar ${due} y su total es de ${total}, sin decir por qué: la diferencia queda como anticipo (${money(parts.advance)}) hasta que alguien la compruebe.`
    ),
    alarm(
      dueDoubt === 'unheeded',
      'amount_due_doubtful',
      `El documento descuenta algo de su total de ${total}, pero no se ha podido saber qué queda por pagar: se proponen ${due}. Compruebe el importe a pagar.`
    ),
    alarm(
      dueDoubt === 'maybe_paid',
      'maybe_paid',
      `El documento podría decir que ya está pagado, en todo o en parte: su total es de ${total} y se proponen ${due} a pagar. Compruébelo antes de pagar.`
    ),
  ]
}

function alarm(isRaised: boolean, code: string, message: string): ReadAlarm[] {
  return isRaised ? [{ code, message }] : []
}
