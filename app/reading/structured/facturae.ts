import { decimalTextToMinor, decimalTextToNumber } from '#app/reading/decimal_text'
import { noInvoiceRemark } from '#app/reading/fields/kinds/no_invoice_words'
import type { ReadDeduction, ReadLine, ReadTax, ReadWithholding } from '#app/reading/reading_types'
import { kindBySign } from '#app/reading/structured/document_kind'
import {
  isoDay,
  plainIban,
  plainTaxId,
  type StructuredInvoice,
  sumMinor,
  texts,
} from '#app/reading/structured/structured_invoice'
import type { XmlNode } from '#app/reading/structured/xml_tree'

const taxTypes: Record<string, ReadTax['type']> = { '01': 'IVA', '02': 'IPSI', '03': 'IGIC' }
const directDebitMeans = '02'
const correctiveClasses = ['OR', 'CR']

/** Reads every invoice of a Facturae 3.1 to 3.2.2 file, signed or not; one file may hold a batch. */
export function readFacturae(root: XmlNode): StructuredInvoice[] {
  const seller = root.first('Parties/SellerParty')
  const buyer = root.first('Parties/BuyerParty')
  return root.all('Invoices/Invoice').map((invoice) => ({
    providerName: partyName(seller),
    providerTaxId: plainTaxId(seller?.text('TaxIdentification/TaxIdentificationNumber') ?? null),
    customerName: partyName(buyer),
    customerTaxId: plainTaxId(buyer?.text('TaxIdentification/TaxIdentificationNumber') ?? null),
    ...header(invoice),
    ...payment(invoice),
    ...amounts(invoice),
    deductions: deductions(invoice),
    lines: invoice.all('Items/InvoiceLine').map(line),
  }))
}

function partyName(party: XmlNode | null): string | null {
  const company = party?.text('LegalEntity/CorporateName') ?? null
  if (company) return company
  const person = party?.first('Individual')
  const parts = ['Name', 'FirstSurname', 'SecondSurname'].map((part) => person?.text(part) ?? null)
  return parts.filter((part) => part !== null).join(' ') || null
}

function header(invoice: XmlNode) {
  const isCorrective = correctiveClasses.includes(invoice.text('InvoiceHeader/InvoiceClass') ?? '')
  const isSimplified = invoice.text('InvoiceHeader/InvoiceDocumentType') === 'FA'
  const total = decimalTextToMinor(invoice.text('InvoiceTotals/InvoiceTotal'))
  const documentType = isCorrective
    ? 'credit_note'
    : kindBySign(isSimplified ? 'simplified' : 'invoice', total)
  return {
    documentType,
    // Its amounts say which way it corrects (arts. 80 and 89 LIVA): Facturae states what it takes back as negative.
    increasesDebt: isCorrective && total !== null && total > 0,
    invoiceNumber: invoice.text('InvoiceHeader/InvoiceNumber'),
    kindDoubt: noInvoiceRemark(
      [invoice.text('InvoiceHeader/InvoiceNumber'), invoice.text('InvoiceHeader/InvoiceSeriesCode')],
      texts(invoice, ['LegalLiterals/LegalReference', 'AdditionalData/InvoiceAdditionalInformation'])
    ),
    invoiceSeries: invoice.text('InvoiceHeader/InvoiceSeriesCode'),
    rectifiedInvoiceNumber: invoice.text('InvoiceHeader/Corrective/InvoiceNumber'),
    issueDate: isoDay(invoice.text('InvoiceIssueData/IssueDate')),
    currency: invoice.text('InvoiceIssueData/InvoiceCurrencyCode'),
    reverseCharge: /invers[ií]o[n]? del sujeto pasivo|intracomunitari/i.test(
      invoice.text('LegalLiterals/LegalReference') ?? ''
    ),
  } as const
}

