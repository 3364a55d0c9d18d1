import { decimalTextToMinor, decimalTextToNumber } from '#app/reading/decimal_text'
import { noInvoiceRemark } from '#app/reading/fields/kinds/no_invoice_words'
import type { ReadDeduction, ReadLine, ReadTax } from '#app/reading/reading_types'
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

const directDebitCodes = ['49', '59']
const reverseChargeCategories = ['AE', 'K']

/** The element names that changed between ZUGFeRD 1 (D13B) and CII D16B (ZUGFeRD 2, Factur-X, XRechnung). */
const dialects = {
  d16b: {
    document: 'ExchangedDocument',
    transaction: 'SupplyChainTradeTransaction',
    agreement: 'ApplicableHeaderTradeAgreement',
    settlement: 'ApplicableHeaderTradeSettlement',
    sums: 'SpecifiedTradeSettlementHeaderMonetarySummation',
    lineDelivery: 'SpecifiedLineTradeDelivery',
    lineSettlement: 'SpecifiedLineTradeSettlement',
    lineSums: 'SpecifiedTradeSettlementLineMonetarySummation',
    rate: 'RateApplicablePercent',
  },
  d13b: {
    document: 'HeaderExchangedDocument',
    transaction: 'SpecifiedSupplyChainTradeTransaction',
    agreement: 'ApplicableSupplyChainTradeAgreement',
    settlement: 'ApplicableSupplyChainTradeSettlement',
    sums: 'SpecifiedTradeSettlementMonetarySummation',
    lineDelivery: 'SpecifiedSupplyChainTradeDelivery',
    lineSettlement: 'SpecifiedSupplyChainTradeSettlement',
    lineSums: 'SpecifiedTradeSettlementMonetarySummation',
    rate: 'ApplicablePercent',
  },
}
type Dialect = (typeof dialects)['d16b']

/** Reads a UN/CEFACT cross industry invoice: CII D16B and later, Factur-X, ZUGFeRD 1 and 2. */
export function readCii(root: XmlNode): StructuredInvoice {
  const names = root.first(dialects.d16b.document) ? dialects.d16b : dialects.d13b
  const transaction = root.first(names.transaction)
  const agreement = transaction?.first(names.agreement) ?? null
  const settlement = transaction?.first(names.settlement) ?? null
  return {
    ...header(root, names),
    ...parties(agreement),
    ...payment(settlement),
    ...amounts(settlement, names),
    lines: lines(transaction, names),
  }
}

function header(root: XmlNode, names: Dialect) {
  const typeCode = root.text(`${names.document}/TypeCode`)
  const settlement = root.first(`${names.transaction}/${names.settlement}`)
  const total = decimalTextToMinor(settlement?.text(`${names.sums}/GrandTotalAmount`) ?? null)
  const documentType = kindBySign(kindOfCode(typeCode), total)
  // A corrected invoice names what it corrects as a credit note does.
  const isCorrection = documentType === 'credit_note' || typeCode === '384'
  return {
    documentType,
    invoiceNumber: root.text(`${names.document}/ID`),
    invoiceSeries: null,
    kindDoubt: noInvoiceRemark(
      [root.text(`${names.document}/ID`), root.text(`${names.document}/Name`)],
      texts(root, [`${names.document}/IncludedNote/Content`])
    ),
    issueDate: isoDay(root.text(`${names.document}/IssueDateTime/DateTimeString`)),
    currency: settlement?.text('InvoiceCurrencyCode') ?? null,
    rectifiedInvoiceNumber: isCorrection
      ? (settlement?.text('InvoiceReferencedDocument/IssuerAssignedID') ??
        settlement?.text('InvoiceReferencedDocument/ID') ??
        null)
      : null,
  } as const
}

function parties(agreement: XmlNode | null) {
  const seller = agreement?.first('SellerTradeParty') ?? null
  const buyer = agreement?.first('BuyerTradeParty') ?? null
  return {
    providerName: seller?.text('Name') ?? null,
    providerTaxId: partyTaxId(seller),
    customerName: buyer?.text('Name') ?? null,
    customerTaxId: partyTaxId(buyer),
  }
}

