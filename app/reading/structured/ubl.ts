import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { isValidVatNumber } from '#app/kernel/identifiers/vat_number'
import { decimalTextToMinor, decimalTextToNumber } from '#app/reading/decimal_text'
import { noInvoiceRemark } from '#app/reading/fields/kinds/no_invoice_words'
import type { ReadDeduction, ReadLine, ReadTax, ReadWithholding } from '#app/reading/reading_types'
import { kindBySign, kindOfCode } from '#app/reading/structured/document_kind'
import {
  isoDay,
  plainIban,
  plainTaxId,
  type StructuredInvoice,
  sumMinor,
  texts,
} from '#app/reading/structured/structured_invoice'
import type { XmlNode } from '#app/reading/structured/xml_tree'

// UNTDID 4461: direct debit and SEPA direct debit, where a printed account is the payer's.
const directDebitCodes = ['49', '59']
const reverseChargeCategories = ['AE', 'K']
const canaryCategory = 'L'
const ceutaCategory = 'M'

/** The documents of UBL 2.x that are read, with where each keeps its sums, lines and parties. */
const forms = {
  Invoice: { kind: 'invoice', totals: 'LegalMonetaryTotal', lines: 'InvoiceLine' },
  CreditNote: { kind: 'credit_note', totals: 'LegalMonetaryTotal', lines: 'CreditNoteLine' },
  DebitNote: { kind: 'invoice', totals: 'RequestedMonetaryTotal', lines: 'DebitNoteLine' },
  Quotation: { kind: 'quote', totals: 'QuotedMonetaryTotal', lines: 'QuotationLine' },
  Order: { kind: 'order', totals: 'AnticipatedMonetaryTotal', lines: 'OrderLine' },
  OrderResponse: { kind: 'order', totals: 'LegalMonetaryTotal', lines: 'OrderLine' },
  OrderChange: { kind: 'order', totals: 'AnticipatedMonetaryTotal', lines: 'OrderLine' },
  DespatchAdvice: { kind: 'delivery_note', totals: 'LegalMonetaryTotal', lines: 'DespatchLine' },
  ReceiptAdvice: { kind: 'delivery_note', totals: 'LegalMonetaryTotal', lines: 'ReceiptLine' },
  Reminder: { kind: 'reminder', totals: 'LegalMonetaryTotal', lines: 'ReminderLine' },
  Statement: { kind: 'statement_of_account', totals: 'LegalMonetaryTotal', lines: 'StatementLine' },
} as const
export type UblForm = keyof typeof forms
export const ublForms = Object.keys(forms) as UblForm[]

/** The kind by its type code and sign; a root that is no invoice says what it is by itself. */
function kindOf(root: XmlNode, form: UblForm, total: number | null) {
  if (form !== 'Invoice') return forms[form].kind
  return kindBySign(kindOfCode(root.text('InvoiceTypeCode')), total)
}

/** Reads a UBL 2.x document: invoices, and what is sent in their place. */
export function readUbl(root: XmlNode, form: UblForm): StructuredInvoice {
  const totals = root.first(forms[form].totals)
  const withheld = withholding(root)
  const gross = decimalTextToMinor(
    totals?.text('TaxInclusiveAmount') ?? totals?.text('PayableAmount') ?? null
  )
  const prepaid = decimalTextToMinor(totals?.text('PrepaidAmount') ?? null) ?? 0
  const rounding = decimalTextToMinor(totals?.text('PayableRoundingAmount') ?? null) ?? 0
  const currency = root.text('DocumentCurrencyCode')
  const documentType = kindOf(root, form, gross)
  const isCorrection = documentType === 'credit_note' || root.text('InvoiceTypeCode') === '384'
  const taxTotals = root.all('TaxTotal').filter((total) => isInCurrency(total, currency))
  return {
    documentType,
    ...parties(root),
    kindDoubt: noInvoiceRemark(
      [root.text('ID')],
      texts(root, ['Note', 'PaymentTerms/Note', 'InvoiceLine/Note'])
    ),
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
    amountDue: payable(totals, { gross, prepaid, rounding, withheld: withheld?.amount ?? 0 }),
    deductions: deductionsOf(prepaid, rounding),
    rectifiedInvoiceNumber: isCorrection ? root.text('BillingReference/InvoiceDocumentReference/ID') : null,
    reverseCharge: root
      .all('TaxTotal/TaxSubtotal/TaxCategory')
      .some((category) => reverseChargeCategories.includes(category.text('ID') ?? '')),
    lines: root.all(forms[form].lines).map(line),
  }
}

type Sums = { gross: number | null; prepaid: number; rounding: number; withheld: number }

/** What is to be paid; where the file leaves the withheld tax in (EN 16931 knows none), without it. */
function payable(totals: XmlNode | null, { gross, prepaid, rounding, withheld }: Sums): number | null {
  const stated = decimalTextToMinor(totals?.text('PayableAmount') ?? null)
  const leavesTaxIn = gross !== null && stated === gross - prepaid + rounding
  return stated !== null && leavesTaxIn ? stated - withheld : stated
}

function deductionsOf(prepaid: number, rounding: number): ReadDeduction[] {
  return [
    { kind: 'advance' as const, amount: prepaid },
    { kind: 'rounding' as const, amount: rounding },
  ].filter(({ amount }) => amount !== 0)
}

function isInCurrency(total: XmlNode, currency: string | null): boolean {
  const stated = total.first('TaxAmount')?.attribute('currencyID')
  return !stated || !currency || stated === currency
}

function parties(root: XmlNode) {
  const seller =
    root.first('AccountingSupplierParty/Party') ??
    root.first('SellerSupplierParty/Party') ??
    root.first('DespatchSupplierParty/Party')
  const buyer =
    root.first('AccountingCustomerParty/Party') ??
    root.first('BuyerCustomerParty/Party') ??
    root.first('DeliveryCustomerParty/Party')
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
