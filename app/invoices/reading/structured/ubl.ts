import { decimalTextToMinor, decimalTextToNumber } from '#app/invoices/reading/decimal_text'
import type { ReadLine, ReadTax, ReadWithholding } from '#app/invoices/reading/reading_types'
import {
  isoDay,
  plainIban,
  plainTaxId,
  type StructuredInvoice,
  sumMinor,
} from '#app/invoices/reading/structured/structured_invoice'
import type { XmlNode } from '#app/invoices/reading/structured/xml_tree'
import { isValidSpanishTaxId } from '#app/kernel/tax_id'
import { isValidVatNumber } from '#app/kernel/vat_number'

// UNTDID 1001 codes of credit notes and corrected invoices.
const creditTypeCodes = ['381', '384', '396', '261', '83']
// UNTDID 4461: direct debit and SEPA direct debit, where a printed account is the payer's.
const directDebitCodes = ['49', '59']
const reverseChargeCategories = ['AE', 'K']
const canaryCategory = 'L'
const ceutaCategory = 'M'

/** Reads a UBL 2.x Invoice or CreditNote. */
export function readUbl(root: XmlNode, form: 'Invoice' | 'CreditNote'): StructuredInvoice {
  const isCredit = form === 'CreditNote' || creditTypeCodes.includes(root.text('InvoiceTypeCode') ?? '')
  const totals = root.first('LegalMonetaryTotal')
  const withheld = withholding(root)
  const gross = decimalTextToMinor(
    totals?.text('TaxInclusiveAmount') ?? totals?.text('PayableAmount') ?? null
  )
  const currency = root.text('DocumentCurrencyCode')
  const taxTotals = root.all('TaxTotal').filter((total) => isInCurrency(total, currency))
  return {
    documentType: isCredit ? 'credit_note' : 'invoice',
    ...parties(root),
    invoiceNumber: root.text('ID'),
    invoiceSeries: null,
    issueDate: isoDay(root.text('IssueDate')),
    ...payment(root),
    currency,
    taxBase: decimalTextToMinor(totals?.text('TaxExclusiveAmount') ?? null),
    taxes: taxTotals.flatMap((total) => total.all('TaxSubtotal')).map(taxRow),
    taxTotal:
      taxTotals.length === 0
        ? null
        : sumMinor(taxTotals.map((total) => decimalTextToMinor(total.text('TaxAmount')))),
    outlays: 0,
    withholding: withheld,
    total: gross === null ? null : gross - (withheld?.amount ?? 0),
    amountDue: decimalTextToMinor(totals?.text('PayableAmount') ?? null),
    rectifiedInvoiceNumber: isCredit ? root.text('BillingReference/InvoiceDocumentReference/ID') : null,
    reverseCharge: root
      .all('TaxTotal/TaxSubtotal/TaxCategory')
      .some((category) => reverseChargeCategories.includes(category.text('ID') ?? '')),
    lines: root.all(form === 'Invoice' ? 'InvoiceLine' : 'CreditNoteLine').map(line),
  }
}

function isInCurrency(total: XmlNode, currency: string | null): boolean {
  const stated = total.first('TaxAmount')?.attribute('currencyID')
  return !stated || !currency || stated === currency
}

function parties(root: XmlNode) {
  const seller = root.first('AccountingSupplierParty/Party')
  const buyer = root.first('AccountingCustomerParty/Party')
  return {
    providerName: partyName(seller),
    providerTaxId: partyTaxId(seller),
    customerName: partyName(buyer),
    customerTaxId: partyTaxId(buyer),
  }
}

function partyName(party: XmlNode | null): string | null {
  return party?.text('PartyLegalEntity/RegistrationName') ?? party?.text('PartyName/Name') ?? null
}

function partyTaxId(party: XmlNode | null): string | null {
  const schemes = party?.all('PartyTaxScheme') ?? []
  const vat = schemes.find((scheme) => scheme.text('TaxScheme/ID') === 'VAT') ?? schemes[0]
  const stated = plainTaxId(vat?.text('CompanyID') ?? null)
  if (stated !== null) return stated
  // Without a tax scheme the number may stand among the other identifiers: only one that checks counts.
  return (
    [...(party?.all('PartyIdentification/ID') ?? []), ...(party?.all('PartyLegalEntity/CompanyID') ?? [])]
      .map((id) => plainTaxId(id.text()))
      .find((id) => id !== null && (isValidSpanishTaxId(id) || isValidVatNumber(id))) ?? null
  )
}

function payment(root: XmlNode) {
  const means = root.all('PaymentMeans')
  const credited = means
    .filter((one) => !directDebitCodes.includes(one.text('PaymentMeansCode') ?? ''))
    .map((one) => plainIban(one.text('PayeeFinancialAccount/ID')))
  const dueDay = root.text('DueDate') ?? means.map((one) => one.text('PaymentDueDate')).find(Boolean) ?? null
  return { providerIban: credited.find((iban) => iban !== null) ?? null, dueDate: isoDay(dueDay) }
}

function taxRow(subtotal: XmlNode): ReadTax {
  const category = subtotal.text('TaxCategory/ID')
  return {
    type: /^(RE|REQ)$/i.test(subtotal.text('TaxCategory/TaxScheme/ID') ?? '')
      ? 'RE'
      : category === canaryCategory
        ? 'IGIC'
        : category === ceutaCategory
          ? 'IPSI'
          : 'IVA',
    rate:
      decimalTextToNumber(subtotal.text('TaxCategory/Percent')) ??
      decimalTextToNumber(subtotal.text('Percent')) ??
      0,
    base: decimalTextToMinor(subtotal.text('TaxableAmount')) ?? 0,
    amount: decimalTextToMinor(subtotal.text('TaxAmount')) ?? 0,
  }
}

function withholding(root: XmlNode): ReadWithholding | null {
  const rows = root.all('WithholdingTaxTotal/TaxSubtotal').map(taxRow)
  const main = rows[0]
  if (!main) return null
  return { rate: main.rate, base: main.base, amount: Math.abs(sumMinor(rows.map((row) => row.amount))) }
}

function line(node: XmlNode): ReadLine {
  const quantity = decimalTextToNumber(node.text('InvoicedQuantity') ?? node.text('CreditedQuantity'))
  return {
    description: node.text('Item/Name') ?? node.text('Item/Description') ?? '',
    ...(quantity === null ? {} : { quantity }),
    amount: decimalTextToMinor(node.text('LineExtensionAmount')) ?? 0,
  }
}