function partyTaxId(party: XmlNode | null): string | null {
  const ids = party?.all('SpecifiedTaxRegistration/ID') ?? []
  return plainTaxId((ids.find((id) => id.attribute('schemeID') === 'VA') ?? ids[0])?.text() ?? null)
}

function payment(settlement: XmlNode | null) {
  const means = settlement?.all('SpecifiedTradeSettlementPaymentMeans') ?? []
  const credited = means
    .filter((one) => !directDebitCodes.includes(one.text('TypeCode') ?? ''))
    .map((one) => plainIban(one.text('PayeePartyCreditorFinancialAccount/IBANID')))
  const dueDays = (settlement?.all('SpecifiedTradePaymentTerms') ?? [])
    .map((terms) => isoDay(terms.text('DueDateDateTime/DateTimeString')))
    .filter((day) => day !== null)
  return { providerIban: credited.find((iban) => iban !== null) ?? null, dueDate: dueDays[0] ?? null }
}

function amounts(settlement: XmlNode | null, names: Dialect) {
  const sums = settlement?.first(names.sums) ?? null
  const taxes = settlement?.all('ApplicableTradeTax') ?? []
  const currency = settlement?.text('InvoiceCurrencyCode') ?? null
  const taxTotals = sums?.all('TaxTotalAmount') ?? []
  const taxTotal =
    taxTotals.find((one) => (one.attribute('currencyID') ?? currency) === currency) ?? taxTotals[0]
  const total = decimalTextToMinor(sums?.text('GrandTotalAmount') ?? null)
  return {
    taxBase: decimalTextToMinor(sums?.text('TaxBasisTotalAmount') ?? null),
    taxes: taxes.map((tax) => taxRow(tax, names)),
    taxTotal: decimalTextToMinor(taxTotal?.text() ?? null),
    withholding: null,
    outlays: 0,
    total,
    amountDue: decimalTextToMinor(sums?.text('DuePayableAmount') ?? null),
    deductions: deductionsOf(sums),
    reverseCharge: taxes.some((tax) => reverseChargeCategories.includes(tax.text('CategoryCode') ?? '')),
  }
}

function deductionsOf(sums: XmlNode | null): ReadDeduction[] {
  const prepaid = sumMinor(
    (sums?.all('TotalPrepaidAmount') ?? []).map((one) => decimalTextToMinor(one.text()))
  )
  const rounding = decimalTextToMinor(sums?.text('RoundingAmount') ?? null) ?? 0
  return [
    { kind: 'advance' as const, amount: prepaid },
    { kind: 'rounding' as const, amount: rounding },
  ].filter(({ amount }) => amount !== 0)
}

function taxRow(tax: XmlNode, names: Dialect): ReadTax {
  return {
    type: tax.text('CategoryCode') === 'L' ? 'IGIC' : tax.text('CategoryCode') === 'M' ? 'IPSI' : 'IVA',
    rate: decimalTextToNumber(tax.text(names.rate)) ?? 0,
    base: decimalTextToMinor(tax.text('BasisAmount')) ?? 0,
    amount: decimalTextToMinor(tax.text('CalculatedAmount')) ?? 0,
  }
}

function lines(transaction: XmlNode | null, names: Dialect): ReadLine[] {
  return (transaction?.all('IncludedSupplyChainTradeLineItem') ?? []).flatMap((node) => {
    const amount = decimalTextToMinor(node.text(`${names.lineSettlement}/${names.lineSums}/LineTotalAmount`))
    const quantity = decimalTextToNumber(node.text(`${names.lineDelivery}/BilledQuantity`))
    const description = node.text('SpecifiedTradeProduct/Name')
    if (amount === null && description === null) return []
    return [
      { description: description ?? '', ...(quantity === null ? {} : { quantity }), amount: amount ?? 0 },
    ]
  })
}