function payment(invoice: XmlNode) {
  const instalments = invoice.all('PaymentDetails/Installment')
  const dueDays = instalments
    .map((one) => isoDay(one.text('InstallmentDueDate')))
    .filter((day) => day !== null)
  const credited = instalments
    .filter((one) => one.text('PaymentMeans') !== directDebitMeans)
    .map((one) => plainIban(one.text('AccountToBeCredited/IBAN')))
  return {
    dueDate: dueDays.toSorted().at(-1) ?? null,
    providerIban: credited.find((iban) => iban !== null) ?? null,
    amountDue: decimalTextToMinor(
      invoice.text('InvoiceTotals/TotalExecutableAmount') ??
        invoice.text('InvoiceTotals/TotalOutstandingAmount')
    ),
  }
}

/** Advances and subsidies are taken from what is outstanding, what is withheld as a guarantee from what is executed. */
function deductions(invoice: XmlNode): ReadDeduction[] {
  const totals = invoice.first('InvoiceTotals')
  const sum = (path: string) =>
    sumMinor((totals?.all(path) ?? []).map((one) => decimalTextToMinor(one.text())))
  const onAccount =
    decimalTextToMinor(totals?.text('TotalPaymentsOnAccount') ?? null) ??
    sum('PaymentsOnAccount/PaymentOnAccount/PaymentOnAccountAmount')
  const retained = sum('AmountsWithheld/WithholdingAmount')
  return [
    { kind: 'advance' as const, amount: onAccount },
    { kind: 'paid' as const, amount: sum('Subsidies/Subsidy/SubsidyAmount') },
    { kind: 'retention' as const, amount: retained },
  ].filter(({ amount }) => amount !== 0)
}

function amounts(invoice: XmlNode) {
  const taxes = invoice.all('TaxesOutputs/Tax').flatMap(taxRows)
  const total = decimalTextToMinor(invoice.text('InvoiceTotals/InvoiceTotal'))
  const outlays = decimalTextToMinor(invoice.text('InvoiceTotals/TotalReimbursableExpenses')) ?? 0
  return {
    taxBase: decimalTextToMinor(invoice.text('InvoiceTotals/TotalGrossAmountBeforeTaxes')),
    taxes,
    taxTotal: decimalTextToMinor(invoice.text('InvoiceTotals/TotalTaxOutputs')),
    withholding: withholding(invoice),
    outlays,
    total: total === null ? null : total + outlays,
  }
}

function taxRows(tax: XmlNode): ReadTax[] {
  const base = decimalTextToMinor(tax.text('TaxableBase/TotalAmount')) ?? 0
  const type = taxTypes[tax.text('TaxTypeCode') ?? '01'] ?? 'IVA'
  const rows: ReadTax[] = [
    {
      type,
      rate: decimalTextToNumber(tax.text('TaxRate')) ?? 0,
      base,
      amount: decimalTextToMinor(tax.text('TaxAmount/TotalAmount')) ?? 0,
    },
  ]
  const surcharge = decimalTextToMinor(tax.text('EquivalenceSurchargeAmount/TotalAmount'))
  const surchargeRate = decimalTextToNumber(tax.text('EquivalenceSurcharge'))
  if (surcharge && surchargeRate) rows.push({ type: 'RE', rate: surchargeRate, base, amount: surcharge })
  return rows
}

function withholding(invoice: XmlNode): ReadWithholding | null {
  const rows = invoice.all('TaxesWithheld/Tax').map((tax) => ({
    rate: decimalTextToNumber(tax.text('TaxRate')) ?? 0,
    base: decimalTextToMinor(tax.text('TaxableBase/TotalAmount')) ?? 0,
    amount: decimalTextToMinor(tax.text('TaxAmount/TotalAmount')) ?? 0,
  }))
  const main = rows.toSorted((a, b) => b.amount - a.amount)[0]
  const amount = sumMinor(rows.map((row) => row.amount))
  return main && amount !== 0 ? { ...main, amount } : null
}

function line(node: XmlNode): ReadLine {
  const quantity = decimalTextToNumber(node.text('Quantity'))
  return {
    description: node.text('ItemDescription') ?? '',
    ...(quantity === null ? {} : { quantity }),
    amount: decimalTextToMinor(node.text('GrossAmount') ?? node.text('TotalCost')) ?? 0,
  }
}
